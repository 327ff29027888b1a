/** @file The binomial distribution, every probability of it, exact to rounding also for thousands of trials. */

/** P(k successes in n trials) for k = 0…n, with success rate p. Through logarithms, so that nothing underflows early. */
export function binomial(n: number, p: number): number[] {
  if (p <= 0 || p >= 1) return Array.from({ length: n + 1 }, (_, k) => (k === (p >= 1 ? n : 0) ? 1 : 0));
  const [logP, logQ] = [Math.log(p), Math.log1p(-p)];
  let logChoose = 0;
  return Array.from({ length: n + 1 }, (_, k) => {
    if (k > 0) logChoose += Math.log((n - k + 1) / k);
    return Math.exp(logChoose + k * logP + (n - k) * logQ);
  });
}
