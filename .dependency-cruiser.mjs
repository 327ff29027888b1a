/** @file Imports point one way: the rooms of `scripts/rooms.mjs`, and no cycle between files or folders. */
import { contracts, rooms } from './scripts/rooms.mjs';

const inside = (paths) => `^(${paths.map((path) => path.replaceAll('.', '\\.')).join('|')})(/|$)`;
/** Tests and what only they use may reach up, to check that what a room builds serves its callers. */
const TESTS = '(\\.test\\.ts|\\.reference\\.ts)$|/testing/';

/** What every room may use: helpers that know nothing of any subject. */
const COMMON = 'src/common';

const roomRules = Object.entries(rooms).map(([room, { path, imports }]) => ({
  name: `room-${room}`,
  comment: `${path} may import: ${imports.join(', ') || 'nothing else'}.`,
  severity: 'error',
  from: { path: inside([path]), pathNot: TESTS },
  to: {
    path: '^(src|workers)/',
    pathNot: inside([
      path,
      COMMON,
      ...imports.flatMap((name) => (name.endsWith('!') ? contracts[name.slice(0, -1)] : [rooms[name].path])),
    ]),
  },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...roomRules,
    {
      name: 'no-cycle',
      comment: 'Files that import each other can’t be read one after the other.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-folder-cycle',
      comment: 'Folders that import each other are one subject in two places, or two in one.',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    includeOnly: '^(src|workers)/',
    exclude: { path: TESTS },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
  },
};
