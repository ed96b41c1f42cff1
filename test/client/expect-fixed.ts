import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { expect } from 'vitest';
import { systemPaths } from '../../scripts/client/environment.ts';
import { PROJECT, TESTS_BY_NODE } from '../rig/repository.ts';
import type { Rig } from '../rig/rig.ts';

const LEVELS = {
  'N-001': 'L1',
  'N-010': 'L1',
  'N-020': 'L3',
  'N-030': 'L3',
  'N-040': 'L1',
  'N-050': 'L1',
} as const;

type Id = keyof typeof LEVELS;
const ALL = Object.keys(LEVELS) as Id[];

/**
 * The job is done, and everything that has to prove it is there. `nodes`: those of a shorter plan; `worktree`: where
 * the fix went.
 */
export function expectFixed(rig: Rig, nodes: readonly Id[] = ALL, worktree = rig.repo): void {
  const graph = rig.taskgraph()?.graphs.at(-1);
  expectValid(rig);
  expect(graph?.status).toBe('completed');
  expect(graph?.nodes.map((node) => [node.id, node.status, node.outputs.evidence_level])).toEqual(
    nodes.map((id) => [id, 'done', LEVELS[id]]),
  );
  const types = new Set(rig.events().map((event) => event.type));
  for (const type of ['UserPromptSubmit', 'SubagentStop', 'Stop']) expect(types).toContain(type);
  for (const node of graph?.nodes ?? []) {
    const folder = join(rig.repo, '.wukong', node.outputs.artifacts_dir);
    const there = readdirSync(folder);
    for (const name of ['work_order.json', 'report.md', 'evidence.md', 'outcome.json']) {
      expect(there).toContain(name);
    }
  }
  const summary = join(rig.repo, '.wukong', 'artifacts', String(graph?.session), 'summary.md');
  expect(readFileSync(summary, 'utf8')).toContain('the decoder crashes on empty input');
  const candidates = join(rig.repo, '.wukong/anchors/anchors_candidates.md');
  expect(existsSync(candidates)).toBe(nodes.includes('N-050'));
  const [command, ...args] = TESTS_BY_NODE.command;
  execFileSync(command, args, { cwd: worktree, env: { ...systemPaths(), HOME: rig.home } });
}

/** Nobody approved a check: the job ends, nothing of it was tried, and no level says more. */
export function expectUntried(rig: Rig): void {
  const graph = rig.taskgraph()?.graphs.at(-1);
  expectValid(rig);
  expect(graph?.status, rig.dump()).toBe('completed');
  expect(new Set(graph?.nodes.map(({ outputs }) => outputs.evidence_level))).toEqual(
    new Set(['L1']),
  );
  expect(rig.events('gate.started')).toEqual([]);
}

/** Both nodes that changed something are proven by runs of the tests before and after, kept with them. */
export function expectProven(rig: Rig): void {
  for (const id of ['N-020', 'N-030']) {
    const outputs = rig.node(id)?.outputs;
    expect(outputs).toMatchObject({ evidence_level: 'L3', evidence_stale: false });
    const folder = join(rig.repo, '.wukong', String(outputs?.artifacts_dir));
    const log = (name: string) => readFileSync(join(folder, name), 'utf8');
    expect(log('red.log')).toMatch(/^(?:not ok|✖) .*an empty body holds/m);
    expect(log('green.log')).toMatch(/^[#ℹ] fail 0$/m);
  }
}

/** The files follow the log: an event is there a moment before the caches show it. */
export async function untilCompleted(rig: Rig): Promise<void> {
  const look = () => {
    const graphs = rig.taskgraph()?.graphs ?? [];
    return (
      (graphs.length > 0 && graphs.every((graph) => graph.status === 'completed')) || undefined
    );
  };
  if (!(await rig.waitUntil(look, 200_000)))
    throw new Error(`The goal did not end.\n${rig.dump()}`);
}

function expectValid(rig: Rig): void {
  const schema = JSON.parse(readFileSync(join(PROJECT, 'schemas/taskgraph.schema.json'), 'utf8'));
  const validate = new Ajv({ allErrors: true, strict: false, code: { optimize: false } }).compile(
    schema,
  );
  validate(rig.taskgraph());
  expect(validate.errors).toBeNull();
}
