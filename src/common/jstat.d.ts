/** @file The part of jstat that is used here; the library has no types of its own. */
declare module 'jstat' {
  const jstat: {
    studentt: {
      /** The quantile of Student's t distribution. */
      inv(probability: number, degreesOfFreedom: number): number;
    };
    beta: {
      /** The quantile of the Beta distribution. */
      inv(probability: number, alpha: number, beta: number): number;
    };
  };
  export default jstat;
}
