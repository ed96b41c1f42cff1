// What a schema can't say about the nodes of a template: references and paths (tools: template-tools.ts).

import { join } from 'node:path';
import { isDirectory, isFile } from '../files/folders.ts';
import { skillFile } from '../kernel/views/order-by-executor.ts';
import type { Template, TemplateNode } from '../model/documents/template.ts';
import type { Edge } from '../model/edge.ts';
import { didYouMean } from '../words/did-you-mean.ts';
import { commandProblems } from './gate-problems.ts';
import { compileGlob, pathProblem } from './globs.ts';
import type { Wording } from './reader/schema-problems.ts';
import { asked, fromEach } from './reader/unread.ts';
import type { DataPath } from './reader/yaml-places.ts';
import { behindAny, leadsTo } from './template-graph.ts';

const REF = /^(N-\d{3,})\.outputs\.(\w+)$/;
const OUTPUTS = ['summary', 'patch', 'report', 'evidence'];

/** What nodes may refer to: anchors by id, and folders below the working tree. */
export type Surroundings = Readonly<{ anchors: ReadonlySet<string>; worktree: string }>;

/** Without `around` the anchors and folders that are there are not known. */
export function nodeProblems({ nodes }: Template, around: Surroundings | undefined): Wording[] {
  return fromEach(nodes, (node, i) => asked(OF_A_NODE, node, ['nodes', i], around));
}

/** `llm_review` calls no model: somebody in the graph has to do it. */
export function reviewProblems(template: Template): Wording[] {
  const isReviewed = reviewedNodes(template);
  return fromEach(template.nodes, ({ id, verification_plan }, i): Wording[] => {
    if (verification_plan?.llm_review === undefined || isReviewed(id)) return [];
    const message = `Nobody reviews ${id}: no node of the role nose comes after it.`;
    const hint = `Add a nose node and an edge { from: ${id}, to: <its id>, condition: on_success }, or leave out llm_review.`;
    return [{ path: ['nodes', i, 'verification_plan', 'llm_review'], at: 'key', message, hint }];
  });
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

/** Outputs of other nodes that it is to be given. */
export function outputProblems(
  graph: Readonly<{ nodes: readonly NodeWithInputs[]; edges: readonly Edge[] }>,
): Wording[] {
  const ids = new Set(graph.nodes.map(({ id }) => id));
  const isBefore = askedBefore(graph);
  return fromEach(graph.nodes, (node, i) => upstreamProblems(node, ['nodes', i], ids, isBefore));
}

/** Whether one node comes before another, for those whose outputs are referred to. */
function askedBefore(graph: Parameters<typeof outputProblems>[0]): ReturnType<typeof leadsTo> {
  const asked = fromEach(graph.nodes, ({ inputs }) =>
    fromEach(inputs?.upstream_outputs ?? [], (ref) => [REF.exec(ref)?.[1] ?? '']),
  );
  let known: ReturnType<typeof leadsTo> | undefined;
  return (from, to) => {
    known ??= leadsTo(graph.edges, new Set(asked));
    return known(from, to);
  };
}

/** Programs are set up by a person in this clone, which is looked at when one is to start. */
function executorProblems(
  { role, executor }: TemplateNode,
  path: DataPath,
  around: Surroundings | undefined,
): Wording[] {
  if (executor === undefined) return [];
  const { type, name } = executor;
  const at = [...path, 'executor', 'name'];
  if (type === 'subagent' && name !== role) {
    const message = `Nodes of the role ${role} are carried out by the agent "${role}", not by "${name}".`;
    return [{ path: at, at: 'value', message }];
  }
  if (type === 'skill' && around && !isFile(join(around.worktree, skillFile(name)))) {
    const message = `There is no skill "${name}" in this repository.`;
    return [{ path: at, at: 'value', message, hint: `Its file would be ${skillFile(name)}.` }];
  }
  return [];
}

function anchorProblems(
  { inputs }: TemplateNode,
  path: DataPath,
  around: Surroundings | undefined,
): Wording[] {
  return fromEach(inputs?.context_refs ?? [], (ref, i): Wording[] => {
    if (around === undefined || around.anchors.has(ref)) return [];
    const message = `There is no anchor ${ref} in .wukong/anchors/anchors.md.`;
    const hint = didYouMean(ref, around.anchors);
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
  return fromEach(inputs?.upstream_outputs ?? [], (ref, i): Wording[] => {
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
  if (!OUTPUTS.includes(output)) {
    const hint = didYouMean(output, OUTPUTS) ?? `Known outputs: ${OUTPUTS.join(', ')}.`;
    return { message: `Nodes have no output "${output}".`, hint };
  }
  if (isBefore(id, self)) return undefined;
  const message = `${id} does not come before ${self}, so it has no outputs yet.`;
  return { message, hint: `Add an edge that leads from ${id} to ${self}.` };
}

function fileProblems({ inputs }: TemplateNode, path: DataPath): Wording[] {
  return fromEach(inputs?.files ?? [], (file, i) =>
    wrongAt([...path, 'inputs', 'files', i], pathProblem(file) ?? ownFolder(file)),
  );
}

function globProblems(
  { constraints }: TemplateNode,
  path: DataPath,
  around: Surroundings | undefined,
): Wording[] {
  return fromEach(constraints?.allowed_paths ?? [], (glob, i) => {
    const at = [...path, 'constraints', 'allowed_paths', i];
    const wrong = pathProblem(glob) ?? ownFolder(glob);
    if (wrong !== undefined) return wrongAt(at, wrong);
    if (glob.endsWith('/') || (around && isDirectory(join(around.worktree, glob)))) {
      const hint = `Write "${glob.replace(/\/+$/, '')}/**".`;
      return wrongAt(at, 'This is a folder, and no file is it.', hint);
    }
    return wrongAt(at, compileGlob(glob) === undefined ? 'This glob cannot be read.' : undefined);
  });
}

function gateProblems({ verification_plan: plan }: TemplateNode, path: DataPath): Wording[] {
  return fromEach(['deterministic', 'behavioral'] as const, (part) =>
    fromEach(plan?.[part] ?? [], (gate, i) => {
      if (gate.type === 'builtin' || gate.type === 'repository') return [];
      return commandProblems(gate, [...path, 'verification_plan', part, i]);
    }),
  );
}

const OF_A_NODE = [executorProblems, anchorProblems, fileProblems, globProblems, gateProblems];

function wrongAt(path: DataPath, message: string | undefined, hint?: string): Wording[] {
  return message === undefined ? [] : [{ path, at: 'value', message, ...(hint && { hint }) }];
}

function ownFolder(path: string): string | undefined {
  const [first] = path.replace(/^(?:\.\/)+/, '').split('/');
  if (first !== '.git' && first !== '.wukong') return undefined;
  return `${first} belongs to ${first === '.git' ? 'git' : 'Wukong'}: no node gets at it.`;
}
