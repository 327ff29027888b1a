/**
 * @file Runs the workload in jax-js (https://github.com/ekzhang/jax-js), as its documentation suggests: with the whole
 * step in `jit`, gradients by `valueAndGrad`, and `dotProductAttention`. jax-js counts references, and an operation
 * consumes its arrays. So every use of an array except the last one takes `.ref`.
 */
import { blockUntilReady, defaultDevice, init, jit, nn, numpy as np, random, tree, valueAndGrad } from '@jax-js/jax';
import { batch, CONFIG, type Contestant, LENGTH, modelWeights, type WorkSize } from '../workload.ts';

type Array = np.Array;
type Layer = Record<'norm1' | 'qkv' | 'out' | 'norm2' | 'gateUp' | 'down', Array>;
type Parameters = { embedding: Array; layers: Layer[]; norm: Array; head: Array };

const { hiddenSize: D, heads: H, headDim: HD, vocabSize: V, rmsNormEps: EPSILON } = CONFIG;

function parameters(): Parameters {
  const source = modelWeights();
  const read = (name: string) => {
    const { shape, data } = source.get(name)!;
    return np.array(data as Float32Array<ArrayBuffer>, { shape: [...shape] });
  };
  // Hugging Face stores weights as [out, in], but x @ W needs [in, out].
  const columns = (...names: string[]) => np.transpose(np.concatenate(names.map(read), 0));
  return {
    embedding: read('model.embed_tokens.weight'),
    layers: Array.from({ length: CONFIG.layers }, (_, i) => {
      const layer = `model.layers.${i}`;
      return {
        norm1: read(`${layer}.input_layernorm.weight`),
        qkv: columns(...['q', 'k', 'v'].map((part) => `${layer}.self_attn.${part}_proj.weight`)),
        out: columns(`${layer}.self_attn.o_proj.weight`),
        norm2: read(`${layer}.post_attention_layernorm.weight`),
        gateUp: columns(`${layer}.mlp.gate_proj.weight`, `${layer}.mlp.up_proj.weight`),
        down: columns(`${layer}.mlp.down_proj.weight`),
      };
    }),
    norm: read('model.norm.weight'),
    head: columns('lm_head.weight'),
  };
}

const rmsNorm = (x: Array, weight: Array): Array => {
  const scale = np.sqrt(np.mean(np.square(x.ref), -1, { keepdims: true }).add(EPSILON));
  return x.div(scale).mul(weight);
};

/** Returns cos and sin of the rotary angles, both [positions, HD], in Hugging Face's rotate-half convention. */
function rotaryTables(positions: number): [Array, Array] {
  const angle = (position: number, i: number) => position * CONFIG.ropeTheta ** ((-2 * (i % (HD / 2))) / HD);
  const table = (f: (x: number) => number) =>
    np.array(
      Float32Array.from({ length: positions * HD }, (_, j) => f(angle(Math.floor(j / HD), j % HD))),
      { shape: [positions, HD] },
    );
  return [table(Math.cos), table(Math.sin)];
}

/** Rotates x [..., positions, heads, HD] by cos and sin [positions, 1, HD]. */
const rotate = (x: Array, cos: Array, sin: Array): Array => {
  const [low, high] = np.split(x.ref, 2, -1);
  return x.mul(cos).add(np.concatenate([high.neg(), low], -1).mul(sin));
};

const feedForward = (x: Array, layer: Layer): Array => {
  const [gate, up] = np.split(np.matmul(rmsNorm(x, layer.norm2), layer.gateUp), 2, -1);
  return np.matmul(nn.silu(gate).mul(up), layer.down);
};

/** Returns the mean next-token cross-entropy. `ids` and `targets` are int32 [B, T]. */
function loss(p: Parameters, ids: Array, targets: Array, cos: Array, sin: Array): Array {
  const [B, T] = ids.shape;
  let x = np.matmul(nn.oneHot(ids, V), p.embedding);
  const c = cos.reshape([T, 1, HD]);
  const s = sin.reshape([T, 1, HD]);
  for (const layer of p.layers) {
    const qkv = np.matmul(rmsNorm(x.ref, layer.norm1), layer.qkv).reshape([B, T, 3, H, HD]);
    const [q, k, v] = np.split(qkv, 3, 2).map((part) => part.reshape([B, T, H, HD]));
    const attended = nn.dotProductAttention(rotate(q, c.ref, s.ref), rotate(k, c.ref, s.ref), v, { isCausal: true });
    x = x.add(np.matmul(attended.reshape([B, T, D]), layer.out));
    x = x.ref.add(feedForward(x, layer));
  }
  c.dispose();
  s.dispose();
  const logProbabilities = nn.logSoftmax(np.matmul(rmsNorm(x, p.norm), p.head), -1);
  return np.sum(logProbabilities.mul(nn.oneHot(targets, V))).mul(-1 / (B * T));
}

const BETA1 = 0.9;
const BETA2 = 0.98;

/** Parameters `p`, with the first moments `m` and the second moments `v` of their gradients. */
type State = Record<'p' | 'm' | 'v', Parameters>;
type Data = Record<'ids' | 'targets' | 'cos' | 'sin', Array>;

