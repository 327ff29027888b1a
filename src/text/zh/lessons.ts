/** @file The words of the lessons (see English). */
import type { LessonWords } from '../en/lessons.ts';
import { went } from './went.ts';

const taskAnswerReward: LessonWords = {
  title: '任务、回答、奖励',
  about: '两个模型彼此说了什么：环境模型写一个任务，智能体回答，由一条规则判定。',
  steps: {
    task: {
      ask: '左边每一行是环境模型写的一个任务。打开一个：选它的那一行。',
      found: ({ epoch, tasks, task, groupSize }) =>
        `第 ${epoch} 轮有 ${tasks} 个任务，例如“${task}”。智能体对每个任务回答 ${groupSize} 次：这就是一组。`,
    },
    answer: {
      ask: '对“heat cup”这样的任务，回答必须说什么？',
      choices: [
        { says: '把任务再说一遍', instead: '任务说要什么；回答要说怎样做。' },
        { says: '物品、动作，以及能做这件事的设施' },
        { says: '随便什么，只要有人喜欢', instead: '没有人、也没有模型来评判：一条规则把设施与任务世界里的那个相比。' },
      ],
      found: ({ task, right, wrong, station, verb }) =>
        `对“${task}”，智能体写过“${right}”，这是对的；也写过“${wrong}”，这是错的：${station} 不是 ${verb} 的地方。没有人告诉过它哪个设施做什么。`,
    },
    reward: {
      ask: '一个任务要求做两件事。智能体做对了第一件，做错了第二件。这个回答得到多少奖励？',
      choices: [
        { says: '0' },
        { says: '½', instead: '在这个世界里没有部分奖励：要么全对，要么就是错。' },
        { says: '1', instead: '奖励 1 只给没有错误的回答。' },
      ],
      found: ({ answers, reward }) =>
        `这一轮有 ${answers} 个这样的回答，没有一个的奖励超过 ${reward}。所以长任务很难靠运气做对。`,
    },
    rate: {
      ask: '任务的成功率 p̂ 是它的回答中正确的比例。移动时间轴，找到有一个任务恰好一半回答正确的一轮。',
      found: ({ epoch, task, right, answers, rate }) =>
        `第 ${epoch} 轮：“${task}”的 ${answers} 个回答中有 ${right} 个正确，p̂ = ${rate}。下一课问这样的任务有什么用。`,
    },
  },
  sheet: {
    ask: [
      '谁写任务？谁回答？谁决定什么是对的？',
      '从来没有人把正确答案告诉智能体。那告诉了它什么？',
      '为什么一个任务只回答一次不够？',
    ],
    happens: [
      '任务是一串目标；回答为每个目标说出物品、动作和设施。',
      '每个目标都达到，奖励是 1，否则是 0：它是算出来的，没有争论的余地。',
      '对同一个任务的八个回答各不相同，因为智能体随机抽取它的词：p̂ 就从这里来。',
    ],
    time: ['2 分钟：打开一个任务，把回答读出来', '2 分钟：两个问题', '1 分钟：找到 p̂ = ½'],
  },
};

