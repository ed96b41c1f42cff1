// Templates: read, checked, and fitted to this repository. Not for hot paths: only starting a goal
// reads one.

import { createHash } from 'node:crypto';
import { lstatSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { isDirectory } from '../files/folders.ts';
import { proofOfName } from '../kernel/graph/proof.ts';
import type { Plan } from '../kernel/requests/goals.ts';
import { readAnchors } from '../memory/anchors.ts';
import type { Template, TemplateNode } from '../model/documents/template.ts';
import { type Failure, fail, ok, type Result } from '../model/failure.ts';
import {
  type BuiltInGateName,
  type Gate,
  gatesInOrder,
  type VerificationPlan,
} from '../model/gate.ts';
import type { NodeSpec } from '../model/node.ts';
import { currentVersion, programFolder } from '../workspace/current-program.ts';
import { files, type Workspace } from '../workspace/paths.ts';
import { gateNameProblems } from './gate-problems.ts';
import { compileGlob, expandFiles } from './globs.ts';
import { raiseRisk } from './raise-risk.ts';
import { inOrder, MAX_PLACED, readPeopleDocument, TEMPLATE } from './read-document.ts';
import { ROLE_CHECKS, ROLE_PATHS } from './role-defaults.ts';
import { graphProblems } from './template-graph.ts';
import { nodeProblems } from './template-nodes.ts';
import { levelOf, templateProblems } from './template-rules.ts';
import { toolProblems, toolsOf } from './template-tools.ts';
import { wayProblems } from './template-ways.ts';

const NAME = /^[a-z][a-z0-9_]{0,31}$/;
const DEFAULT_BUDGET_SEC = 1800;

/**
 * The plan a template gives here: defaults by role filled in, `repository` gates replaced by those
 * of `gates`, globs compiled and expanded. The user's own template goes before the installed one.
 * `risk`: what the goal is begun with.
 */
export async function loadTemplate(
  ws: Workspace,
  name: string,
  gates: readonly Gate[],
  risk?: 'high',
): Promise<Result<Plan>> {
  const path = NAME.test(name) ? findTemplate(ws, name) : undefined;
  if (!path) return fail<Failure>({ kind: 'unknown-template', name, known: listTemplates(ws) });

  const read = readPeopleDocument(path, TEMPLATE, relative(ws.root, path).split(sep).join('/'));
  if (!read.ok) return fail<Failure>({ kind: 'bad-file', problems: read.error });
  const { value: written, bytes, problemAt } = read.value;

  const anchors = new Set(readAnchors(ws).keys());
  const wrong = [
    ...templateProblems(written),
    ...graphProblems(written),
    ...wayProblems(written),
    ...nodeProblems(written, { anchors, worktree: ws.worktree }),
    ...gateNameProblems(written, gates),
    ...toolProblems(written, (node) => testsOf(node, gates)),
  ]
    .slice(0, MAX_PLACED)
    .map((w) => problemAt(w.path, w.at, w.message, w.hint));
  if (written.name !== name) {
    const message = `This template calls itself "${written.name}", its file "${name}.yaml".`;
    wrong.push(problemAt(['name'], 'value', message, `Write "name: ${name}" or rename the file.`));
  }
  if (wrong.length > 0) return fail<Failure>({ kind: 'bad-file', problems: inOrder(wrong) });

  const raised = risk === 'high' && written.risk !== 'high' ? raiseRisk(written) : ok(written);
  if (!raised.ok) return raised;
  const template = raised.value;

  return ok({
    name,
    version: template.version,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    proof: template.proof ?? proofOfName(name),
    ...(template.risk && { risk: template.risk }),
    success_criteria: template.success_criteria,
    ...(template.allowed_actions && { allowed_actions: template.allowed_actions }),
    nodes: await Promise.all(
      template.nodes.map((node) => fillNode(template, node, gates, ws.worktree)),
    ),
    edges: template.edges,
  });
}

/** Names of the templates that can be started here, sorted. */
export function listTemplates(ws: Workspace): string[] {
  const names = foldersOf(ws)
    .flatMap((folder) => readdirSync(folder))
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => file.slice(0, -'.yaml'.length))
    .filter((name) => NAME.test(name));
  return [...new Set(names)].sort();
}

