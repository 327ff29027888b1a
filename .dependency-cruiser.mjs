/** @file Checks that rooms import only what `scripts/rooms.mjs` allows, and that no files or folders form a cycle. */
import { contracts, otherFolders, rooms } from './scripts/rooms.mjs';

const inside = (paths) => `^(${paths.map((path) => path.replaceAll('.', '\\.')).join('|')})(/|$)`;
/** Tests and their helpers may import any room, because they check that a room serves its callers. */
const TESTS = '(\\.test\\.ts|\\.reference\\.ts)$|/testing/';

/** Matches the paths of all our own code. */
const HOUSE = inside(['src', 'workers', ...Object.keys(otherFolders)]);

const roomRules = Object.entries(rooms).map(([room, { path, imports }]) => ({
  name: `room-${room}`,
  comment: `${path} may import: ${imports.join(', ') || 'nothing else'}.`,
  severity: 'error',
  from: { path: inside([path]), pathNot: TESTS },
  to: {
    path: '^(src|workers)/',
    pathNot: inside([
      path,
      // Every room may import the general helpers.
      rooms.common.path,
      ...imports.flatMap((name) => (name.endsWith('!') ? contracts[name.slice(0, -1)] : [rooms[name].path])),
    ]),
  },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...roomRules,
    {
      name: 'messages-through-text',
      comment: 'Messages are imported from the files of src/text, never from the folder of a language.',
      severity: 'error',
      from: { pathNot: '^src/text/' },
      to: { path: '^src/text/[^/]+/' },
    },
    {
      name: 'no-cycle',
      comment: 'Files that import each other cannot be read one after the other.',
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
    includeOnly: HOUSE,
    exclude: { path: TESTS },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
  },
};