const whyHalf: LessonWords = {
  title: '为什么 p = ½',
  about: '总是做对的任务，与从未做对的任务一样，教不会什么。请在一次录制好的运行里找出这两种。',
  steps: {
    unsolved: {
      ask: '移动时间轴，找到至少四分之三的任务从未做对的一轮。',
      found: ({ epoch, unsolved, groups, mixed }) =>
        `第 ${epoch} 轮：${groups} 组中有 ${unsolved} 组没有一个正确的回答。组内的回答一样差，所以优势都是 0。智能体从 ${mixed} 个有对有错的组学习。`,
    },
    mixed: {
      ask: '再找一轮，其中至少 85% 的组有对有错：回答有的对、有的错。',
      found: ({ epoch, mixed, groups }) =>
        `第 ${epoch} 轮：${groups} 组中有 ${mixed} 组有对有错。智能体可以比较自己的回答，几乎每个任务都教它一点东西。`,
    },
    signal: {
      ask: '在一个任务的一组回答里，什么时候所有 |优势| 之和最大？',
      choices: [
        { says: '只有一个正确时', instead: '唯一正确的回答优势很大，其余的每个都很小：加起来不如 ½ 时。' },
        { says: '一半正确时', instead: '在这次运行里另一种个数略高：组数这样少，平均并不可靠。' },
        { says: '只有一个错误时', instead: '唯一错误的回答被用力推开，正确的几乎没有收获：加起来不如 ½ 时。' },
      ],
      found: ({ few, some, most, half, size, least }) =>
        `到目前为止各组之和的平均：${size} 个中 1 个正确时 ${few}，${half} 个正确时 ${some}，${least} 个正确时 ${most}。所以 p̂ 接近 ½ 时环境模型得到奖励。`,
    },
  },
  sheet: {
    ask: [
      '之前：哪种作业教得更多，太难的还是太容易的？',
      '第 2 步之后：环境模型怎么知道哪些任务正好在边上？',
      '再进一步：对错只有两种的回答，方差是 p(1 − p)。它在哪里最大？',
    ],
    happens: [
      '早期的轮里满是没有正确回答的组：优势全是 0。',
      '后期的轮里大多有对有错，过滤器图上约有一半的点在区间内。',
      '这些和关于 ½ 对称，因为优势是与组平均的距离，再除以组的标准差。',
    ],
    time: ['1 分钟：看循环图', '2 分钟：找那两轮', '2 分钟：回答问题，在黑板上写 p(1 − p)'],
  },
};

const bandAndGroups: LessonWords = {
  title: 'k_min 与 G',
  about: '过滤器留下 |p̂ − α| ≤ k_min 的任务。每个任务的回答少，就几乎没有 p̂ 能离得那么近。',
  steps: {
    guess: {
      ask: '每个任务有 G = 8 个回答，所以 p̂ 是 0/8、1/8 … 8/8 之一。α = ½、k_min = 0.1 的过滤器能让这九个成功率中的几个通过？',
      choices: [
        { says: '一个' },
        { says: '三个', instead: '3/8 = .375 和 5/8 = .625 离 ½ 有 .125：刚好在外面。' },
        { says: '五个', instead: '要让 2/8 到 6/8 通过，区间须向两边各伸 .25。' },
      ],
      found: ({ rates, groupSize }) => `G = ${groupSize} 时能通过的是：${rates || '没有'}。`,
    },
    narrow: {
      ask: '每个点是一次录制好的运行中这一轮的一个任务。把 k_min 设为 0.1，看哪些点落在虚线区间内。',
      found: ({ epoch, kept, attempted, rates }) =>
        `第 ${epoch} 轮：区间从 ${attempted} 个任务中留下 ${kept} 个，即成功率为 ${rates || '（没有）'} 的那些。`,
    },
    wide: {
      ask: '现在把 k_min 设为 0.3 或更大。',
      found: ({ epoch, kept, attempted, rates, kMin }) =>
        `第 ${epoch} 轮：k_min = ${kMin} 时，区间从 ${attempted} 个任务中留下 ${kept} 个，即成功率为 ${rates} 的那些。`,
    },
    groups: {
      ask: '把 k_min 设回 0.1。怎样的 G 能让至少三个成功率通过？请在“组大小”里选一个。',
      found: ({ groupSize, rates, rollouts }) =>
        `G = ${groupSize} 时能通过的是：${rates}。更细的 p̂ 要付代价：每轮 ${rollouts} 个回答。`,
    },
  },
  sheet: {
    ask: [
      '每个任务 8 个回答，p̂ 能取哪些值？其中几个在 .4 和 .6 之间？',
      '为什么不把区间尽量放宽？',
      '更大的 G 由谁付代价？',
    ],
    happens: [
      'G = 8、k_min = .1 时只有 8 个中 4 个正确才通过：环境模型只能从很少的任务学习，甚至一个也没有。',
      '放宽区间就留下更多任务。在自己的运行里，k_min 从下一阶段起生效，并标在曲线上。',
      'G 决定怎样测量一个任务：10 个回答能给出 .4、.5 和 .6。',
    ],
    time: ['1 分钟：数出 p̂ 的取值', '3 分钟：两种区间', '1 分钟：选 G'],
  },
};

