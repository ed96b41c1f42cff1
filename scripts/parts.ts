// How the runtime of the hooks is cut into files. A hook parses what it loads while the user waits
// (55 KB that are only parsed cost 11 % of a bare start of node), so hook.cjs has what every event
// needs, and each part what some events need. The sources import each other plainly; the cut is made
// here: an import of a part's entry becomes a call that loads the part, and what a part shares with
// hook.cjs it takes from there.

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
  return { homes, shared };
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

/** The entry of hook.cjs: what its parts take, and only then the event. */
export function coreEntry(root: string, cut: Cut): BuildOptions['stdin'] {
  const main = [HOMES['hook.cjs'] ?? '', ['main']] as const;
  const given = givenBy('hook.cjs', cut).map(([source, names]) => [source, [...names]] as const);
  return entryOf(root, 'hook.cjs', [...given, main], 'main();\n');
}

/** The entry of a part: all functions of its sources, and what others take from it. */
export function partEntry(root: string, part: string, cut: Cut): BuildOptions['stdin'] {
  const own = (PARTS[part] ?? []).map((source) => [source, exportsOf(root, source)] as const);
  const given = [
    ...own,
    ...givenBy(part, cut).map(([source, names]) => [source, [...names]] as const),
  ];
  return entryOf(root, part, given, '');
}

/** Exports written down plainly: the getters that esbuild would make cost each hook more. */
function entryOf(
  root: string,
  file: string,
  given: ReadonlyArray<readonly [string, readonly string[]]>,
  then: string,
): BuildOptions['stdin'] {
  const imports = given.map(
    ([source, names]) => `import { ${names.join(', ')} } from './${source}';`,
  );
  const names = given.flatMap(([, own]) => own);
  const contents = `${imports.join('\n')}\nmodule.exports = { ${names.join(', ')} };\n${then}`;
  return { contents, resolveDir: root, sourcefile: `${file}-entry.ts`, loader: 'ts' };
}

function givenBy(home: string, cut: Cut): ReadonlyArray<readonly [string, ReadonlySet<string>]> {
  return [...cut.shared].filter(
    ([source, names]) => cut.homes.get(source) === home && names.size > 0,
  );
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
      build.onLoad({ filter: /./, namespace: 'other-part' }, ({ path }) => ({
        contents: [
          // A part is handed `load` and `hook` by whoever loads it.
          bundle === 'hook.cjs' ? `import { load } from './${LOADER}';` : '',
          ...exportsOf(root, path).map(
            (name) =>
              `export function ${name}(...given) { return load('${partOf(path)}').${name}(...given); }`,
          ),
        ].join('\n'),
        resolveDir: root,
        loader: 'js',
      }));
      build.onLoad({ filter: /./, namespace: 'home' }, ({ path }) => {
        const names = [...(cut.shared.get(path) ?? [])].join(', ');
        const home = cut.homes.get(path);
        const from = home === 'hook.cjs' ? 'hook' : `load('${home}')`;
        return { contents: `export const { ${names} } = ${from};`, loader: 'js' };
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
