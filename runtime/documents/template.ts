// Templates: read, checked, and fitted to this repository. Not for hot paths: only starting a goal
// reads one.

import { lstatSync, readdirSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { isDirectory } from '../files/folders.ts';
import { proofOfName } from '../kernel/graph/proof.ts';
import type { Plan } from '../kernel/requests/goals.ts';
import { readAnchors } from '../memory/anchors.ts';
import type { Template, TemplateNode } from '../model/documents/template.ts';
import { type Failure, fail, ok, type Problem, type Result } from '../model/failure.ts';
import {
  type BuiltInGateName,
  type Gate,
  gatesInOrder,
  type VerificationPlan,
} from '../model/gate.ts';
import type { Executor, NodeSpec } from '../model/node.ts';
import type { Role } from '../model/vocabulary.ts';
import { currentVersion, programFolder } from '../workspace/current-program.ts';
import { files, type Workspace } from '../workspace/paths.ts';
import type { Compiled } from './config.ts';
import { type MissingExecutor, missingExecutors } from './executors/missing-executors.ts';
import { gateNameProblems } from './gate-problems.ts';
import { compileGlob, expandFiles } from './globs.ts';
import { raiseRisk } from './raise-risk.ts';
import { reproduceFirst } from './reproduce-first.ts';
import { ROLE_CHECKS, ROLE_PATHS } from './role-defaults.ts';
import type { Wording } from './schema-problems.ts';
import { graphProblems } from './template-graph.ts';
import {
  fillIn,
  readTemplate,
  type Shelf,
  type WholeTemplate,
  type WrittenTemplate,
} from './template-layers.ts';
import { nodeProblems } from './template-nodes.ts';
import { type Given, valuesOf } from './template-parameters.ts';
import { levelsOf, templateProblems } from './template-rules.ts';
import { inBoth, nothingLeft, toolProblems, toolsOf } from './template-tools.ts';
import { wayProblems } from './template-ways.ts';

const NAME = /^[a-z][a-z0-9_]{0,31}$/;
const DEFAULT_BUDGET_SEC = 1800;

export type Wanted = Readonly<{
  /** What the goal is begun with. */
  risk?: 'high' | undefined;
  /** A test has to show the fault before anything is fixed. */
  reproduce?: 'first' | undefined;
  params?: Given | undefined;
  /** Words for tools: runs may use no others. */
  allow?: readonly string[] | undefined;
  /** Who carries out nodes whose template names nobody, by role. */
  executors?: Readonly<Partial<Record<Role, Executor>>> | undefined;
  /** The plan is only looked at: what has no value stays as it is written. */
  isOpen?: boolean;
  /** The one that came with the program, whatever the user put in its place. */
  isShipped?: boolean;
}>;

/**
 * The plan a template gives here: defaults by role filled in, `repository` gates replaced by those
 * of `gates`, globs compiled and expanded. The user's own template goes before the installed one.
 */
export async function loadTemplate(
  ws: Workspace,
  name: string,
  gates: readonly Gate[],
  wanted: Wanted = {},
): Promise<Result<Plan>> {
  const read = readNamed(ws, name, wanted);
  if (!read.ok) return read;
  const { placed } = read.value;
  const written = narrowed(read.value.template, wanted.allow);

  const anchors = new Set(readAnchors(ws).keys());
  const wrong: Wording[] = [
    ...templateProblems(written),
    ...graphProblems(written),
    ...wayProblems(written),
    ...nodeProblems(written, { anchors, worktree: ws.worktree }),
    ...gateNameProblems(written, gates),
    ...toolProblems(written, (node) => testsOf(node, gates)),
    ...nothingLeft(read.value.template, written, wanted.allow),
  ];
  if (written.name !== name) {
    const message = `This template calls itself "${written.name}", its file "${name}.yaml".`;
    const hint = `Write "name: ${name}" or rename the file.`;
    wrong.unshift({ path: ['name'], at: 'value', message, hint });
  }
  if (wrong.length > 0) return fail<Failure>({ kind: 'bad-file', problems: placed(wrong) });

  const { risk, params = {} } = wanted;
  const raised = risk === 'high' && written.risk !== 'high' ? raiseRisk(written) : ok(written);
  if (!raised.ok) return raised;
  const isAsked = (wanted.reproduce ?? written.reproduce) !== undefined;
  const tested = isAsked || raised.value.risk ? reproduceFirst(raised.value, isAsked) : raised;
  if (!tested.ok) return tested;
  const template = tested.value;
  const into = {
    template,
    levelOf: levelsOf(template),
    gates,
    worktree: ws.worktree,
    executors: wanted.executors,
  };

  return ok({
    name,
    version: template.version,
    sha256: read.value.sha256,
    ...(Object.keys(params).length > 0 && { parameters: params }),
    proof: template.proof ?? proofOfName(name),
    ...(template.risk && { risk: template.risk }),
    success_criteria: template.success_criteria,
    ...(template.allowed_actions && { allowed_actions: template.allowed_actions }),
    nodes: await Promise.all(template.nodes.map((node) => fillNode(node, into))),
    edges: template.edges,
  });
}

/** A person may take tools away, and give none. */
function narrowed(template: Template, allow: readonly string[] = []): Template {
  if (allow.length === 0) return template;
  const own = template.allowed_actions ?? [];
  return { ...template, allowed_actions: own.length === 0 ? [...allow] : inBoth(own, allow) };
}

/** What all files of a template say, with values for its parameters. */
export function readNamed(
  ws: Workspace,
  name: string,
  { params = {}, isOpen = false, isShipped = false }: Wanted,
): Result<WholeTemplate & Pick<WrittenTemplate, 'sha256'>> {
  const shelf = shelfOf(ws, isShipped);
  const [file] = shelf.filesOf(name);
  if (!file) return fail<Failure>({ kind: 'unknown-template', name, known: shelf.names() });
  const read = readTemplate(file, shelf);
  if (!read.ok) return fail<Failure>({ kind: 'bad-file', problems: read.error });
  const values = valuesOf(read.value, params, isOpen);
  if (!values.ok) return values;
  const whole = fillIn(read.value, values.value);
  if (!whole.ok) return fail<Failure>({ kind: 'bad-file', problems: whole.error });
  return ok({ ...whole.value, sha256: read.value.sha256 });
}

/** Each executor that it names and nobody set up here, at its place. A configuration with a fault says nothing. */
export function missingIn(
  ws: Workspace,
  name: string,
  { executors, problems }: Pick<Compiled, 'executors' | 'problems'>,
): readonly MissingAt[] {
  const read = problems.length > 0 ? undefined : readNamed(ws, name, { isOpen: true });
  if (!read?.ok) return [];
  const { template, placed } = read.value;
  return missingExecutors(template.nodes, Object.keys(executors)).flatMap((missing) =>
    placed([missing]).map((problem) => ({ ...missing, problem })),
  );
}

type MissingAt = MissingExecutor & Readonly<{ problem: Problem }>;

/** The templates of a workspace: the user's own go before the installed ones. */
export function shelfOf(ws: Workspace, isShipped = false): Shelf {
  const isHere = (path: string): boolean => !isShipped || dirname(path) !== files.templates(ws);
  return {
    names: () => listTemplates(ws),
    filesOf: (name) =>
      pathsOf(ws, name)
        .filter(isHere)
        .map((path) => ({ path, display: relative(ws.root, path).split(sep).join('/') })),
  };
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
  return pathsOf(ws, name)[0];
}

function pathsOf(ws: Workspace, name: string): string[] {
  if (!NAME.test(name)) return [];
  return foldersOf(ws)
    .map((folder) => join(folder, `${name}.yaml`))
    .filter((path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined);
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

type Into = Readonly<{
  template: Template;
  levelOf: ReturnType<typeof levelsOf>;
  gates: readonly Gate[];
  worktree: string;
  executors: Wanted['executors'];
}>;

async function fillNode(
  node: TemplateNode,
  { template, levelOf, gates, worktree, executors = {} }: Into,
): Promise<NodeSpec> {
  const { id, title, role, type, estimated_effort, executor, instructions, max_retries } = node;
  const { budget, cost_estimate, issue_ref, reproduce } = node;
  const { inputs, constraints, quality } = node;
  const checklist = quality?.checklist ?? [];
  const given = constraints?.allowed_paths ?? [];
  const allowed_paths = given.length > 0 ? given : [...ROLE_PATHS[role]];
  return {
    id,
    title,
    role,
    ...(type && { type }),
    ...(estimated_effort && { estimated_effort }),
    ...(issue_ref !== undefined && { issue_ref }),
    executor: executor ?? executors[role] ?? { type: 'subagent', name: role },
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
      evidence_level_required: quality?.evidence_level_required ?? levelOf(node),
      checklist,
    },
    verification_plan: planOf(node, gates, checklist) as NodeSpec['verification_plan'],
    ...(cost_estimate !== undefined && { cost_estimate }),
    ...(budget && { budget }),
    ...(reproduce && { reproduce }),
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
  // Nothing passes unlooked at: what it cites has to be there.
  if (deterministic.length === 0) deterministic.push(builtIn('references'));
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