const lossIsZero: LessonWords = {
  title: '损失为零，照样学习',
  about: '通常看损失下降就知道模型在学习。在这里，损失几乎什么也不说。',
  steps: {
    flat: {
      ask: '移动时间轴，找到智能体的平均损失绝对值小于 0.01、而梯度范数大于 0.3 的一轮。',
      found: ({ epoch, loss, gradient }) =>
        `第 ${epoch} 轮：损失 ${loss}，梯度范数 ${gradient}。损失几乎没有，却真的走了一步。`,
    },
    learned: {
      ask: '这些加起来有什么结果吗？请转到最后一轮。',
      found: ({ epochs, loss, before, after }) =>
        `${epochs} 轮里损失的平均大小为 ${loss}。留出集成功率${went(before, after)}。`,
    },
    why: {
      ask: '为什么损失接近零？',
      choices: [
        { says: '模型已经收敛', instead: '收敛的模型也不会有梯度，而这里有。' },
        { says: '一组的优势之和为零，而且回答刚采样时比率为 1' },
        { says: '学习率太小', instead: '学习率改变的是步子的大小，不是损失：换成更大的，损失也一样。' },
      ],
      found: ({ answers, mean, size }) =>
        `全部 ${answers} 个回答的优势，平均为 ${mean}（取十二位小数），平均大小为 ${size}：它们在损失里相互抵消，但每一个都把自己的词元推向自己的方向。`,
    },
  },
  sheet: {
    ask: ['在监督学习里，损失曲线说明什么？为什么？', '损失是 0，梯度也是 0 吗？', '你会改看哪条曲线？'],
    happens: [
      '除了 KL、熵和长度不等的部分，整组的损失为 0；拆开组的小批在 0 附近添上噪声。',
      '只要有组有对有错，梯度范数就远大于 0。',
      '留出集成功率才是说明智能体是否学习的曲线。',
    ],
    time: ['1 分钟：找那一轮', '2 分钟：最后一轮', '2 分钟：在黑板上推导'],
  },
};

const regressionAndCap: LessonWords = {
  title: 'RWR、KL 与上限',
  about: '环境模型模仿自己写得好的任务，权重为 exp(λ·R_env)。没有刹车，它就会从起点漂走。',
  steps: {
    drift: {
      ask: '这里 KL 权重和 KL 上限都是 0。至少播放六轮。“与初始的 KL”说明环境模型移动了多远。',
      found: ({ epochs, divergence, levelBefore, levelAfter }) =>
        `${epochs} 轮之后，环境模型离起点每序列 ${divergence} 纳特。平均级别${went(levelBefore, levelAfter)}。`,
    },
    cap: {
      ask: '把 KL 上限设在这个数以下，例如 0.5。播放到上限在两轮里起了作用。',
      found: ({ epochs, stopped, divergence, cap }) =>
        `${epochs} 轮中有 ${stopped} 轮，上限（现在是 ${cap}）挡住了步子。环境模型离起点 ${divergence} 纳特。`,
    },
    contrast: {
      ask: '把 λ 设为 3 或更大，继续播放，直到某一轮留下奖励不同的任务。',
      found: ({ epoch, lambda, times, timesAtOne }) =>
        `第 ${epoch} 轮，λ = ${lambda}：留下的任务中，最好的权重是最差的 ${times} 倍。λ = 1 时会是 ${timesAtOne} 倍。`,
    },
  },
  sheet: {
    ask: [
      '环境模型只从自己写的文本学习。会出什么问题？',
      '为什么 KL 是对起点算，而不是对上一轮？',
      '留下的任务奖励都相同时，λ 有什么作用？',
    ],
    happens: [
      '没有 KL 项时，一有任务留下散度就增长，任务也变短。',
      '到了上限的一步没有回归，只有 KL 项。',
      'λ 改变权重的反差，不改变步子的大小：权重除以它们的平均。',
    ],
    time: ['2 分钟：漂移', '2 分钟：上限', '1 分钟：λ'],
  },
};

