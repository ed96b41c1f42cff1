// rooms.ts says which room may import from which. Here the sources are held against it.

import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FILES } from '../../scripts/hook-files.ts';
import { allImports, PROJECT, readSource, roomOf, sourceFiles, specifiers } from './imports.ts';
import { ROOMS } from './rooms.ts';

const IMPORTS = allImports();
const RULES = new Map(Object.entries(ROOMS).map(([room, { may }]) => [room, may]));
const HOT_ROOMS = [
  'cache',
  'engine/dispatch',
  'executors',
  'executors/protocol',
  'files',
  'hooks/*',
  'hosts/claude-code/events',
  'hosts/claude-code/session',
  'kernel/*',
  'log',
  'memory',
  'model/*',
  'rollups',
  'step',
  'usage',
  'words',
  'words/goal',
  'workspace',
];

function isOneOf(room: string, names: readonly string[]): boolean {
  return names.some((name) =>
    name.endsWith('/*') ? `${room}/`.startsWith(name.slice(0, -1)) : name === room,
  );
}

function packages(): Map<string, Set<string>> {
  const rooms = new Map<string, Set<string>>();
  for (const { from, to, kind } of IMPORTS) {
    if (kind === 'package') rooms.set(to, (rooms.get(to) ?? new Set()).add(roomOf(from)));
  }
  return rooms;
}

test('the reader of imports sees every form of them', () => {
  const source = `import a from 'a';
import type { B } from './b.ts';
import {
  c,
  d,
} from '../c.ts';
import 'e';
export { f } from './f.ts';
const g = await import('g');
type H = typeof import('./h.ts');
const text = "import x from 'no'";
export const i = 'no';
`;
  expect(specifiers(source)).toEqual(['a', './b.ts', '../c.ts', 'e', './f.ts', 'g', './h.ts']);
});

describe('the rooms of runtime/', () => {
  test('are exactly those of rooms.ts', () => {
    expect([...RULES.keys()].sort()).toEqual([...new Set(sourceFiles().map(roomOf))].sort());
  });

  test('import only from where rooms.ts lets them', () => {
    const forbidden = IMPORTS.filter(({ from, to, kind }) => {
      const target = roomOf(to);
      if (kind !== 'file' || target === roomOf(from)) return false;
      // What lies outside runtime/ is no room: the published schemas, which are generated.
      if (to.startsWith('../schemas/')) return roomOf(from) !== 'documents/reader';
      return !isOneOf(target, RULES.get(roomOf(from)) ?? []);
    });
    expect(forbidden).toEqual([]);
  });

  test('lead nowhere back to themselves', () => {
    const rooms = [...RULES.keys()];
    const next = new Map(
      rooms.map((room) => [
        room,
        rooms.filter((other) => other !== room && isOneOf(other, RULES.get(room) ?? [])),
      ]),
    );
    expect(circlesIn(next)).toEqual([]);
  });
});

describe('the files of a room', () => {
  test('lead nowhere back', () => {
    const next = new Map<string, string[]>();
    for (const { from, to, kind } of IMPORTS) {
      if (kind === 'file') next.set(from, [...(next.get(from) ?? []), to]);
    }
    expect(circlesIn(next)).toEqual([]);
  });
});

type Next = ReadonlyMap<string, readonly string[]>;

/** Each circle once, by its first member. */
function circlesIn(next: Next): string[] {
  return [...next.keys()].flatMap((one) => {
    const circle = circleOf(one, next);
    return circle?.every((other) => other >= one) ? [circle.join(' → ')] : [];
  });
}

/** The shortest way from one back to itself. */
function circleOf(start: string, next: Next): string[] | undefined {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (const here of queue) {
    for (const there of next.get(here) ?? []) {
      if (there === start) {
        const circle = [start];
        for (let at = here; at !== start; at = cameFrom.get(at) ?? start) circle.unshift(at);
        return [start, ...circle];
      }
      if (cameFrom.has(there)) continue;
      cameFrom.set(there, here);
      queue.push(there);
    }
  }
  return undefined;
}

