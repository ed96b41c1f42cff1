// Where a node stands that was worked on before: for its next run, and for programs.

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  keepContextPack,
  missingOfRuns,
  readContextPack,
  writeContextPack,
} from '../../runtime/executors/context-pack.ts';
import type { Judged } from '../../runtime/kernel/reports/judged.ts';
import { dispatch } from '../../runtime/kernel/requests/dispatch.ts';
import { resumeGoal } from '../../runtime/kernel/requests/resume.ts';
import { DEFAULT_CONFIG } from '../../runtime/kernel/state/empty-state.ts';
import { ofSession } from '../../runtime/kernel/state/owner.ts';
import { toAgent } from '../../runtime/kernel/state/run-by.ts';
import type { CompiledConfig } from '../../runtime/model/state/compiled-config.ts';
import { contextPackSchema } from '../../runtime/model/views/context-pack.ts';
import {
  contextPack,
  dependenciesAdded,
  type Left,
  packText,
} from '../../runtime/words/goal/context-pack.ts';
import { hunkNames } from '../../runtime/words/goal/hunk-names.ts';
import { mainCheckout } from '../../runtime/workspace/paths.ts';
import { temporaryFolder } from '../evidence/temporary.ts';
import { mustCall, pass, report } from '../kernel/drive.ts';
import { alive, begin, CLIENT, node, plan } from '../kernel/plan.ts';

const root = temporaryFolder('wukong packs ');

const PATCH = `diff --git a/src/decoder.js b/src/decoder.js
--- a/src/decoder.js
+++ b/src/decoder.js
@@ -1,4 +1,5 @@ export function decode(text) {
+  if (text === '') return [];
diff --git a/package.json b/package.json
--- a/package.json
+++ b/package.json
@@ -5,6 +5,8 @@
-  "version": "1.0.0",
+  "version": "1.0.1",
-    "zod": "^3.0.0",
+    "zod": "^4.0.0",
+    "ajv": "^8.17.1",
`;

function twoNodes() {
  const begun = begin(
    plan([node('N-010', 'ear'), node('N-020', 'body')], [['N-010', 'N-020']]),
    'it crashes',
  );
  pass(begun.step, 'ear', { summary: 'found the crash' });
  return begun;
}

const DIR = 'artifacts/S-1/N-020/run';
const STORED = ['report.md', 'outcome.json', 'patch.diff'];

/** The body works once and does not do: its node is ready for another run. */
function fails({ step }: ReturnType<typeof twoNodes>, more: Partial<Judged> = {}): void {
  const artifacts = STORED.map((name) => ({ name, sha256: 'x', bytes: 1 }));
  const result = { passes: false, missing: ['Run the test.'], summary: 'changed the decoder' };
  report(step, mustCall(step, 'body'), { ...result, dir: DIR, artifacts, ...more }, true);
}