const gamedReward: LessonWords = {
  title: '钻奖励空子的环境模型',
  about: '这里 α 是 1：全部做对时环境模型得奖最多。它会找到什么办法？',
  steps: {
    guess: {
      ask: '因做对而得奖的环境模型会写什么？先猜，再播放；十轮就能看出来。',
      choices: [
        { says: '更长的任务', instead: '任务越长，出错的目标越多：做对的次数更少，得奖也更少。' },
        { says: '更短的任务', instead: '这里没有，或者还没有：要等一些短任务被做对并被模仿之后，它才写得更短。' },
        { says: '同样长的任务', instead: '它自己的任务里，有些长度更常做对；它模仿那些，长度就移动。' },
      ],
      found: ({ epochs, before, after }) => `平均级别在第一轮是 ${before}，${epochs} 轮之后是 ${after}。`,
    },
    gamed: {
      ask: '继续播放到第 40 轮。在第二条曲线里比较训练和留出集的成功率。',
      found: ({ level, training, before, after }) =>
        `最近几轮的平均级别是 ${level}，${training} 的回答正确。留出集上：开始时 ${before}，现在 ${after}。`,
    },
    anchor: {
      ask: '锚点使每个任务以随机抽取的目标开头。在这里把它关掉，播放到有完整的一轮没有它：已经开始的一轮保留它的任务。',
      found: ({ epoch, texts, valid }) =>
        `第 ${epoch} 轮：${texts} 段文本中有 ${valid} 段是任务。随页面附带的模型只学过续写任务：没有锚点，它们很少或根本写不出任务。`,
    },
  },
  sheet: {
    ask: [
      '环境模型实际上因什么得奖？我们想要的又是什么？',
      '训练成功率上升了。你会发布这个智能体吗？',
      '哪条曲线揭穿了这个把戏？',
    ],
    happens: [
      '任务缩到一个目标，并停在那里：α = 1 给总是做对的奖励最多。',
      '训练成功率上升，而涵盖全部十级的留出集成功率几乎不升：种子 1 到 3 在四十轮之后，前者是 48%、38%、62%，后者是 0%、0%、8%。智能体只学会被问到的。',
      '锚点让环境模型不能选第一个目标。若模型会自己开头，关掉锚点后它就能丢掉智能体做不对的目标；随页面附带的模型则根本写不出任务。',
    ],
    time: ['1 分钟：猜测', '3 分钟：四十轮（没有快的 GPU 时更久）', '1 分钟：锚点'],
  },
};

const writtenKeys: LessonWords = {
  title: '答案键由谁来写？',
  about:
    '这里像论文一样，环境模型把任务和答案键一起写出来。它学过的答案键，十个里有四个是随便猜的。智能体写的与答案键相同，就算做对。',
  steps: {
    guess: {
      ask: '六十轮之后，智能体的回答有多常与错误的答案键相同？先猜，再全部播放。',
      choices: [
        {
          says: '几乎没有：错误的回答学不会',
          instead: '对智能体来说，错误的答案键也是奖励：与它相同的回答变得更可能。',
        },
        { says: '有时，但不到正确答案键的一半', instead: '这次运行里不是：看这两个比例。' },
        { says: '至少有正确答案键的一半那么常', instead: '这次运行里不是：看这两个比例。' },
      ],
      found: ({ last, byWrong, byRight }) =>
        `最近 ${last} 轮里，答案键错误时，${byWrong} 的回答与它相同；答案键正确时是 ${byRight}。`,
    },
    written: {
      run: '照写的答案键',
      ask: '图“环境写的答案键”是判定程序的审核，这里没有谁被告知它。把它与留出集曲线相比，那条曲线由判定程序评判。',
      found: ({ last, wrong, before, after }) =>
        `最近 ${last} 轮里，${wrong} 的任务答案键是错的。留出集成功率（由判定程序评判）：开始时 ${before}，现在 ${after}。`,
    },
    checked: {
      run: '经过检查的答案键',
      ask: '现在让判定程序拒绝错误的答案键：在“答案键由谁给出”里选择“环境模型，经检查”，开始新的运行，播放全部六十轮。另外两个控件试图不用判定程序。',
      found: ({ before, after, byRight }) =>
        `拒绝所有错误的答案键之后：${byRight} 的回答与答案键相同，留出集开始时 ${before}，现在 ${after}。`,
    },
  },
  sheet: {
    ask: [
      '成功率 p̂ 接近 ½：是任务难度正好，还是答案键错了？',
      '没有判定程序的环境，答案键从哪里来？',
      '同一个模型的几个一致的回答，能使答案键变得正确吗？',
    ],
    happens: [
      '答案键错误的任务，p̂ 像其他任务一样上升：智能体学会答案键所说的。',
      '这里用的随机种子是 2：回答与答案键相同的次数比开始时多，留出集成功率最后却是 0%，三分之二的答案键是错的。种子 3 也一样。',
      '种子 1 走了另一条路：43% 的答案键是错的，留出集成功率升到 28%。一次运行说明不了多少；docs/own-tasks.md 有六次。',
      '拒绝错误的答案键，三个种子的留出集成功率最后都在 21% 到 23%。换一块 GPU，运行可能不同。',
    ],
    time: ['1 分钟：猜测', '2 分钟：六十轮', '2 分钟：检查答案键，再六十轮'],
  },
};

