/**
 * @file How long a run took on the machine that made it: wall-clock seconds, recorded beside the results and never part
 * of them, so that the same run gives the same results on any machine.
 */
import { z } from 'zod';

export interface RunTelemetry {
  id: string;
  /** Seconds since the run began, at the end of each epoch, the first being epoch 0: before any training. */
  seconds: number[];
}

const schema: z.ZodType<RunTelemetry> = z.object({ id: z.string(), seconds: z.array(z.number()) });

export const telemetryLine = ({ id, seconds }: RunTelemetry): string =>
  JSON.stringify({ id, seconds: seconds.map((value) => Number(value.toFixed(3))) });

/** Telemetry of a file of JSON lines; lines that are none are passed over, since nothing depends on them. */
export const parseTelemetry = (text: string): RunTelemetry[] =>
  text.split('\n').flatMap((line) => {
    try {
      const result = schema.safeParse(JSON.parse(line));
      return result.success ? [result.data] : [];
    } catch {
      return [];
    }
  });
