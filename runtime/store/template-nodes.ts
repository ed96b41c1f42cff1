// What a schema can't say about the nodes of a template: references and paths (tools: template-tools.ts).

import { join } from 'node:path';
import type { Edge } from '../model/edge.ts';
import type { Template, TemplateNode } from '../model/template.ts';
import { didYouMean } from './did-you-mean.ts';
import { commandProblems } from './gate-problems.ts';
import { compileGlob, pathProblem } from './globs.ts';
import { isDirectory } from './is-directory.ts';
import type { DataPath } from './people-places.ts';
import type { Wording } from './people-problems.ts';
import { type Neighbours, predecessors, upstreamOf } from './template-graph.ts';

const OUTPUTS = ['summary', 'patch', 'report', 'evidence'];

/** What nodes may refer to: anchors by id, and folders below the working tree. */
export type Surroundings = Readonly<{ anchors: ReadonlySet<string>; worktree: string }>;

export function nodeProblems(template: Template, around: Surroundings): Wording[] {
  const ids = new Set(template.nodes.map(({ id }) => id));
  const before = predecessors(template.edges);
  // A review waits for success: a node that failed its gates is not worth one.
  const passed = predecessors(template.edges.filter(({ condition }) => condition === 'on_success'));
  return template.nodes.flatMap((node, i) => [
    ...executorProblems(node, ['nodes', i]),
    ...anchorProblems(node, ['nodes', i], around.anchors),
    ...upstreamProblems(node, ['nodes', i], ids, before),
    ...pathProblems(node, ['nodes', i], around.worktree),
    ...reviewProblems(node, ['nodes', i], template, passed),
  ]);
}

/** `llm_review` calls no model: somebody in the graph has to do it. */
function reviewProblems(
  { id, verification_plan }: TemplateNode,
  path: DataPath,
  { nodes }: Template,
  passed: Neighbours,
): Wording[] {
  if (verification_plan?.llm_review === undefined) return [];
  const isJudged = nodes.some(({ id: other, role }) => {
    return role === 'nose' && upstreamOf(passed, other).has(id) && other !== id;
  });
  if (isJudged) return [];
  const message = `Nobody reviews ${id}: no node of the role nose comes after it.`;
  const hint = `Add a nose node and an edge { from: ${id}, to: <its id>, condition: on_success }, or leave out llm_review.`;
  return [{ path: [...path, 'verification_plan', 'llm_review'], at: 'key', message, hint }];
}

type NodeWithInputs = Readonly<{ id: string; inputs?: TemplateNode['inputs'] }>;

/** Of these, the ones that need nothing but the graph itself. */
export function outputProblems(
  graph: Readonly<{ nodes: readonly NodeWithInputs[]; edges: readonly Edge[] }>,
): Wording[] {
  const ids = new Set(graph.nodes.map(({ id }) => id));
  const before = predecessors(graph.edges);
  return graph.nodes.flatMap((node, i) => upstreamProblems(node, ['nodes', i], ids, before));
}

function executorProblems({ role, executor }: TemplateNode, path: DataPath): Wording[] {
  if (executor === undefined || executor.name === role) return [];
  const message = `Nodes of the role ${role} are carried out by the agent "${role}", not by "${executor.name}".`;
  return [{ path: [...path, 'executor', 'name'], at: 'value', message }];
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
  before: Neighbours,
): Wording[] {
  const refs = inputs?.upstream_outputs ?? [];
  if (refs.length === 0) return [];
  const upstream = upstreamOf(before, id);
  return refs.flatMap((ref, i): Wording[] => {
    const wrong = whatIsWrong(ref, id, ids, upstream);
    if (wrong === undefined) return [];
    return [{ path: [...path, 'inputs', 'upstream_outputs', i], at: 'value', ...wrong }];
  });
}

function whatIsWrong(
  ref: string,
  self: string,
  ids: ReadonlySet<string>,
  upstream: ReadonlySet<string>,
): Readonly<{ message: string; hint?: string }> | undefined {
  const [, id, output] = /^(N-\d{3,})\.outputs\.(\w+)$/.exec(ref) ?? [];
  if (id === undefined || output === undefined) {
    const message = `"${ref}" names no output.`;
    return { message, hint: `Write <node>.outputs.<${OUTPUTS.join('|')}>.` };
  }
  if (!ids.has(id)) {
    const meant = didYouMean(id, ids);
    return { message: `There is no node ${id}.`, ...(meant ? { hint: meant } : {}) };
  }
  if (id === self) return { message: `${self} can not build on its own outputs.` };
  if (!upstream.has(id)) {
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
    } else if (compileGlob(glob) === undefined) add(at, 'This glob can not be read.');
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