const threeArms: LessonWords = {
  title: 'Random、Static、GenEnv',
  about: '同一个智能体的三种任务来源，随机种子相同，回答数也相同。',
  steps: {
    random: {
      run: 'Random',
      ask: '这次运行的实验组是 GenEnv-Random：环境模型写任务，但从不学习。请播放全部十二轮。',
      found: ({ last, level, mixed }) => `Random：最近 ${last} 轮的平均级别是 ${level}；${mixed} 的组有对有错。`,
    },
    static: {
      run: 'Static',
      ask: '选实验组 GenEnv-Static，开始新的运行，播放全部十二轮。',
      found: ({ last, level, mixed }) => `Static：最近 ${last} 轮的平均级别是 ${level}；${mixed} 的组有对有错。`,
    },
    genenv: {
      run: 'GenEnv',
      ask: '现在是实验组 GenEnv：选它，开始新的运行，播放全部十二轮。',
      found: ({ last, level, mixed }) =>
        `GenEnv：最近 ${last} 轮的平均级别是 ${level}；${mixed} 的组有对有错。只有有对有错的组能教会智能体。`,
    },
  },
  sheet: {
    ask: [
      '三者中哪一个能对智能体的能力作出反应？',
      '十二轮之后，留出集曲线更好能证明什么吗？',
      '要多少个随机种子你才会相信？',
    ],
    happens: [
      'Random 和 Static 保持环境模型起初的级别：大多是长任务，几乎没有一组有对有错。',
      'GenEnv 几轮之内就降低难度，许多组有对有错。',
      '十二轮显示的是信号的差别，还不是能力的差别：docs/results.md 比较所有实验组，每组六次运行，附区间。',
    ],
    time: ['1 分钟：三个实验组', '3 分钟：三次十二轮的运行', '1 分钟：比较记下的结果'],
  },
};

const rolloutsOrFlops: LessonWords = {
  title: '回答数相等，还是 FLOPs 相等？',
  about: '两个实验组的回答数相同，花费却未必相同。怎样才公平？',
  steps: {
    random: {
      run: 'Random',
      ask: '这次运行的实验组是 GenEnv-Random。请播放全部六轮。',
      found: ({ rollouts, gigaflops, perRollout }) =>
        `Random：${rollouts} 个回答用了 ${gigaflops} GFLOP，即每个回答 ${perRollout} MFLOP。`,
    },
    genenv: {
      run: 'GenEnv',
      ask: '选实验组 GenEnv，开始新的运行，播放全部六轮。',
      found: ({ rollouts, gigaflops, perRollout, environment }) =>
        `GenEnv：${rollouts} 个回答用了 ${gigaflops} GFLOP，即每个回答 ${perRollout} MFLOP。其中 ${environment} 用在环境模型上。`,
    },
    budget: {
      ask: '用 Random 所花的浮点运算次数，哪一组能得到更多回答？',
      choices: [
        { says: 'Random', instead: 'Random 不训练环境模型，但它的任务一直很长，长的回答要更多运算。' },
        { says: 'GenEnv', instead: '在这里，更新环境模型所花的运算，比更短的回答省下的还多。' },
      ],
      found: ({ budget, random, genenv }) =>
        `用 ${budget} GFLOP，Random 有 ${random} 个回答；按 GenEnv 每个回答的花费，它有 ${genenv} 个。做比较时应说明哪一种预算相等。`,
    },
  },
  sheet: {
    ask: [
      '除了写任务，训练环境模型还要花多少？',
      '短任务便宜。谁从中得利？',
      '在你工作的地方，稀缺的是哪种预算：回答、运算还是时间？',
    ],
    happens: [
      'GenEnv 要为环境模型的更新付出，但它的任务变短，短的回答便宜。',
      '哪一组每个回答更便宜，要看是哪次运行、哪一轮：六轮之后，种子 1 是 GenEnv 便宜，种子 2 和 3 两组相差不到千分之一；后期的任务又长了。',
      'docs/results.md 在两种横轴上比较各组；两种名次并不相同。',
    ],
    time: ['2 分钟：两次六轮的运行', '2 分钟：回答问题', '1 分钟：按运算次数画的曲线'],
  },
};

