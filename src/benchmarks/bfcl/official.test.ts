/** @file Compares our verdicts on gold answers and their mutations with the official checker's verdicts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Loaded } from '../benchmark.ts';
import { diskFiles } from '../node.ts';
import { isPyList, PyDict, pyEquals, PyTuple, type PyValue } from '../../common/python-value.ts';
import { parseTypedJson, pyFromJson } from '../python/python.ts';
import { sharedBenchmark } from '../testing/shared-data.ts';
import { bfcl, type BfclItem } from './benchmark.ts';
import { decodePythonCalls } from './decode.ts';

const folder = sharedBenchmark('bfcl');

interface Verdicts {
  id: string;
  raw: string;
  valid: boolean;
  error_type: string | null;
}
interface Decoded {
  decoder_input: string;
  error: string | null;
}

describe.skipIf(!folder)('the official BFCL files', () => {
  let loaded: Loaded<BfclItem>;
  const lines: string[] = [];
  beforeAll(async () => {
    loaded = await bfcl.load(diskFiles(folder!));
    lines.push(...readFileSync(join(folder!, 'official_ast_checker_fixtures.jsonl'), 'utf8').trim().split('\n'));
  });

  it('reads every single-turn Python item, and names the files it passes over', () => {
    expect(loaded.items).toHaveLength(400 + 200 + 200 + 200 + 240 + 258 + 1053 + 16 + 24 + 16 + 884);
    expect(loaded.problems.map(({ file, line }) => [file, line])).toEqual([
      ['BFCL_v4_multi_turn_base.json', null],
      ['BFCL_v4_multi_turn_miss_func.json', null],
      ['BFCL_v4_multi_turn_miss_param.json', null],
      ['BFCL_v4_simple_java.json', null],
      ['BFCL_v4_simple_javascript.json', null],
    ]);
  });

  it('agrees with every official verdict, and with its error type', async () => {
    const byId = new Map(loaded.items.map((item) => [item.id, item]));
    const fixtures = lines.map((line) => JSON.parse(line) as Verdicts).filter(({ raw }) => raw !== undefined);
    const disagreements = [];
    for (const { id, raw, valid, error_type } of fixtures) {
      const { correct, subscores } = await bfcl.score(byId.get(id)!, raw);
      if (correct !== valid || subscores.error_type !== error_type) disagreements.push(raw);
    }
    expect(fixtures).toHaveLength(4084);
    expect(disagreements).toEqual([]);
  });

  it('decodes as the official decoder does', async () => {
    // The fixtures are JSON, which writes a tuple as a list.
    const untuple = (value: PyValue): PyValue => {
      if (value instanceof PyTuple) return value.items.map(untuple);
      if (value instanceof PyDict) return new PyDict(value.entries().map(([key, item]) => [key, untuple(item)]));
      return isPyList(value) ? value.map(untuple) : value;
    };
    const fixtures = lines.filter((line) => 'decoder_input' in (JSON.parse(line) as Decoded));
    expect(fixtures).toHaveLength(22);
    for (const line of fixtures) {
      const { decoder_input, error } = JSON.parse(line) as Decoded;
      const ours = await decodePythonCalls(decoder_input);
      expect(ours.error === null, decoder_input).toBe(error === null);
      if (ours.value === null) continue;
      const official = (pyFromJson(parseTypedJson(line).value) as PyDict).get('decoded')!;
      const calls = ours.value.map((call) => new PyDict([[call.name, new PyDict(call.arguments)]]));
      expect(pyEquals(untuple(calls), official), decoder_input).toBe(true);
    }
  });
});
