// How the runtime of the hooks is cut into files. A hook parses what it loads while the user waits
// (55 KB that are only parsed cost 11 % of a bare start of node), so hook.cjs has what every event
// needs, and each part what some events need. The sources import each other plainly; the cut is made
// here: an import of a part's entry becomes a call that loads the part, and what a part shares with
// hook.cjs it takes from there.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { BuildOptions, Plugin } from 'esbuild';

/** The sources whose functions are reached by loading the part. They export functions and nothing else. */
export const PARTS: Readonly<Record<string, readonly string[]>> = {
  // Whatever concerns a goal.
  'goal.cjs': ['runtime/hooks/hear.ts'],
  // More than one line to write.
  'step.cjs': ['runtime/store/step.ts'],
  // What has consequences: for the state, for a node of it, for the caches.
  'facts.cjs': ['runtime/kernel/reduce-fact.ts', 'runtime/store/save-state.ts'],
  'node.cjs': ['runtime/kernel/reduce-node.ts', 'runtime/kernel/reduce-run.ts'],
  'graph.cjs': ['runtime/store/save-taskgraph.ts'],
  'runs.cjs': ['runtime/kernel/runs.ts'],
  // There is something to say.
  'say.cjs': ['runtime/hooks/say.ts'],
  'text.cjs': ['runtime/hosts/claude-code/text.ts'],
  'guard.cjs': ['runtime/hooks/guard.ts'],
  'session.cjs': ['runtime/hooks/session-start.ts', 'runtime/hooks/stop-failure.ts'],
  'end.cjs': ['runtime/hooks/session-end.ts'],
  'compact.cjs': ['runtime/hooks/pre-compact.ts'],
  'stop.cjs': ['runtime/hooks/stop.ts'],
  'wake.cjs': ['runtime/hooks/post-tool-use.ts', 'runtime/hooks/user-prompt-submit.ts'],
  'dispatch.cjs': ['runtime/hooks/pre-tool-use.ts'],
  'anchors.cjs': ['runtime/store/anchors.ts'],
  // Another writer is there, was there, or died; a project that is no main checkout.
  'rare.cjs': [
    'runtime/hooks/keep-error.ts',
    'runtime/hooks/not-recorded.ts',
    'runtime/kernel/upcast.ts',
    'runtime/store/contend.ts',
    'runtime/store/drain-inbox.ts',
    'runtime/store/find-step.ts',
    'runtime/store/history.ts',
    'runtime/store/inbox.ts',
    'runtime/store/rebuild.ts',
    'runtime/store/repository.ts',
    'runtime/store/set-aside.ts',
    'runtime/store/system-host-name.ts',
  ],
  // A large goal: its counts and lists, and the pages of its nodes.
  'large.cjs': ['runtime/kernel/large.ts', 'runtime/store/goal-pages.ts'],
  // Many open goals: their sessions and names, in shards.
  'many.cjs': ['runtime/store/shards.ts'],
  // The plan of a large goal is written or read as a whole.
  'plan.cjs': ['runtime/store/graphs.ts'],
  'privacy.cjs': ['runtime/privacy/redact.ts'],
  'seal.cjs': ['runtime/store/seal.ts'],
  // Looks at the world: transcripts, git, gates.
  'report.cjs': [
    'runtime/engine/changes.ts',
    'runtime/engine/finish-goal.ts',
    'runtime/engine/report.ts',
    'runtime/engine/verifier.ts',
    'runtime/hooks/report.ts',
    'runtime/hooks/subagent-stop.ts',
    'runtime/hooks/verify.ts',
  ],
  // Reads what a gate wrote for programs: JUnit XML, TAP, JSON, lcov.
  'outputs.cjs': ['runtime/verify/outputs.ts'],
  // Reads what people wrote: YAML, schemas, globs.
  'begin.cjs': ['runtime/engine/begin.ts', 'runtime/hooks/commands.ts'],
};