const worldOfOnesOwn: LessonWords = {
  title: '五分钟做一个世界',
  about: '一个自己的世界，两个在这里从随机权重做出来的模型，以及它们随后自己发现的东西。',
  steps: {
    world: {
      ask: '从一个模板开始，把它变成自己的：换一个物体，换一个地点。每一级的任务和答案就在表单旁边。然后为下一次运行选这个世界。',
      found: ({ world, things, actions, places, levels, task }) =>
        `“${world}”有 ${things} 个物体、${actions} 个动作和 ${places} 个地点。第 ${levels} 级的一个任务是“${task}”。每件事在哪里做，任务里都没有写：这正是智能体要发现的。`,
    },
    pair: {
      ask: '制作一对模型。看智能体现在写的东西：合乎格式的回答越来越多，而几乎没有一个是对的。然后让两者共同进化。',
      found: ({ agent, environment }) =>
        `${agent} 会说你的世界的语言，地点靠猜；${environment} 写它的任务，多数是难的。片刻之前，两者都是随机数。`,
    },
    learns: {
      ask: '让它运行十轮。任务会变容易，还是变难？',
      found: ({ world, epochs, first, level, before, after }) =>
        `${epochs} 轮之后，“${world}”的任务平均级别${went(first, level)}，智能体的留出集成功率${went(before, after)}。没有人告诉过它任何地点。`,
    },
  },
  sheet: {
    ask: [
      '在这个世界里，什么能从任务中读到，什么只能靠发现？',
      '为什么这对模型要先会说这种语言，才能共同进化？',
      '怎样的世界太容易，学不到东西？怎样的又太难？',
    ],
    happens: [
      '靠猜就能答对的世界，表单不接受，并用一句话说明要加什么。',
      '没有目标的游玩让回答合乎格式，却不让它正确：预训练中两个比例会分开。',
      '环境从难的任务开始，降到智能体约能解出一半的地方，再随它上升。',
    ],
    time: ['1 分钟：表单', '1 到 5 分钟：没有图形处理器时制作一对模型；有的话只要几秒', '1 分钟：十轮'],
  },
};

const byName: Readonly<Record<string, LessonWords>> = {
  'task-answer-reward': taskAnswerReward,
  'why-half': whyHalf,
  'band-and-groups': bandAndGroups,
  'loss-is-zero': lossIsZero,
  'regression-and-cap': regressionAndCap,
  'gamed-reward': gamedReward,
  'written-keys': writtenKeys,
  'three-arms': threeArms,
  'rollouts-or-flops': rolloutsOrFlops,
  'world-of-ones-own': worldOfOnesOwn,
};

