/**
 * @file The curves by which runs are drawn over each other: success p̂ in training, success on held-out tasks, the mean level
 * of the tasks, the share of mixed groups.
 */
export type ComparedCurve = 'success' | 'heldOut' | 'level' | 'mixed';