/** Parts whose own work takes so long that their size does not count. */
export const COLD_PARTS: readonly string[] = [
  'report.cjs',
  'outputs.cjs',
  'begin.cjs',
  'plan.cjs',
  'seal.cjs',
  'privacy.cjs',
];

/** Files that run nearly all that is in them, so it is compiled as they are loaded (eager.ts). */
export const EAGER_FILES: readonly string[] = ['hook.cjs', 'goal.cjs', 'step.cjs'];

/**
 * What parts take from one of their homes; of the rest they have their own copies, because an export
 * keeps a function in a home that only some parts call.
 */
const SHARED = /^runtime\/(?:store|hooks|hosts\/claude-code\/ids\.ts)/;

/** The files that others take from, and where their sources begin. */
const HOMES: Readonly<Record<string, string>> = {
  'hook.cjs': 'runtime/hooks/main.ts',
  'goal.cjs': 'runtime/hooks/hear.ts',
  'step.cjs': 'runtime/store/step.ts',
};

const LOADER = 'runtime/hooks/load.ts';

const IMPORT =
  /^(?:import|export)(?!\s+type\b)\s+(?:(\{[^}]*\}|\*(?: as \w+)?|\w+)\s+from\s+)?'(\.[^']+)'/gm;
const EXPORT = /^export (?:async )?(function\*?|const|class|let) (\w+)/gm;

export type Cut = Readonly<{
  /** The home a source is in, of those that parts take from there. */
  homes: ReadonlyMap<string, string>;
  /** Names that a home gives to parts, by the source that has them. */
  shared: ReadonlyMap<string, ReadonlySet<string>>;
  /** By file: what it exports, and which source has it. The order is what others go by. */
  exports: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** Of two files that agree on all this, and are of one release. */
  id: string;
}>;

/** Reads from the sources what lies in which home, and what the parts want of it. */
export function cutParts(root: string): Cut {
  const homes = new Map<string, string>();
  for (const [home, entry] of Object.entries(HOMES)) {
    const seen = new Set<string>();
    walk(root, entry, seen, (target) => homes.has(target));
    for (const source of seen) if (SHARED.test(source)) homes.set(source, home);
  }
  const shared = new Map<string, Set<string>>();
  for (const [part, entries] of Object.entries(PARTS)) {
    const seen = new Set<string>();
    for (const entry of entries) {
      walk(root, entry, seen, (target, names) => {
        const home = homes.get(target);
        if (!home || home === part) return false;
        shared.set(target, new Set([...(shared.get(target) ?? []), ...names]));
        return true;
      });
    }
  }
  const known = new Map<string, string>();
  for (const [source, names] of shared) {
    for (const name of names) {
      const other = known.get(name);
      if (other) throw new Error(`${name} is exported by ${other} and by ${source}: rename one`);
      known.set(name, source);
    }
  }
  const exports = new Map(
    ['hook.cjs', ...Object.keys(PARTS)].map((file) => [
      file,
      exportsFrom(root, file, homes, shared),
    ]),
  );
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const lists = [...exports].map(([file, names]) => [file, ...names.keys()]);
  const all = JSON.stringify([version, ...lists]);
  return { homes, shared, exports, id: createHash('sha256').update(all).digest('hex').slice(0, 8) };
}

/** All functions of a part's sources (of hook.cjs, its entry), and what parts take from a home. */
function exportsFrom(
  root: string,
  file: string,
  homes: Cut['homes'],
  shared: Cut['shared'],
): Map<string, string> {
  const names = new Map<string, string>();
  for (const source of PARTS[file] ?? []) {
    for (const name of exportsOf(root, source)) names.set(name, source);
  }
  for (const [source, given] of shared) {
    if (homes.get(source) === file) for (const name of given) names.set(name, source);
  }
  if (file === 'hook.cjs') names.set('main', HOMES[file] ?? '');
  return names;
}

