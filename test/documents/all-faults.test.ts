// A person who mends one fault must not meet the next one only then.

import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileConfig } from '../../runtime/documents/config.ts';
import { readGraphFile } from '../../runtime/documents/graph-file.ts';
import { aroundIn, shelfOf } from '../../runtime/documents/template.ts';
import type { Problem } from '../../runtime/model/failure.ts';
import type { Workspace } from '../../runtime/workspace/paths.ts';
import { change, FIX, mutate } from './documents.ts';
import { put, workspace } from './workspace.ts';

// biome-ignore lint/suspicious/noExplicitAny: what is changed in a document is of no type afterwards.
type Document = any;
type Fault = (document: Document) => void;

const node = (id: string, role: string, more = {}) => ({
  id,
  title: `${role} of it`,
  role,
  ...more,
});
const gate = (command: readonly string[]) => ({ type: 'test', name: 'unit', command });

const TEMPLATE = {
  name: 'mine',
  version: 1,
  description: 'd',
  success_criteria: ['c'],
  allowed_actions: ['read', 'edit', 'bash'],
  nodes: [
    node('N-001', 'ear'),
    node('N-010', 'eye'),
    node('N-020', 'body', { verification_plan: { deterministic: [gate(['a'])], llm_review: {} } }),
    node('N-030', 'nose', { inputs: { upstream_outputs: ['N-020.outputs.patch'] } }),
    node('N-040', 'body', { verification_plan: { deterministic: [gate(['a'])] } }),
    node('N-050', 'mind'),
  ],
  edges: [
    { from: 'N-001', to: 'N-010' },
    { from: 'N-010', to: 'N-020' },
    { from: 'N-020', to: 'N-030' },
    { from: 'N-030', to: 'N-040' },
    { from: 'N-040', to: 'N-050' },
  ],
};

const OF_TEMPLATES: Readonly<Record<string, Fault>> = {
  'a number that is none': (t) => (t.version = 'one'),
  'a text that is too long': (t) => (t.description = 'x'.repeat(301)),
  'a field that nobody knows': (t) => (t.nodes[1].instrucions = 'look'),
  'a name for another file': (t) => (t.name = 'other'),
  'a tool that is none': (t) => t.allowed_actions.push('bsh'),
  'a tool of another role': (t) => (t.nodes[1].constraints = { allowed_tools: ['edit'] }),
  'a parameter that is none': (t) => (t.nodes[0].title = 'hear {{what}}'),
  'a path that leads out': (t) => (t.nodes[2].constraints = { allowed_paths: ['../x'] }),
  'a list in the place of a path': (t) => (t.nodes[4].constraints = { allowed_paths: [['x']] }),
  'an anchor that is none': (t) => (t.nodes[3].inputs.context_refs = ['A-2026-k3f7']),
  'an output that is none': (t) => t.nodes[3].inputs.upstream_outputs.push('N-020.outputs.x'),
  'an edge to nowhere': (t) => t.edges.push({ from: 'N-030', to: 'N-999' }),
  'a condition that is none': (t) => (t.edges[0].condition = 'on_sucess'),
  'an edge without its end': (t) => t.edges.push({ from: 'N-001' }),
  'a title that is missing': (t) => Reflect.deleteProperty(t.nodes[3], 'title'),
  'a level that is none': (t) => (t.nodes[2].quality = { evidence_level_required: 'L4' }),
  'a gate of a known name': (t) => (t.nodes[4].verification_plan.deterministic = [gate(['b'])]),
  'a gate that is none': (t) => (t.nodes[5].verification_plan = { deterministic: [{ type: 'x' }] }),
  'an agent of another role': (t) => (t.nodes[1].executor = { type: 'subagent', name: 'body' }),
  'a fault shown by the eye': (t) => (t.nodes[1].reproduce = 'first'),
  'a circle': (t) => {
    t.nodes.push(node('N-070', 'eye'), node('N-071', 'eye'));
    t.edges.push({ from: 'N-070', to: 'N-071' }, { from: 'N-071', to: 'N-070' });
  },
};

const CONFIG = {
  gates: [gate(['a']), { ...gate(['b']), name: 'lint' }],
  executors: { one: { type: 'command', command: ['x'], roles: ['eye'] } },
};

