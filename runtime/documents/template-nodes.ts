// What a schema can't say about the nodes of a template: references and paths (tools: template-tools.ts).

import { join } from 'node:path';
import { isDirectory, isFile } from '../files/folders.ts';
import { skillFile } from '../kernel/views/order-by-executor.ts';
import type { Template, TemplateNode } from '../model/documents/template.ts';
import type { Edge } from '../model/edge.ts';
import { didYouMean } from '../words/did-you-mean.ts';
import { commandProblems } from './gate-problems.ts';
import { compileGlob, pathProblem } from './globs.ts';
import type { Wording } from './schema-problems.ts';
import { behindAny, leadsTo } from './template-graph.ts';
import type { DataPath } from './yaml-places.ts';

const REF = /^(N-\d{3,})\.outputs\.(\w+)$/;
const OUTPUTS = ['summary', 'patch', 'report', 'evidence'];

/** What nodes may refer to: anchors by id, and folders below the working tree. */
export type Surroundings = Readonly<{ anchors: ReadonlySet<string>; worktree: string }>;

export function nodeProblems(template: Template, around: Surroundings): Wording[] {
  const ids = new Set(template.nodes.map(({ id }) => id));
  const isBefore = askedBefore(template);
  const isReviewed = reviewedNodes(template);
  return template.nodes.flatMap((node, i) => [
    ...executorProblems(node, ['nodes', i], around.worktree),
    ...anchorProblems(node, ['nodes', i], around.anchors),
    ...upstreamProblems(node, ['nodes', i], ids, isBefore),
    ...pathProblems(node, ['nodes', i], around.worktree),
    ...reviewProblems(node, ['nodes', i], isReviewed),
  ]);
}

/** `llm_review` calls no model: somebody in the graph has to do it. */
function reviewProblems(
  { id, verification_plan }: TemplateNode,
  path: DataPath,
  isReviewed: (id: string) => boolean,
): Wording[] {
  if (verification_plan?.llm_review === undefined || isReviewed(id)) return [];
  const message = `Nobody reviews ${id}: no node of the role nose comes after it.`;
  const hint = `Add a nose node and an edge { from: ${id}, to: <its id>, condition: on_success }, or leave out llm_review.`;
  return [{ path: [...path, 'verification_plan', 'llm_review'], at: 'key', message, hint }];
}

/**
 * Whether a nose comes after a node. A review waits for success: a node that failed its gates is not
 * worth one.
 */
export function reviewedNodes({ nodes, edges }: Template): (id: string) => boolean {
  const passed = edges.filter(({ condition }) => condition === 'on_success');
  const back = passed.map(({ from, to, condition }) => ({ from: to, to: from, condition }));
  const noses = nodes.filter(({ role }) => role === 'nose').map(({ id }) => id);
  return behindAny(back, noses);
}

type NodeWithInputs = Readonly<{ id: string; inputs?: TemplateNode['inputs'] }>;

/** Of these, the ones that need nothing but the graph itself. */
export function outputProblems(
  graph: Readonly<{ nodes: readonly NodeWithInputs[]; edges: readonly Edge[] }>,
): Wording[] {
  const ids = new Set(graph.nodes.map(({ id }) => id));
  const isBefore = askedBefore(graph);
  return graph.nodes.flatMap((node, i) => upstreamProblems(node, ['nodes', i], ids, isBefore));
}

/** Whether one node comes before another, for those whose outputs are referred to. */
function askedBefore(graph: Parameters<typeof outputProblems>[0]) {
  const refs = graph.nodes.flatMap(({ inputs }) => inputs?.upstream_outputs ?? []);
  const asked = refs.flatMap((ref) => REF.exec(ref)?.[1] ?? []);
  return leadsTo(graph.edges, new Set(asked));
}

/** Programs are set up by a person in this clone, which is looked at when one is to start. */
function executorProblems(
  { role, executor }: TemplateNode,
  path: DataPath,
  worktree: string,
): Wording[] {
  if (executor === undefined) return [];
  const { type, name } = executor;
  const at = [...path, 'executor', 'name'];
  if (type === 'subagent' && name !== role) {
    const message = `Nodes of the role ${role} are carried out by the agent "${role}", not by "${name}".`;
    return [{ path: at, at: 'value', message }];
  }
  if (type === 'skill' && !isFile(join(worktree, skillFile(name)))) {
    const message = `There is no skill "${name}" in this repository.`;
    return [{ path: at, at: 'value', message, hint: `Its file would be ${skillFile(name)}.` }];
  }
  return [];
}