describe('the kernel', () => {
  test('touches no built-in and no package, so that it has nothing to do I/O with', () => {
    const outside = IMPORTS.filter(
      ({ from, kind }) => isOneOf(roomOf(from), ['kernel/*']) && kind !== 'file',
    );
    expect(outside).toEqual([]);
  });

  test('reads no clock, no chance and no environment', () => {
    // `Date.parse` of a given text is a calculation.
    const impure =
      /\bDate\.now\b|\bnew Date\b|\bDate\(|\bMath\.random\b|\b(?:globalThis|process)\s*[.[]|\bperformance\b|\bset(?:Timeout|Interval|Immediate)\b|\bcrypto\b|\bfetch\(/;
    const found = sourceFiles()
      .filter((name) => isOneOf(roomOf(name), ['kernel/*']))
      .filter((name) => impure.test(withoutComments(readSource(name))));
    expect(found).toEqual([]);
  });
});

function withoutComments(source: string): string {
  return source.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(?<=^|\s)\/\/.*$/gm, '');
}

describe('the files of the hooks', () => {
  const { outputs } = JSON.parse(readFileSync(join(PROJECT, 'dist', 'meta.json'), 'utf8'));
  const sourcesOf = (file: string): string[] =>
    Object.keys(outputs[`dist/runtime/${file}`].inputs).filter((path) =>
      path.startsWith('runtime/'),
    );
  const HOT = ['hook.cjs', 'goal.cjs'];

  test.each(HOT)('%s holds nothing that looks at the world, and no package', (file) => {
    const inputs = Object.keys(outputs[`dist/runtime/${file}`].inputs);
    expect(inputs.filter((path) => path.includes('node_modules'))).toEqual([]);
    const rooms = new Set(sourcesOf(file).map((path) => roomOf(path.replace('runtime/', ''))));
    expect([...rooms].filter((room) => !isOneOf(room, HOT_ROOMS))).toEqual([]);
  });

  test.each(HOT)(
    '%s asks Node for files, paths and the host name, and for nothing else',
    (file) => {
      const text = readFileSync(join(PROJECT, 'dist', 'runtime', file), 'utf8');
      const required = new Set(
        [...text.matchAll(/require\("(?:node:)?([^"]+)"\)/g)].map(([, name]) => name),
      );
      const others = ['fs', 'path', 'os', ...Object.keys(FILES).map((f) => `./${f}`)];
      expect([...required].filter((name) => !others.includes(name ?? ''))).toEqual([]);
    },
  );

  test('goal.cjs loads none of the cold files before an event needs it', () => {
    const load = createRequire(import.meta.url);
    const folder = join(PROJECT, 'dist', 'runtime');
    load(join(folder, 'goal.cjs'));
    const loaded = Object.keys(load.cache).filter((path) => path.startsWith(folder));
    expect(loaded).toEqual([join(folder, 'goal.cjs')]);
  });

  test.each([...HOT, ...Object.keys(FILES)])('%s has no entry of another file in it', (file) => {
    const entries = Object.entries(FILES).flatMap(([other, sources]) =>
      other === file ? [] : sources,
    );
    expect(sourcesOf(file).filter((path) => entries.includes(path))).toEqual([]);
  });

  test('the language of conditions stands in one file of its own, for hooks and for commands', () => {
    const holders = Object.keys(outputs).filter((file) =>
      Object.keys(outputs[file].inputs).some((path) => path.includes('/cel-js/')),
    );
    expect(holders).toEqual(['dist/runtime/conditions.cjs', 'dist/cli/conditions.cjs']);
    const named = IMPORTS.filter(({ to }) => to === '@marcbachmann/cel-js');
    expect(named.map(({ from }) => from)).toEqual(['conditions/cel.ts']);
  });

  test('begin.cjs holds three validators, made by the build, and of ajv only what these call', () => {
    const inputs = Object.keys(outputs['dist/runtime/begin.cjs'].inputs);
    const validators = inputs.filter((path) => path.startsWith('validator:')).sort();
    expect(validators).toEqual(['validator:config', 'validator:growth', 'validator:template']);
    const ofAjv = inputs.filter((path) => path.includes('node_modules/ajv/'));
    expect(ofAjv).toEqual(['node_modules/ajv/dist/runtime/ucs2length.js']);
  });

  test.each(['status-alone', 'goals/status', 'log/log', 'log/why', 'log/fsck'])(
    'the command of runtime/cli/%s.ts waits for no parser, validator or watcher',
    (command) => {
      const entry = Object.keys(outputs).find(
        (file) => outputs[file].entryPoint === `runtime/cli/${command}.ts`,
      );
      const inputs = [...loadedBy(entry ?? '')].flatMap((file) =>
        Object.keys(outputs[file].inputs),
      );
      expect(inputs).toContain(`runtime/cli/${command}.ts`);
      expect(
        inputs.filter((path) => /node_modules\/(?:yaml|chokidar|zod|ajv)\//.test(path)),
      ).toEqual([]);
    },
  );

  /** With all that it imports before it runs. */
  function loadedBy(file: string, seen = new Set<string>()): Set<string> {
    if (seen.has(file)) return seen;
    seen.add(file);
    for (const { path, kind } of outputs[file].imports) {
      if (kind === 'import-statement' && Object.hasOwn(outputs, path)) loadedBy(path, seen);
    }
    return seen;
  }

  test('hook.cjs is small', () => {
    const { size } = statSync(join(PROJECT, 'dist', 'runtime', 'hook.cjs'));
    expect(size).toBeLessThanOrEqual(16 * 1024);
  });
});

describe('packages', () => {
  const used = packages();
  const manifest = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'));

  test.each([
    [
      'zod',
      [
        'model',
        'model/actors',
        'model/documents',
        'model/facts',
        'model/protocol',
        'model/state',
        'model/usage',
        'model/views',
        'model/views/entities',
      ],
    ],
    ['ajv', ['documents/reader']],
    ['yaml', ['documents/reader']],
    ['gray-matter', ['hosts/claude-code/install']],
    ['chokidar', ['cli/frame']],
    ['proper-lockfile', ['cli/prove', 'engine/gates', 'hosts/claude-code/install']],
    ['fast-glob', ['documents']],
    ['@vscode/tree-sitter-wasm', ['proof/plant']],
    ['picomatch', ['documents']],
    ['sax', ['evidence/gates/formats']],
    [
      'jsonc-parser',
      [
        'files',
        'hosts/claude-code/discover',
        'hosts/claude-code/install',
        'hosts/claude-code/settings',
      ],
    ],
    ['picocolors', ['cli/frame']],
    ['@clack/prompts', ['cli/frame']],
  ])('%s is used in %j and nowhere else', (name, rooms) => {
    expect([...(used.get(name) ?? [])].sort()).toEqual(rooms);
  });

  test('have the one place each that they are there for', () => {
    const places = (name: string): string[] =>
      IMPORTS.filter(({ to }) => to === name).map(({ from }) => from);
    expect(places('chokidar')).toEqual(['cli/frame/follow-log.ts']);
    expect(places('gray-matter')).toEqual(['hosts/claude-code/install/front-matter.ts']);
    expect(places('proper-lockfile')).toEqual([
      'cli/prove/kept-answers.ts',
      'engine/gates/tree-lock.ts',
      'hosts/claude-code/install/install-lock.ts',
    ]);
    expect(places('@vscode/tree-sitter-wasm')).toEqual(['proof/plant/grammar.ts']);
    expect(places('sax')).toEqual(['evidence/gates/formats/junit.ts']);
    expect(places('fast-glob')).toEqual(['documents/globs.ts']);
    expect(places('yaml')).toEqual([
      'documents/reader/put-setting.ts',
      'documents/reader/yaml-places.ts',
      'documents/reader/yaml-syntax.ts',
      'documents/reader/yaml-text.ts',
    ]);
    // Fetching a program is a lock held for minutes.
    const fetch = readFileSync(join(PROJECT, 'scripts/client/fetch.ts'), 'utf8');
    expect(specifiers(fetch)).toContain('proper-lockfile');
  });

  test('of the runtime are bundled, so that what is packed needs none', () => {
    expect(manifest).not.toHaveProperty('dependencies');
    for (const name of used.keys()) expect(Object.keys(manifest.devDependencies)).toContain(name);
  });

  test('for development stay out of the runtime: tsx runs scripts, vitest runs tests', () => {
    const tools = ['tsx', 'vitest', 'esbuild', 'typescript', 'knip', 'publint', '@biomejs/biome'];
    for (const name of tools) {
      expect(Object.keys(manifest.devDependencies)).toContain(name);
      expect(used.has(name)).toBe(false);
    }
    expect(manifest.scripts.build).toMatch(/^tsx scripts\//);
    expect(manifest.scripts.test).toMatch(/\bvitest run$/);
  });
});

describe('a whole file', () => {
  /** Standard input, `/proc`, and a probe that was just written. */
  const MAY: readonly string[] = [
    'cli/statusline/statusline.ts',
    'evidence/trees/looks.ts',
    'executors/reaping/marked.ts',
    'files/reading.ts',
    'hooks/launch.ts',
    // A line for `node -e`, in which there is nothing else to read with.
    'hosts/claude-code/settings/registration.ts',
    'workspace/host-name.ts',
    'workspace/processes.ts',
  ];

  test('is read by the one reader that no device, pipe or link to one can hold up', () => {
    const plain = sourceFiles()
      .filter((file) => /\breadFileSync\(|\breadFile\(/.test(readSource(file)))
      .sort();
    expect(plain).toEqual(MAY);
  });
});

test('the configuration in force has one way to it: nobody else compiles its files, or asks whether git carries the local one', () => {
  const lower = /\b(?:compileConfig|localConfigInGit)\b/;
  const named = sourceFiles().filter((file) => lower.test(readSource(file)));
  // What was in force before there were questions is kept by the last one, without compiling it.
  expect(named.sort()).toEqual([
    'documents/config.ts',
    'workspace/in-git.ts',
    'workspace/local-config.ts',
  ]);
});
