/**
 * @file Every word of the page in simplified Chinese, one file a subject, with the names and parameters of English.
 *
 * One term means one thing everywhere: agent 智能体, environment (model) 环境模型, task 任务, rollout 采样回答 (short: 回答),
 * group 组, epoch 轮, stage 阶段, optimizer step 步, reward 奖励, advantage 优势, success rate 成功率, band 区间, filter 过滤器,
 * level 级别, curriculum 课程, lesson 教程, held-out 留出集, pool 数据池, trace 轨迹, arm 实验组, sweep 批量实验, run 运行, replay of a run
 * 回放, replayed task 重放, seed 随机种子, preset 预设, token 词元, tokenizer 分词器, log-probability 对数概率, entropy 熵,
 * KL divergence KL 散度, nat 纳特, gradient norm 梯度范数, clip 裁剪, weights 权重, checkpoint 检查点, adapter of LoRA 适配器,
 * graphics adapter 图形适配器, prompt 提示词, completion 回答, teacher 教师模型, benchmark 基准, oracle 判定程序,
 * mixed group 有对有错的组, family 任务族, turn 回合, station 设施. The symbols α, β, k_min, λ, p̂, R_env, D_train and D_env stay.
 */
export * from './axes.ts';
export * from './charts.ts';
export * from './circuit.ts';
export * from './departures.ts';
export * from './families.ts';
export * from './first-minute.ts';
export * from './frame.ts';
export * from './glossary-forms.ts';
export * from './loop.ts';
export * from './problems.ts';
export * from './replay.ts';
export * from './run-page.ts';
export * from './runs.ts';
export * from './settings-panel.ts';
export * from './settings.ts';
export * from './story.ts';
