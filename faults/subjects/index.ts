/** @file All subjects of the campaign, in the order of the report. */
import type { Subject } from '../campaign.ts';
import { benchmarkFolders, benchmarkScorers, predictions } from './benchmarks.ts';
import { browserRuns } from './browser-runs.ts';
import { checkpoints } from './checkpoints.ts';
import { links } from './links.ts';
import { listedModels } from './listed-models.ts';
import { locks } from './locks.ts';
import { lostGpu } from './lost-gpu.ts';
import { models } from './models.ts';
import { coevolve, otherPrograms } from './processes.ts';
import { eventLogs, exportedRuns, trainerLogs } from './run-logs.ts';
import { storedRuns } from './stored-runs.ts';
import { storedSweeps } from './stored-sweeps.ts';
import { sweepFolders, sweepPlans } from './sweep-files.ts';
import { taskParsers, taskScorers } from './task-texts.ts';

/** Those that take milliseconds a trial. */
export const quickSubjects: readonly Subject[] = [
  ...[
    storedRuns,
    storedSweeps,
    browserRuns,
    checkpoints,
    eventLogs,
    exportedRuns,
    trainerLogs,
    models,
    listedModels,
    sweepPlans,
  ],
  ...[sweepFolders, predictions, benchmarkFolders, links, ...locks, taskParsers, taskScorers, benchmarkScorers],
];

/** Those that make whole runs on the GPU; a test makes one trial of each. */
export const slowSubjects: readonly Subject[] = [coevolve, lostGpu];

export const subjects: readonly Subject[] = [...quickSubjects, ...slowSubjects, ...otherPrograms];