/** Takes an AdamW step without weight decay. Returns loss and state. `corrections` are 1 / (1 − βᵗ) for m and v. */
const trainStep = jit(({ p, m, v }: State, { ids, targets, cos, sin }: Data, corrections: [Array, Array]) => {
  const [value, gradient] = valueAndGrad(loss)(tree.ref(p), ids, targets, cos, sin) as [Array, Parameters];
  const m2 = tree.map((a: Array, g: Array) => a.mul(BETA1).add(g.mul(1 - BETA1)), m, tree.ref(gradient));
  const v2 = tree.map((a: Array, g: Array) => a.mul(BETA2).add(np.square(g).mul(1 - BETA2)), v, gradient);
  const step = (w: Array, a: Array, b: Array) => {
    const root = np.sqrt(b.mul(corrections[1].ref)).add(1e-8);
    return w.sub(a.mul(corrections[0].ref).mul(1e-3).div(root));
  };
  const p2 = tree.map(step, p, tree.ref(m2) as never, tree.ref(v2) as never);
  tree.dispose(corrections as never);
  return [value, { p: p2, m: m2, v: v2 }] as never;
});

/** Takes one decoding step with `ids` [B]. Returns the next ids and caches, [B, capacity, H, HD] per layer. */
const decodeStep = jit(
  (p: Parameters, ids: Array, at: Array, cos: Array, sin: Array, keys: Array[], values: Array[], key: Array) => {
    const [[B], [capacity]] = [ids.shape, at.shape];
    let x = np.matmul(nn.oneHot(ids, V), p.embedding).reshape([B, 1, D]);
    // `at` [capacity] is 1 at the current position and 0 elsewhere. `row` picks a table's row for that position.
    const row = (table: Array) => np.matmul(at.ref.reshape([1, capacity]), table).reshape([1, 1, HD]);
    const c = row(cos);
    const s = row(sin);
    const place = at.ref.reshape([1, capacity, 1, 1]);
    const keep = np.subtract(1, place.ref);
    // Positions up to the current one are visible. A cumulative sum of `at` from its end gives this mask.
    const visible = np.flip(np.cumsum(np.flip(at)), 0).reshape([1, 1, 1, capacity]);
    const bias = visible.sub(1).mul(1e9);
    const newKeys: Array[] = [];
    const newValues: Array[] = [];
    p.layers.forEach((layer, i) => {
      const qkv = np.matmul(rmsNorm(x.ref, layer.norm1), layer.qkv).reshape([B, 1, 3, H, HD]);
      const [q, k, v] = np.split(qkv, 3, 2).map((part) => part.reshape([B, 1, H, HD]));
      const write = (cache: Array, value: Array) => cache.mul(keep.ref).add(value.mul(place.ref));
      newKeys[i] = write(keys[i], rotate(k, c.ref, s.ref));
      newValues[i] = write(values[i], v);
      const attended = nn.dotProductAttention(rotate(q, c.ref, s.ref), newKeys[i].ref, newValues[i].ref, {
        bias: bias.ref,
      });
      x = x.add(np.matmul(attended.reshape([B, 1, D]), layer.out));
      x = x.ref.add(feedForward(x, layer));
    });
    tree.dispose([c, s, place, keep, bias] as never);
    const logits = np.matmul(rmsNorm(x, p.norm), p.head).reshape([B, V]);
    return [random.categorical(key, logits), newKeys, newValues] as never;
  },
);

const ints = (values: number[], shape: number[]) => np.array(Int32Array.from(values), { shape, dtype: np.int32 });

export async function prepare(size: WorkSize): Promise<Contestant> {
  if (!('Iterator' in globalThis)) throw new Error('jax-js calls iterators by methods that came with Node 22.');
  await init('webgpu');
  defaultDevice('webgpu');
  const { sequences, newTokens } = size;
  const rows = batch(size);
  const [cos, sin] = rotaryTables(LENGTH);
  const data: Data = {
    ids: ints(
      rows.flatMap((row) => row.slice(0, -1)),
      [sequences, LENGTH],
    ),
    targets: ints(
      rows.flatMap((row) => row.slice(1)),
      [sequences, LENGTH],
    ),
    cos,
    sin,
  };
  // Use one position more than needed, because SwiftShader loses the device in jax-js's kernels for 32 positions.
  const capacity = newTokens + 1;
  const [sampleCos, sampleSin] = rotaryTables(capacity);
  const p = parameters();
  const zeros = () => tree.map((w: Array) => np.zeros([...w.shape]), p) as unknown as Parameters;
  let state: State = { p, m: zeros(), v: zeros() };
  let draws = 0;
  let steps = 0;
  return {
    async train() {
      steps++;
      const corrections = [BETA1, BETA2].map((beta) => np.array(1 / (1 - beta ** steps)));
      const made = trainStep(state as never, tree.ref(data) as never, corrections as never);
      const [value, after] = made as unknown as [Array, State];
      state = after;
      await blockUntilReady(state as never);
      return (await value.jsAsync()) as number;
    },
    async sample() {
      const cache = () =>
        Array.from({ length: CONFIG.layers }, () => np.zeros([sequences, capacity, H, HD])) as Array[];
      let [keys, values] = [cache(), cache()];
      let next = ints(
        rows.map(([first]) => first),
        [sequences],
      );
      for (let position = 0; position < newTokens; position++) {
        const at = np.array(Float32Array.from({ length: capacity }, (_, i) => (i === position ? 1 : 0)));
        [next, keys, values] = decodeStep(
          tree.ref(state.p) as never,
          next,
          at,
          sampleCos.ref,
          sampleSin.ref,
          keys as never,
          values as never,
          random.key(draws++),
        ) as unknown as [Array, Array[], Array[]];
      }
      await next.jsAsync();
      tree.dispose([keys, values] as never);
    },
  };
}