export const lessons = {
  title: '教程',
  lede: '每课大约五分钟：页面打开时已准备好，并检查你做了什么。其中的数字来自你面前的运行。',
  byName,
  begin: '开始',
  beginLesson: (title: string) => `开始这一课：${title}`,
  foundBefore: '上一次在这里发现的',
  onRecording: '用录制的运行：没有 WebGPU 也行。',
  onGpu: '用你自己的运行：需要 WebGPU。',
  needsGpu: '这一课要做自己的运行，需要 WebGPU。这个浏览器没有。',
  unknown: (name: string) => `没有名为“${name}”的课。`,
  bar: {
    label: (title: string) => `课：${title}`,
    step: (step: string, steps: string) => `第 ${step} 步，共 ${steps} 步`,
    done: '完成',
    next: '下一步',
    nextLesson: (title: string) => `下一课：${title}`,
    restart: '用它开始新的运行',
    together: '你发现了什么',
    leave: '离开这一课',
    finished: '这一课到此结束。',
    right: '对。',
    wrong: '不太对。',
    answers: '答案',
  },
  sheet: {
    title: '教师用表',
    ask: '问什么',
    happens: '会发生什么',
    time: '用多长时间',
    steps: '学习者做什么',
    print: '打印这张表',
  },
  plan: {
    title: '一堂 45 分钟的课',
    lede: '第 0 到 3 课用录下的运行：手机上、没有 WebGPU 也行。自己的运行需要它；有的机器由两三人合用。',
    minutes: '分钟',
    what: '部分',
    how: '怎样做',
    parts: [
      { minutes: '0–5', what: '这里学的是什么', how: '在投影仪上看录下的运行。问：谁写任务，谁回答，谁判定？' },
      { minutes: '5–12', what: '第 0 课：任务、回答、奖励', how: '一起做。把一个对的和一个错的回答读出来。' },
      { minutes: '12–18', what: '第 1 课：为什么 p = ½', how: '一人或两人一组。在黑板上写 p(1 − p)。' },
      { minutes: '18–24', what: '第 2 课：k_min 与 G', how: '一人或两人一组。看到第一个数字之前，人人先猜。' },
      {
        minutes: '24–34',
        what: '自己的运行',
        how: '一半人用实验组 GenEnv，另一半用 GenEnv-Random：预设 discovery，80 轮，每人一个随机种子。同时在黑板上讲第 3 课。先做完的人做一个世界（最后一课）。',
      },
      { minutes: '34–37', what: '交文件', how: '“数据 › 运行记录”里的“导出”。文件放进一个文件夹。' },
      { minutes: '37–42', what: '全班结果', how: '把所有文件一起拖到这里。先问：区间会重叠吗？' },
      { minutes: '42–45', what: '我们没有证明什么？', how: '一对模型，一个世界，轮数很少。接下来你会测什么？' },
    ],
    before:
      '上课之前：在要用的机器上打开一次页面，以便离线也能用，并试一次运行。如果 80 轮超过八分钟，就安排 60 轮：留出集成功率那时大约只有一半。',
    print: '打印这份安排',
    projector: '用于投影仪',
    projectorHint: '字大，东西少，直到关掉为止',
  },
  handout: {
    print: '打印讲义',
    printOf: (title: string) => `打印讲义：${title}`,
    name: '姓名：',
    found: '我发现了：',
    next: '我现在的一个问题：',
  },
  classResults: {
    title: '全班结果',
    lede: '每人做一次运行，在“数据 › 运行记录”里导出并交上文件。一起拖到这里，就成为一张图：每组的平均，附 95% 区间。什么也不存储，什么也不离开这个页面。',
    bring: {
      title: '全班的运行',
      hint: '导出的运行（.zip）、事件日志（.jsonl）或批量实验的结果；有多少就拖多少，以后还可以再添。',
      folder: '选择文件夹',
      files: '选择文件',
    },
    reading: '正在读取文件……',
    clear: '重新开始',
    groups: '各组，取每次运行的最后一次评估',
    group: '组',
    runs: '运行数',
    mean: '留出集成功率，平均',
    interval: '95% 区间',
    median: '中位数',
    one: '只有一次运行：没有区间',
    files: (files: string) => `谁交了什么（${files}）`,
    file: '文件',
    seed: '随机种子',
    epochs: '轮数',
    before: '之前',
    after: '之后',
    repeated: (file: string, as: string) => `${file} 与 ${as} 是同一次运行：只算一次。`,
  },
  link: {
    title: '做一个链接或嵌入',
    lede: '用于课堂、幻灯片或文章：选择打开什么、略去什么。',
    what: '打开时是',
    settings: '现在所选的设置',
    recorded: '录制的运行',
    panel: '面板',
    epoch: '停在第几轮',
    epochHint: '留空：自动播放。',
    hide: '隐藏这些控件',
    embed: '作为嵌入：一个框，没有工具栏',
    address: '链接',
    code: '网页的 HTML',
    copy: '复制',
    copied: '已复制。',
    notCopied: '无法使用剪贴板：请选中文本自行复制。',
    frameTitle: 'GenEnv Playground',
  },
} as const;
