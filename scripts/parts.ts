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
  // Something happened that has consequences, or there is something to say.
  'facts.cjs': [
    'runtime/kernel/reduce-fact.ts',
    'runtime/store/save-state.ts',
    'runtime/store/save-taskgraph.ts',
    'runtime/hooks/say.ts',
  ],
  'guard.cjs': ['runtime/hooks/guard.ts'],
  'session.cjs': [
    'runtime/hooks/session-start.ts',
    'runtime/hooks/session-end.ts',
    'runtime/hooks/pre-compact.ts',
    'runtime/hooks/stop-failure.ts',
  ],
  'stop.cjs': ['runtime/hooks/stop.ts'],
  'wake.cjs': ['runtime/hooks/post-tool-use.ts', 'runtime/hooks/user-prompt-submit.ts'],
  'dispatch.cjs': ['runtime/hooks/pre-tool-use.ts'],
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
  // The plan of a large goal is written or read as a whole.
  'graph.cjs': ['runtime/store/graphs.ts'],
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
  // Reads what people wrote: YAML, schemas, globs.
  'begin.cjs': ['runtime/engine/begin.ts', 'runtime/hooks/commands.ts'],
};

/** Parts whose own work takes so long that their size does not count. */
export const COLD_PARTS: readonly string[] = [
  'report.cjs',
  'begin.cjs',
  'graph.cjs',
  'seal.cjs',
  'privacy.cjs',
];

/**
 * What parts take from hook.cjs; of the rest they have their own copies, because an export keeps a
 * function in hook.cjs that only some parts call.
 */
const SHARED = /^runtime\/(?:store|hooks)\//;

const CORE_ENTRY = 'runtime/hooks/main.ts';

const IMPORT =
  /^(?:import|export)(?!\s+type\b)\s+(?:(\{[^}]*\}|\*(?: as \w+)?|\w+)\s+from\s+)?'(\.[^']+)'/gm;
const EXPORT = /^export (?:async )?(function\*?|const|class|let) (\w+)/gm;

export type Cut = Readonly<{
  /** Sources in hook.cjs. */
  core: ReadonlySet<string>;
  /** Names that hook.cjs gives its parts, by the source that has them. */
  shared: ReadonlyMap<string, ReadonlySet<string>>;
}>;

/** Reads from the sources what lies in hook.cjs, and what the parts want of it. */
export function cutParts(root: string): Cut {
  const core = new Set<string>();
  walk(root, CORE_ENTRY, core, () => false);
  const shared = new Map<string, Set<string>>();
  for (const [part, entries] of Object.entries(PARTS)) {
    const seen = new Set<string>();
    for (const entry of entries) {
      walk(root, entry, seen, (target, names) => {
        if (!core.has(target) || !SHARED.test(target) || partOf(target) === part) return false;
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
  return { core, shared };
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
  const lines = [...cut.shared].map(([source, names]) =>
    names.size === 0 ? '' : `import { ${[...names].join(', ')} } from './${source}';`,
  );
  const names = [...cut.shared.values()].flatMap((set) => [...set]);
  const contents = `${lines.join('\n')}
import { main } from './${CORE_ENTRY}';
module.exports = { ${names.join(', ')} };
main();
`;
  return { contents, resolveDir: root, sourcefile: 'hook-entry.ts', loader: 'ts' };
}

/** The entry of a part: all functions of its sources. */
export function partEntry(root: string, part: string): BuildOptions['stdin'] {
  const contents = (PARTS[part] ?? []).map((source) => `export * from './${source}';`).join('\n');
  return { contents, resolveDir: root, sourcefile: `${part}-entry.ts`, loader: 'ts' };
}

/** `bundle` is the file being made: hook.cjs or a part. */
export function cutAt(root: string, bundle: string, cut: Cut): Plugin {
  return {
    name: 'parts',
    setup(build) {
      build.onResolve({ filter: /^\./ }, ({ path, resolveDir, namespace }) => {
        if (namespace !== 'file') return { path, external: true };
        const source = relative(root, join(resolveDir, path));
        const part = partOf(source);
        if (part && part !== bundle) return { path: source, namespace: 'other-part' };
        if (bundle !== 'hook.cjs' && !part && cut.shared.has(source))
          return { path: source, namespace: 'core' };
        return undefined;
      });
      build.onLoad({ filter: /./, namespace: 'other-part' }, ({ path }) => ({
        contents: exportsOf(root, path)
          .map(
            (name) =>
              `export function ${name}(...given) { return require('./${partOf(path)}').${name}(...given); }`,
          )
          .join('\n'),
        loader: 'js',
      }));
      build.onLoad({ filter: /./, namespace: 'core' }, ({ path }) => {
        const names = [...(cut.shared.get(path) ?? [])].join(', ');
        return { contents: `export const { ${names} } = require('./hook.cjs');`, loader: 'js' };
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