function anchorProblems(
  { inputs }: TemplateNode,
  path: DataPath,
  anchors: ReadonlySet<string>,
): Wording[] {
  return (inputs?.context_refs ?? []).flatMap((ref, i): Wording[] => {
    if (anchors.has(ref)) return [];
    const message = `There is no anchor ${ref} in .wukong/anchors/anchors.md.`;
    const hint = didYouMean(ref, anchors);
    const at = [...path, 'inputs', 'context_refs', i];
    return [{ path: at, at: 'value', message, ...(hint ? { hint } : {}) }];
  });
}

function upstreamProblems(
  { id, inputs }: NodeWithInputs,
  path: DataPath,
  ids: ReadonlySet<string>,
  isBefore: (from: string, to: string) => boolean,
): Wording[] {
  return (inputs?.upstream_outputs ?? []).flatMap((ref, i): Wording[] => {
    const wrong = whatIsWrong(ref, id, ids, isBefore);
    if (wrong === undefined) return [];
    return [{ path: [...path, 'inputs', 'upstream_outputs', i], at: 'value', ...wrong }];
  });
}

function whatIsWrong(
  ref: string,
  self: string,
  ids: ReadonlySet<string>,
  isBefore: (from: string, to: string) => boolean,
): Readonly<{ message: string; hint?: string }> | undefined {
  const [, id, output] = REF.exec(ref) ?? [];
  if (id === undefined || output === undefined) {
    const message = `"${ref}" names no output.`;
    return { message, hint: `Write <node>.outputs.<${OUTPUTS.join('|')}>.` };
  }
  if (!ids.has(id)) {
    const meant = didYouMean(id, ids);
    return { message: `There is no node ${id}.`, ...(meant ? { hint: meant } : {}) };
  }
  if (id === self) return { message: `${self} cannot build on its own outputs.` };
  if (!isBefore(id, self)) {
    const message = `${id} does not come before ${self}, so it has no outputs yet.`;
    return { message, hint: `Add an edge that leads from ${id} to ${self}.` };
  }
  if (!OUTPUTS.includes(output)) {
    const hint = didYouMean(output, OUTPUTS) ?? `Known outputs: ${OUTPUTS.join(', ')}.`;
    return { message: `Nodes have no output "${output}".`, hint };
  }
  return undefined;
}

function pathProblems(node: TemplateNode, path: DataPath, worktree: string): Wording[] {
  const problems: Wording[] = [];
  const add = (at: DataPath, message: string | undefined, hint?: string): void => {
    if (message)
      problems.push({ path: [...path, ...at], at: 'value', message, ...(hint ? { hint } : {}) });
  };
  for (const [i, file] of (node.inputs?.files ?? []).entries()) {
    add(['inputs', 'files', i], pathProblem(file) ?? ownFolder(file));
  }
  for (const [i, glob] of (node.constraints?.allowed_paths ?? []).entries()) {
    const at = ['constraints', 'allowed_paths', i];
    const wrong = pathProblem(glob) ?? ownFolder(glob);
    if (wrong !== undefined) add(at, wrong);
    else if (glob.endsWith('/') || isDirectory(join(worktree, glob))) {
      add(at, 'This is a folder, and no file is it.', `Write "${glob.replace(/\/+$/, '')}/**".`);
    } else if (compileGlob(glob) === undefined) add(at, 'This glob cannot be read.');
  }
  for (const part of ['deterministic', 'behavioral'] as const) {
    for (const [i, gate] of (node.verification_plan?.[part] ?? []).entries()) {
      if (gate.type === 'builtin' || gate.type === 'repository') continue;
      problems.push(...commandProblems(gate, [...path, 'verification_plan', part, i]));
    }
  }
  return problems;
}

function ownFolder(path: string): string | undefined {
  const [first] = path.replace(/^(?:\.\/)+/, '').split('/');
  if (first !== '.git' && first !== '.wukong') return undefined;
  return `${first} belongs to ${first === '.git' ? 'git' : 'Wukong'}: no node gets at it.`;
}
