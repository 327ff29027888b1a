/**
 * @file Pre-trains table policies like the real models. The agent learns answers, and the environment learns task
 * texts.
 */
import { readFileSync } from 'node:fs';
import { createTokenizer, wordLevelTokenizer } from '../../lm/files/tokenizer.ts';
import { environmentExample, type LevelPrior, playExamples } from '../../tasks/data.ts';
import { EOS, type Family, PAD, vocabulary } from '../../tasks/family.ts';
import { RandomStream } from '../../random/random-stream.ts';
import type { OptimizerSettings } from '../../policy/policy.ts';
import type { TrainingSequence } from '../../objectives/objective.ts';
import { TablePolicy } from '../../policy/testing/table-policy.ts';

/** Returns the byte-pair tokenizer of the shipped model `english`. */
function englishTokenizer() {
  const file = (name: string): unknown =>
    JSON.parse(readFileSync(new URL(`../../../models/english/${name}`, import.meta.url), 'utf8'));
  return createTokenizer(file('tokenizer.json'), file('tokenizer_config.json'));
}

/** Returns a byte-pair tokenizer if a family is in natural language, else a tokenizer with one token per word. */
export const tokenizerOf = (families: readonly Family[]) =>
  families.some(({ chat }) => chat)
    ? englishTokenizer()
    : wordLevelTokenizer(vocabulary(families).filter((word) => word !== PAD && word !== EOS));

const BATCH = 16;
const optimizer: OptimizerSettings = {
  learningRate: 0.1,
  beta1: 0.9,
  beta2: 0.98,
  epsilon: 1e-8,
  weightDecay: 0,
  clipNorm: 1,
};

/** Trains both players. Each call of the result's `players` returns a new pair with the trained weights. */
async function trainTables(families: readonly Family[], prior: LevelPrior, steps: number) {
  const seed = 1;
  const tokenizer = tokenizerOf(families);
  const end = tokenizer.endIds[0];
  const encoded = (prompt: string, completion: string): TrainingSequence => ({
    prompt: tokenizer.encode(prompt),
    completion: [...tokenizer.encode(completion), end],
  });
  const agentText = (random: RandomStream) => {
    const [{ prompt, completion }] = playExamples(families, 1, random);
    return encoded(prompt, completion);
  };
  const environmentText = (random: RandomStream) => {
    const { context, completion } = environmentExample(families, prior, random);
    return encoded(context, completion);
  };
  const train = async (text: (random: RandomStream) => TrainingSequence, stream: number) => {
    const policy = new TablePolicy({ vocabularySize: tokenizer.vocabularySize, seed });
    for (let step = 0; step < steps; step++)
      await policy.update({
        sequences: Array.from({ length: BATCH }, (_, i) => text(new RandomStream(seed, stream, step, i))),
        objective: { kind: 'cross-entropy', on: 'completion' },
        optimizer: { ...optimizer, learningRate: optimizer.learningRate * (1 - step / steps) },
      });
    return policy;
  };
  const agent = await train(agentText, 101);
  const environment = await train(environmentText, 102);
  return { tokenizer, players: () => ({ agent: agent.branch(), environment: environment.branch() }) };
}

const trained: { of: readonly unknown[]; tables: ReturnType<typeof trainTables> }[] = [];

/** Returns trained table policies. Training is slow, so each pair is trained only once per process. */
export function pretrainedTables(
  families: readonly Family[],
  prior: LevelPrior,
  steps: number,
): ReturnType<typeof trainTables> {
  const of = [prior, steps, ...families];
  const known = trained.find((one) => one.of.length === of.length && of.every((part, i) => part === one.of[i]));
  if (known) return known.tables;
  const tables = trainTables(families, prior, steps);
  trained.push({ of, tables });
  return tables;
}