const OF_CONFIGS: Readonly<Record<string, Fault>> = {
  'a word that is none': (c) => (c.record = 'everything'),
  'a field that nobody knows': (c) => (c.limits = { send_back: 2 }),
  'a number that is none': (c) => (c.next = { age: 'old' }),
  'a folder in the place of files': (c) => (c.product = ['src/']),
  'a gate without a command': (c) => c.gates.push({ type: 'test', name: 'more' }),
  'a gate of a known name': (c) => (c.gates[1].name = 'unit'),
  'a folder that leads out': (c) => (c.gates[0].cwd = '../x'),
  'a built-in check': (c) => c.gates.push({ type: 'builtin', name: 'references' }),
  'a variable that every gate has': (c) => (c.gates[0].env = ['PATH']),
  'a variable that stands for nothing': (c) => c.executors.one.command.push('{ordr}'),
  'a name of a kind': (c) => (c.executors.command = { type: 'command', command: ['y'] }),
  'a role that is none': (c) =>
    (c.executors.two = { type: 'command', command: ['y'], roles: ['x'] }),
  'a role that is given away': (c) =>
    (c.executors.three = { type: 'command', command: ['y'], roles: ['eye'] }),
  'a rule that leads to nobody': (c) => (c.switching = [{ when: 'lost_lease', to: 'nobody' }]),
  'two values for one setting': (c) => {
    c.limits = { ...c.limits, max_concurrent_work_items: 2 };
    c.work_order_system = { autonomy_daemon: { max_concurrent_work_items: 4 } };
  },
};

type Ask = (ws: Workspace, document: unknown) => readonly Problem[];

/** As `wukong graph validate` reads it. */
function ofTemplate(ws: Workspace, document: unknown): readonly Problem[] {
  put(ws.dir, { 'mine.yaml': JSON.stringify(document, null, 1) });
  const file = { path: join(ws.dir, 'mine.yaml'), display: 'mine.yaml' };
  const place = { name: 'mine', around: aroundIn(ws), gates: [] };
  const read = readGraphFile(file, place, shelfOf(ws));
  return read.ok ? [] : read.error;
}

function ofConfig(ws: Workspace, document: unknown): readonly Problem[] {
  put(ws.dir, { 'config.local.yaml': JSON.stringify(document, null, 1) });
  return compileConfig(ws).problems;
}

function withFaults(right: unknown, faults: readonly Fault[]): unknown {
  const document = structuredClone(right);
  for (const fault of faults) fault(document);
  return document;
}

test.each([
  ['a template', TEMPLATE, OF_TEMPLATES, ofTemplate],
  ['a configuration', CONFIG, OF_CONFIGS, ofConfig],
] as const)(
  'all faults of %s are told at once, each as if it were alone',
  (_, right, faults, ask) => {
    const ws = workspace();
    const told = (...names: readonly string[]): string[] => {
      const wrong = names.map((name) => (faults as Readonly<Record<string, Fault>>)[name] as Fault);
      const problems = (ask as Ask)(ws, withFaults(right, wrong));
      return problems.map(({ message }) => message.replace(/^Line \d+/, ''));
    };
    expect(told()).toEqual([]);
    const names = Object.keys(faults);
    const alone = names.map((name) => told(name));
    for (const [i, name] of names.entries()) expect(alone[i], name).toHaveLength(1);
    expect(told(...names).sort()).toEqual(alone.flat().sort());
  },
);

test('what another fault may have hidden is not told: the edge without its end could be that of a node without any', () => {
  const ws = workspace();
  const orphan = (t: Document) => t.nodes.push(node('N-060', 'mind'));
  const told = (...faults: readonly Fault[]): string[] =>
    ofTemplate(ws, withFaults(TEMPLATE, faults)).map(({ message }) => message);
  expect(told(orphan)).toEqual(['No edge touches N-060.']);
  expect(told(orphan, (t) => t.edges.push({ from: 'N-001' }))).toEqual(['"to" is missing.']);
  expect(told(orphan, (t) => (t.edgs = t.edges.splice(0)))).toEqual(['Unknown field "edgs".']);
});

test('whatever is changed in a template, no rule falls over what the schema refuses', () => {
  const ws = workspace();
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
      const problems = ofTemplate(ws, changes.reduce(mutate, FIX));
      const places = problems.map(({ line, column }) => line * 1000 + column);
      expect(places).toEqual([...places].sort((a, b) => a - b));
    }),
    { numRuns: 60 },
  );
});
