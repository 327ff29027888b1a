/** @file The curves by which runs are drawn over each other. */
export type ComparedCurve = 'success' | 'heldOut' | 'level' | 'mixed';
