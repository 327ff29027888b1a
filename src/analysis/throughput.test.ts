import { expect, it } from 'vitest';
import { Throughput, type Measurement } from './throughput.ts';

const measured = (at: number, agent: number, environment: number) =>
  ({ at, agent: { tokensGenerated: agent }, environment: { tokensGenerated: environment } }) as Measurement;

it('is that of both models over the last seconds, once enough time has been measured', () => {
  const throughput = new Throughput();
  expect(throughput.add(measured(0, 0, 0))).toBeUndefined();
  expect(throughput.add(measured(1000, 500, 100))).toBeUndefined();
  expect(throughput.add(measured(2000, 900, 100))).toBe(500);
  // Measurements older than eight seconds do not count.
  expect(throughput.add(measured(9000, 900, 800))).toBe(1100 / 8);
});

it('is never negative, when models that were opened again count from 0', () => {
  const throughput = new Throughput();
  throughput.add(measured(0, 5000, 0));
  expect(throughput.add(measured(2000, 10, 0))).toBe(0);
});
