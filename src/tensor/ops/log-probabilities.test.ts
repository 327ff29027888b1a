import { expect, it } from 'vitest';
import { RandomStream } from '../../random/random-stream.ts';
import { Tape } from '../tape.ts';
import { describeStyles, expectGradient, randomArray } from '../testing/check-op.ts';
import { relativeError } from '../testing/relative-error.ts';
import { logProbabilities, logProbabilitiesBackward, OUTPUTS, outputStride } from './log-probabilities.ts';
import { divergenceReference, entropyReference, logSoftmaxReference } from './log-probabilities.reference.ts';

describeStyles('log-probabilities', (device) => {
  it('log-probabilities, entropy and KL divergence, with several predictions in a row', async () => {
    const [rows, vocabulary, width, temperature] = [3, 21, 24, 0.7];
    const random = new RandomStream(7, 7);
    const logits = randomArray(random, [rows, width]);
    const reference = randomArray(random, [rows, width]);
    const targets = [4, 20, 4, 0];
    const rowOf = [0, 2, 0, 1];
    const stride = outputStride(targets.length);
    const upstream = randomArray(random, [OUTPUTS, stride]);
    const tape = new Tape(device(), false);
    const args = {
      logits: tape.upload(logits, [rows, width]),
      reference: tape.upload(reference, [rows, width]),
      firstRow: 0,
      vocabulary,
      temperature,
      outputs: tape.allocate([OUTPUTS, stride]),
      statistics: tape.allocate([rows, 4]),
      index: {
        predictions: targets.length,
        rowStarts: tape.upload(Uint32Array.of(0, 2, 3, 4)),
        byRow: tape.upload(Uint32Array.of(0, 4, 2, 4, 3, 0, 1, 20), [4, 2]),
      },
    };
    logProbabilities(tape, args);
    const outputs = await device().read(args.outputs);
    logProbabilitiesBackward(tape, args, tape.upload(upstream, [OUTPUTS, stride]));
    const gradient = await device().read(args.logits);
    tape.dispose();

    const row = (of: ArrayLike<number>, r: number) => Array.from(of).slice(r * width, r * width + vocabulary);
    const outputsAt = (values: ArrayLike<number>) =>
      targets.flatMap((target, m) => {
        const logP = logSoftmaxReference(row(values, rowOf[m]), temperature);
        const logQ = logSoftmaxReference(row(reference, rowOf[m]), temperature);
        return [logP[target], entropyReference(logP), divergenceReference(logP, logQ)];
      });
    const ordered = targets.flatMap((_, m) => [outputs[m], outputs[stride + m], outputs[2 * stride + m]]);
    expect(relativeError(ordered, outputsAt(logits))).toBeLessThan(1e-5);
    const underReference = targets.map(
      (target, m) => logSoftmaxReference(row(reference, rowOf[m]), temperature)[target],
    );
    expect(relativeError(outputs.slice(3 * stride, 3 * stride + targets.length), underReference)).toBeLessThan(1e-5);
    const loss = (values: ArrayLike<number>) =>
      outputsAt(values).reduce((total, value, i) => total + value * upstream[(i % 3) * stride + Math.floor(i / 3)], 0);
    expectGradient(gradient, Float64Array.from(logits), loss, 1e-4);
  });
});