/** The file that counts for a name: the user's own goes before the installed one. */
export function findTemplate(ws: Workspace, name: string): string | undefined {
  return foldersOf(ws)
    .map((folder) => join(folder, `${name}.yaml`))
    .find((path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined);
}

function foldersOf(ws: Workspace): string[] {
  const version = currentVersion(ws);
  const builtIn = version === undefined ? [] : [join(programFolder(ws, version), 'templates')];
  return [files.templates(ws), ...builtIn].filter(isRealFolder);
}

/** A link could lead anywhere; nothing below .wukong may be one. */
function isRealFolder(path: string): boolean {
  return isDirectory(path) && lstatSync(path).isSymbolicLink() === false;
}

async function fillNode(
  template: Template,
  node: TemplateNode,
  gates: readonly Gate[],
  worktree: string,
): Promise<NodeSpec> {
  const { id, title, role, executor, instructions, max_retries } = node;
  const { inputs, constraints, quality } = node;
  const checklist = quality?.checklist ?? [];
  const given = constraints?.allowed_paths ?? [];
  const allowed_paths = given.length > 0 ? given : [...ROLE_PATHS[role]];
  return {
    id,
    title,
    role,
    executor: executor ?? { type: 'subagent', name: role },
    instructions,
    inputs: {
      files: await expandFiles(worktree, inputs?.files ?? []),
      context_refs: inputs?.context_refs ?? [],
      upstream_outputs: inputs?.upstream_outputs ?? [],
    },
    constraints: {
      ...toolsOf(template, node, testsOf(node, gates)),
      allowed_paths,
      allowed_paths_re: allowed_paths.flatMap((glob) => compileGlob(glob) ?? []),
      time_budget_sec: constraints?.time_budget_sec ?? DEFAULT_BUDGET_SEC,
    },
    quality: {
      evidence_level_required: quality?.evidence_level_required ?? levelOf(template, role),
      checklist,
    },
    verification_plan: planOf(node, gates, checklist) as NodeSpec['verification_plan'],
    max_retries,
    join: node.join,
  };
}

/** The checks of a node, each once: its own or its role's, and one for each item of its checklist. */
function planOf(
  { role, verification_plan }: TemplateNode,
  gates: readonly Gate[],
  checklist: readonly BuiltInGateName[],
): VerificationPlan {
  const own = verification_plan?.deterministic ?? [
    ...ROLE_CHECKS[role].map(builtIn),
    ...(ROLE_CHECKS[role].length === 0 ? [{ type: 'repository', for: 'test' } as const] : []),
  ];
  const inPlace = (entries: ReadonlyArray<(typeof own)[number]>): Gate[] =>
    entries.flatMap((entry): readonly Gate[] => {
      return entry.type === 'repository' ? gates.filter(({ type }) => type === entry.for) : [entry];
    });
  const named = new Map<string, Gate>();
  const keyOf = (gate: Gate): string => `${gate.type === 'builtin'} ${gate.name}`;
  const add = (gate: Gate): boolean => !named.has(keyOf(gate)) && !!named.set(keyOf(gate), gate);
  const deterministic = [...inPlace(own), ...checklist.map(builtIn)].filter(add);
  const behavioral = inPlace(verification_plan?.behavioral ?? [])
    .filter((gate) => gate.type !== 'builtin')
    .filter(add);
  const review = verification_plan?.llm_review;
  return {
    deterministic,
    ...(behavioral.length > 0 ? { behavioral } : {}),
    ...(review === undefined ? {} : { llm_review: { aspects: review.aspects ?? [] } }),
  };
}

/** Test commands that concern a node: of its own plan and of the repository. */
function testsOf(node: TemplateNode, gates: readonly Gate[]): Gate[] {
  return [...gatesInOrder(planOf(node, gates, [])), ...gates];
}

function builtIn(name: BuiltInGateName): Gate {
  return { type: 'builtin', name, mustPass: true };
}
