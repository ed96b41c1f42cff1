// Templates: read, checked, and fitted to this repository. Not for hot paths: only starting a goal
// reads one.

import { lstatSync, readdirSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { isDirectory } from '../files/folders.ts';
import { proofOfName } from '../kernel/graph/proof.ts';
import type { Plan } from '../kernel/requests/goals.ts';
import { readAnchors } from '../memory/anchors.ts';
import { type Failure, fail, ok, type Problem, type Result } from '../model/failure.ts';
import type { Gate } from '../model/gate.ts';
import type { Executor } from '../model/node.ts';
import type { Role } from '../model/vocabulary.ts';
import { currentVersion, programFolder } from '../workspace/current-program.ts';
import { files, type Workspace } from '../workspace/paths.ts';
import { templateRules } from './check-template.ts';
import type { Compiled } from './config.ts';
import { type MissingExecutor, missingExecutors } from './executors/missing-executors.ts';
import { raiseRisk } from './raise-risk.ts';
import { reproduceFirst } from './reproduce-first.ts';
import {
  fillIn,
  readTemplate,
  type Shelf,
  type WholeTemplate,
  type WrittenTemplate,
} from './template-layers.ts';
import type { Surroundings } from './template-nodes.ts';
import { type Given, usualValues, valuesOf } from './template-parameters.ts';
import { fillNode } from './template-plan.ts';
import { levelsOf } from './template-rules.ts';
import { narrowed } from './template-tools.ts';

const NAME = /^[a-z][a-z0-9_]{0,31}$/;

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
  const read = readNamed(ws, name, wanted, gates);
  if (!read.ok) return read;
  const written = { ...read.value.template, ...narrowed(read.value.template, wanted.allow) };

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

/** What all files of a template say, with values for its parameters. */
export function readNamed(
  ws: Workspace,
  name: string,
  { params = {}, isOpen = false, isShipped = false, allow }: Wanted,
  gates?: readonly Gate[],
): Result<WholeTemplate & Pick<WrittenTemplate, 'sha256'>> {
  const shelf = shelfOf(ws, isShipped);
  const [file] = shelf.filesOf(name);
  if (!file) return fail<Failure>({ kind: 'unknown-template', name, known: shelf.names() });
  const read = readTemplate(file, shelf);
  if (!read.ok) return fail<Failure>({ kind: 'bad-file', problems: read.error });
  const values = valuesOf(read.value, params, isOpen);
  const rules = templateRules({ name, around: aroundIn(ws), gates, allow });
  // What is wrong with the file goes before what a person forgot to type.
  const known = values.ok ? values.value : usualValues(read.value.parameters);
  const whole = fillIn(read.value, known, rules);
  if (!whole.ok) return fail<Failure>({ kind: 'bad-file', problems: whole.error });
  return values.ok ? ok({ ...whole.value, sha256: read.value.sha256 }) : values;
}

/** What nodes of a workspace may refer to. */
export function aroundIn(ws: Workspace): Surroundings {
  return { anchors: new Set(readAnchors(ws).keys()), worktree: ws.worktree };
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