describe('a context pack', () => {
  test('is not there before the first run of a node', () => {
    const { goal } = twoNodes();
    expect(contextPack(goal, 'N-020', () => ({ patch: '', counts: {} }))).toBeUndefined();
  });

  test('says what is done, what was tried and what its patch holds, and keeps to its schema', () => {
    const begun = twoNodes();
    const { goal } = begun;
    fails(begun);
    const left = (): Left => ({
      patch: PATCH,
      counts: { tests: { passed: 4, failed: 1, skipped: 0, total: 5 } },
    });
    const pack = contextPack(goal, 'N-020', left);
    expect(contextPackSchema.parse(pack)).toMatchObject({
      work_item_id: 'N-020',
      state: {
        current_phase: 'implementing',
        completed_steps: ['N-010 ear work: found the crash'],
      },
      code_context: {
        files_touched: ['src/a.js'],
        key_functions: ['decode'],
        dependencies_added: ['ajv'],
      },
      quality_status: { tests_added: 0, tests_passing: 4, coverage_delta: null, lint_errors: null },
    });
    expect(packText(pack as NonNullable<typeof pack>)).toContain('changed the decoder');
  });

  test('counts tests against the node before it', () => {
    const begun = twoNodes();
    fails(begun);
    const counted = (total: number) => ({ tests: { passed: total, failed: 0, skipped: 0, total } });
    const pack = contextPack(begun.goal, 'N-020', (run) => ({
      patch: '',
      counts: run.role === 'body' ? counted(7) : counted(5),
    }));
    expect(pack?.quality_status).toMatchObject({ tests_added: 2, tests_passing: 7 });
  });

  test('takes names of functions and dependencies from a patch alone', () => {
    expect(dependenciesAdded(PATCH)).toEqual(['ajv']);
    expect(dependenciesAdded(PATCH.replaceAll('package.json', 'src/data.json'))).toEqual([]);
  });

  test.each([
    ['export function decode(text) {', 'decode'],
    ['export class DecodeError extends Error {', 'DecodeError'],
    ['  async read(bytes: Buffer): Promise<void> {', 'read'],
    ['export const decode = (text: string) => {', 'decode'],
    ['    def decode(self, text):', 'decode'],
    ['func (d *Decoder) Decode(text string) error {', 'Decode'],
    ['impl Decoder for Bytes {', 'Decoder'],
    ['pub fn decode(text: &str) -> Vec<u8> {', 'decode'],
    ['void Decoder::decode(const char *text)', 'Decoder::decode'],
    ['## How it is read', '## How it is read'],
  ])('calls what a hunk stands in by its name: %s', (head, name) => {
    expect(hunkNames(`@@ -1,4 +1,5 @@ ${head}\n+ x\n@@ -9 +10 @@ ${head}\n`)).toEqual([name]);
  });

  test('is made again from the files of the runs, whatever became of its own', () => {
    const begun = twoNodes();
    fails(begun);
    const ws = mainCheckout(root);
    const folder = join(ws.dir, DIR);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'patch.diff'), PATCH);
    writeFileSync(join(folder, 'outcome.json'), '{"gates":[{"counts":{"tests":{"total":"x"}}}]}');
    const first = writeContextPack(ws, begun.goal, 'N-020');
    const path = join(ws.dir, 'context_packs', begun.goal.id, 'N-020.json');
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(first);
    rmSync(path);
    expect(readContextPack(ws, begun.goal, 'N-020')).toEqual(first);
    expect(first?.quality_status.tests_passing).toBeNull();
    expect(missingOfRuns(ws, begun.goal, 'N-020')).toEqual([`${DIR}/report.md`]);
  });

  test('that cannot be made again asks a person once, and the node goes on when they say so', () => {
    const begun = twoNodes();
    const { step, goal } = begun;
    fails(begun);
    const missing = () => [`${DIR}/report.md`];
    const again = (id: string) =>
      dispatch(
        step,
        { by: toAgent('s1', id, CLIENT), role: 'body', prompt: '', worktree: '/repo', missing },
        'tree',
        alive,
      );
    expect(again('toolu_a')).toMatchObject({
      kind: 'paused',
      because: { kind: 'context-pack-missing', node: 'N-020', files: [`${DIR}/report.md`] },
    });
    resumeGoal(
      step,
      {
        claim: ofSession('s1', CLIENT, ''),
        goalId: goal.id,
        nodeId: null,
        answer: '',
        take: false,
        interrupted: [],
      },
      alive,
    );
    expect(again('toolu_b').kind).toBe('bound');
  });
});

test('context packs are written at each end of a run, at each step of a node, or never', () => {
  const begun = twoNodes();
  fails(begun);
  const { goal, step } = begun;
  const kept = (at: 'run' | 'status', config: Partial<CompiledConfig>) => {
    const ws = mainCheckout(temporaryFolder('wukong packs '));
    keepContextPack(
      ws,
      { ...step.state, config: { ...DEFAULT_CONFIG, ...config } },
      goal,
      'N-020',
      at,
    );
    return existsSync(join(ws.dir, 'context_packs', goal.id, 'N-020.json'));
  };
  expect(kept('run', {})).toBe(true);
  expect(kept('status', {})).toBe(false);
  expect(kept('status', { save_frequency: 'every_status' })).toBe(true);
  expect(kept('run', { context_packs_enabled: false })).toBe(false);
});