function walk(
  root: string,
  file: string,
  seen: Set<string>,
  stop: (target: string, names: string[]) => boolean,
): void {
  if (seen.has(file)) return;
  seen.add(file);
  for (const [, clause = '', specifier = ''] of read(root, file).matchAll(IMPORT)) {
    const names = namesIn(clause);
    const target = join(dirname(file), specifier);
    if (!target.endsWith('.ts') || (names.length === 0 && clause.startsWith('{'))) continue;
    const part = partOf(target);
    if ((part && part !== partOf(file)) || stop(target, names)) continue;
    walk(root, target, seen, stop);
  }
}

/** `{ a, type B, c as d }` → a, c */
function namesIn(clause: string): string[] {
  if (!clause.startsWith('{')) return [];
  return clause
    .slice(1, -1)
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
    .map((name) => name.split(' ')[0] ?? '');
}

function partOf(source: string): string | undefined {
  return Object.keys(PARTS).find((part) => PARTS[part]?.includes(source));
}

function read(root: string, source: string): string {
  return readFileSync(join(root, source), 'utf8');
}

/**
 * What a file exports is a list, and taken by its place in it: an object gets its shape name by name,
 * which costs a hook more than what it then runs. At its head is what both sides have to agree on.
 * Hook.cjs makes its list when a part is loaded, and then handles the event.
 */
export function entryOf(root: string, file: string, { exports, id }: Cut): BuildOptions['stdin'] {
  const names = [...(exports.get(file) ?? [])];
  const imports = names.map(([name, source]) => `import { ${name} } from './${source}';`);
  const list = `['${id}', ${names.map(([name]) => name).join(', ')}]`;
  const body =
    file === 'hook.cjs' ? `module.exports = () => ${list};\nmain();` : `module.exports = ${list};`;
  const contents = `${imports.join('\n')}\n${body}\n`;
  return { contents, resolveDir: root, sourcefile: `${file}-entry.ts`, loader: 'ts' };
}

function placeOf({ exports }: Cut, file: string, name: string): number {
  return 1 + [...(exports.get(file)?.keys() ?? [])].indexOf(name);
}

/** `bundle` is the file being made: hook.cjs or a part. */
export function cutAt(root: string, bundle: string, cut: Cut): Plugin {
  return {
    name: 'parts',
    setup(build) {
      build.onResolve({ filter: /^\./ }, ({ path, resolveDir, namespace }) => {
        if (namespace !== 'file' && path !== `./${LOADER}`) return { path, external: true };
        const source = relative(root, join(resolveDir, path));
        const part = partOf(source);
        if (part && part !== bundle) return { path: source, namespace: 'other-part' };
        const home = part ? undefined : cut.homes.get(source);
        // Hook.cjs is loaded first and takes from nobody.
        if (bundle !== 'hook.cjs' && home && home !== bundle && cut.shared.has(source))
          return { path: source, namespace: 'home' };
        return undefined;
      });
      build.onLoad({ filter: /./, namespace: 'other-part' }, ({ path }) => {
        const part = partOf(path) ?? '';
        const contents = [
          // A part is handed `load` and `hook` by whoever loads it.
          bundle === 'hook.cjs' ? `import { load } from './${LOADER}';` : '',
          ...exportsOf(root, path).map(
            (name) =>
              `export function ${name}(...given) { return load('${part}')[${placeOf(cut, part, name)}](...given); }`,
          ),
        ];
        return { contents: contents.join('\n'), resolveDir: root, loader: 'js' };
      });
      build.onLoad({ filter: /./, namespace: 'home' }, ({ path }) => {
        const home = cut.homes.get(path) ?? '';
        const taken = [...(cut.shared.get(path) ?? [])].map(
          (name) => `export const ${name} = from[${placeOf(cut, home, name)}];`,
        );
        const from = home === 'hook.cjs' ? 'hook' : `load('${home}')`;
        return { contents: `const from = ${from};\n${taken.join('\n')}`, loader: 'js' };
      });
    },
  };
}

function exportsOf(root: string, source: string): string[] {
  return [...read(root, source).matchAll(EXPORT)].map(([, kind = '', name = '']) => {
    if (!kind.startsWith('function')) {
      throw new Error(`${source} is the entry of a part and exports the value ${name}`);
    }
    return name;
  });
}
