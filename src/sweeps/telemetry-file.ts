/** @file The times of runs, as JSON lines beside their summaries, one run a line. */
import { z } from 'zod';
import type { RunTelemetry } from '../analysis/run-telemetry.ts';
import { checkedJson, checkJson } from '../common/checked-line.ts';

const schema: z.ZodType<RunTelemetry> = z.object({ id: z.string(), seconds: z.array(z.number()) });

export const telemetryLine = ({ id, seconds }: RunTelemetry): string =>
  checkedJson(JSON.stringify({ id, seconds: seconds.map((value) => Number(value.toFixed(3))) }));

/** Telemetry of a file of JSON lines. Other lines are passed over: no result depends on them. */
export const parseTelemetry = (text: string): RunTelemetry[] =>
  text.split('\n').flatMap((line) => {
    try {
      const result = schema.safeParse(JSON.parse(line));
      return result.success && !checkJson(line) ? [result.data] : [];
    } catch {
      return [];
    }
  });
