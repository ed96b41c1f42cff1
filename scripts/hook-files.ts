// How the program of the hooks is cut into files. A hook parses what it loads while the user waits, so
// hook.cjs has what every event needs, goal.cjs what an event that concerns a goal needs, and the rest is
// in files that only some events load. The sources import each other plainly: an import of a file's entry
// becomes a `require` of that file, made when something of it is first used. What several files need, each has
// a copy of; so what a copy keeps in variables of its own (goals it has opened) is not handed to another.

import { join, relative, sep } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';

/** The language of conditions on edges. In the CLI it is a file of its own, too. */
export const CONDITIONS = {
  'conditions.cjs': ['runtime/conditions/ask.ts', 'runtime/conditions/check.ts'],
};

/** By file: the sources that others reach by loading it. */
export const FILES: Files = {
  // Looks at the world: transcripts, git, gates. What hashes is here as well.
  'report.cjs': [
    'runtime/engine/changes/changes.ts',
    'runtime/engine/changes/work-gone.ts',
    'runtime/engine/checks/changed-tests.ts',
    'runtime/engine/gates/leftover-gates.ts',
    'runtime/engine/goal/finish-goal.ts',
    'runtime/engine/goal/propose-now.ts',
    'runtime/engine/lanes/can-have-lanes.ts',
    'runtime/engine/lanes/fill-client-lane.ts',
    'runtime/engine/report/judge-report.ts',
    'runtime/engine/report/report-text.ts',
    'runtime/engine/report/start-saved.ts',
    'runtime/engine/report/start-trials.ts',
    'runtime/engine/report/verifier.ts',
    'runtime/engine/turn/take-base.ts',
    'runtime/hooks/frame/keep-error.ts',
    'runtime/hooks/events/report.ts',
    'runtime/hooks/events/rollup.ts',
    'runtime/hooks/events/subagent-stop.ts',
    'runtime/hooks/events/verify.ts',
    'runtime/usage/reset-time.ts',
    'runtime/memory/reviewed.ts',
    'runtime/memory/statements.ts',
    'runtime/privacy/redact.ts',
    'runtime/rollups/start-rollup.ts',
    'runtime/log/plan-files.ts',
    'runtime/step/seal-log.ts',
  ],
  // Reads what a gate wrote for programs: JUnit XML, JSON.
  'outputs.cjs': ['runtime/evidence/gates/outputs.ts'],
  ...CONDITIONS,
  // What the person in a session is told, in each language.
  'words.cjs': ['runtime/hosts/claude-code/session/speak.ts'],
  // Reads in transcripts what was used, and prices it.
  'usage.cjs': ['runtime/engine/usage/new-usage.ts'],
  // Starts the process that judges what a session changed.
  'turn.cjs': ['runtime/engine/report/start-turn.ts'],
  // What a run is given: its order folder, its text, where its node stands.
  'orders.cjs': [
    'runtime/executors/context-pack.ts',
    'runtime/executors/order-folder.ts',
    'runtime/hosts/claude-code/session/work-order-text.ts',
  ],
  // Orders of people, what they hand in, and what is handed over to another executor; what runs outside of
  // a session left.
  'handed.cjs': [
    'runtime/engine/results/end-left.ts',
    'runtime/engine/results/hand-order.ts',
    'runtime/engine/results/take-saved.ts',
    'runtime/engine/dispatch/collect-handover.ts',
  ],
  // Reads what people wrote: YAML, schemas, globs.
  'begin.cjs': [
    'runtime/documents/growth.ts',
    'runtime/engine/anchors/take-up.ts',
    'runtime/engine/escalations/take-answers.ts',
    'runtime/engine/goal/begin.ts',
    'runtime/engine/goal/keep-history.ts',
    'runtime/engine/goal/load-config.ts',
    'runtime/hooks/events/typed-command.ts',
    'runtime/hooks/events/typed-trust.ts',
    'runtime/hooks/frame/explain-failure.ts',
    'runtime/step/asked-files.ts',
  ],
};

type Files = Readonly<Record<string, readonly string[]>>;

function fileOf(source: string, files: Files): string | undefined {
  return Object.keys(files).find((file) => files[file]?.includes(source));
}

/** What a file gives to others: each of its entries whole, under the name of its source. */
export function entryOf(root: string, file: string): NonNullable<BuildOptions['stdin']> {
  const lines = (FILES[file] ?? []).map(
    (source) => `export * as ${nameOf(source)} from './${source}';`,
  );
  return {
    contents: lines.join('\n'),
    resolveDir: root,
    sourcefile: `${file}-entry.ts`,
    loader: 'ts',
  };
}

function nameOf(source: string): string {
  return source.replaceAll(/\W/g, '_');
}

/** In the place of an entry of another file stands an object that loads that file when it is asked. */
export function cutAt(root: string, bundle: string, files: Files = FILES): Plugin {
  return {
    name: 'cold',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^\..*\.ts$/ }, ({ path, resolveDir }) => {
        const source = relative(root, join(resolveDir, path)).split(sep).join('/');
        const file = fileOf(source, files);
        return file && file !== bundle ? { path: source, namespace: 'other-file' } : undefined;
      });
      onResolve({ filter: /\.cjs$/, namespace: 'other-file' }, ({ path }) => ({
        path,
        external: true,
      }));
      onLoad({ filter: /./, namespace: 'other-file' }, async ({ path }) => {
        const taken = `require('./${fileOf(path, files)}').${nameOf(path)}`;
        const names = await exportsOf(root, path);
        const getters = names.map((name) => `get ${name}() { return ${taken}.${name}; }`);
        return { contents: `module.exports = { ${getters.join(',\n')} };`, loader: 'js' };
      });
    },
  };
}

async function exportsOf(root: string, source: string): Promise<string[]> {
  const entryPoints = [join(root, source)];
  const { metafile } = await build({
    entryPoints,
    absWorkingDir: root,
    outfile: 'none.mjs',
    format: 'esm',
    metafile: true,
    write: false,
  });
  return metafile.outputs['none.mjs']?.exports ?? [];
}
