import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { configOf } from '../../documents/config.ts';
import { missingExecutors } from '../../documents/executors/missing-executors.ts';
import { type GraphFile, readGraphFile } from '../../documents/graph-file.ts';
import { aroundIn, listTemplates, loadTemplate, shelfOf } from '../../documents/template.ts';
import type { Shelf } from '../../documents/template-layers.ts';
import { type Ways, waysThrough } from '../../documents/template-ways.ts';
import type { Problem } from '../../model/failure.ts';
import { type DrawnGraph, renderMermaid } from '../../words/mermaid.ts';
import { counted, oneLine } from '../../words/plain-text.ts';
import { renderProblem } from '../../words/render-problem.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { findRepository, isInstalled } from '../../workspace/repository.ts';
import { firstOf } from '../frame/brief-nodes.ts';
import type { Command } from '../frame/command.ts';
import { criticalPath, drawGraph, type Planned } from '../frame/draw-graph.ts';
import { openWorkspace } from '../frame/open-workspace.ts';
import { done, EXIT, failed, misused, type Outcome } from '../frame/outcome.ts';
import { colors, printLine, textWidth } from '../frame/output.ts';
import { asPlanned, paintStatus, plannedGoal } from '../frame/planned-goal.ts';
import { progress } from '../frame/progress.ts';
import { NO_GOAL, pickEvidence } from './pick-evidence.ts';

const HOW =
  'Type: wukong graph · wukong graph G-0001 · wukong graph fix · wukong graph validate [FILE] · wukong graph render [FILE]';

export const graph: Command = {
  description: 'Draw the plan of a goal or a template, or check one',
  args: {
    action: {
      type: 'positional',
      required: false,
      description: 'a goal or the name of a template, to draw it; or validate, render',
    },
    what: {
      type: 'positional',
      required: false,
      description: 'taskgraph.json or a template; to render, a goal too',
    },
    mermaid: { type: 'boolean', description: 'as a Mermaid flowchart, as render does' },
  },
  examples: [
    ['wukong graph', 'the plan of the goal in focus'],
    ['wukong graph fix', 'the plan that a fix begins with'],
    ['wukong graph G-0001 --mermaid', 'for a page'],
  ],
  run(args) {
    const action = args.text('action');
    const what = args.text('what');
    if (action === 'validate') return validate(what);
    if (action === 'render') return render(what);
    if (what !== undefined) return misused('What shall be done with the graph?', HOW);
    if (action !== undefined && !isGoal(action))
      return drawTemplates([action], args.flag('mermaid'));
    return args.flag('mermaid') ? render(action) : drawGoal(action);
  },
};

function isGoal(word: string): boolean {
  return /^(?:G-)?\d+$/i.test(word);
}

function render(what: string | undefined): Outcome {
  return what === undefined || isGoal(what) ? renderGoal(what) : renderFile(what);
}

/** Without any goal, what one would begin with. */
function drawGoal(named: string | undefined): Outcome | Promise<Outcome> {
  const opened = openWorkspace();
  if (!opened.ok) return failed(opened.error);
  const shown = progress();
  const picked = pickEvidence(opened.value.ws, named, 'graph', shown.update);
  shown.end();
  if (!picked.ok) {
    return picked.error === NO_GOAL
      ? drawTemplates(listTemplates(opened.value.ws), false)
      : picked.error;
  }
  const { goal } = picked.value;
  const planned = plannedGoal(goal);
  return done(pictureOf(planned), { goal: goal.id, ...plannedJson(planned) });
}

async function drawTemplates(names: readonly string[], asMermaid: boolean): Promise<Outcome> {
  const opened = openWorkspace();
  if (!opened.ok) return failed(opened.error);
  const pictures: string[] = [];
  const json: object[] = [];
  const { gates } = configOf(opened.value.ws);
  for (const name of names) {
    const loaded = await loadTemplate(opened.value.ws, name, gates, { isOpen: true });
    if (!loaded.ok) return failed(loaded.error);
    const { version, nodes, edges } = loaded.value;
    const planned = {
      title: `${name} ${version}`,
      nodes: nodes.map(asPlanned),
      edges,
    };
    pictures.push(asMermaid ? renderMermaid(planned) : pictureOf(planned));
    json.push({ template: name, ...plannedJson(planned) });
  }
  return done(pictures.join('\n\n'), { templates: json });
}

function pictureOf(planned: Planned): string {
  const lines = drawGraph(planned, { width: textWidth(), paint: paintStatus });
  const path = criticalPath(planned);
  const minutes = Math.ceil(path.reduce((sum, { budgetSec = 0 }) => sum + budgetSec, 0) / 60);
  const ids = path.map(({ id }) => id);
  const shown = ids.length > MAX_PATH ? [...ids.slice(0, MAX_PATH), '…'] : ids;
  const longest =
    minutes > 0 ? ['', `Critical path: ${shown.join(' → ')}, ${minutes} min at most.`] : [];
  return [...lines, ...longest].join('\n');
}

const MAX_PATH = 12;

function plannedJson(planned: Planned) {
  const { nodes, edges } = planned;
  return { nodes, edges, critical_path: criticalPath(planned).map(({ id }) => id) };
}

type Read = Readonly<{
  display: string;
  file: ReturnType<typeof readGraphFile>;
  /** Names under `executors:`; undefined where nothing is set up at all. */
  executors: readonly string[] | undefined;
}>;

/** Undefined if there is no such file. */
function read(path: string): Read | undefined {
  const full = resolve(path);
  if (!lstatSync(full, { throwIfNoEntry: false })) return undefined;
  const ws = findRepository(process.cwd());
  const isHere = ws && isInstalled(ws);
  const compiled = isHere ? configOf(ws) : undefined;
  const sound = compiled?.problems.length === 0 ? compiled : undefined;
  const place = isHere
    ? { name: startedAs(ws, full), around: aroundIn(ws), gates: sound?.gates }
    : {};
  const below = relative(process.cwd(), full).replaceAll('\\', '/');
  const display = below.startsWith('..') ? full : below;
  const shelf = ws ? shelfOf(ws) : besides(full);
  const file = readGraphFile({ path: full, display }, place, shelf);
  return { display, file, executors: sound && Object.keys(sound.executors) };
}

/** The name by which a goal begins with this file; undefined: by none. */
function startedAs(ws: Workspace, file: string): string | undefined {
  return dirname(file) === files.templates(ws) ? basename(file, '.yaml') : undefined;
}

/** Outside a repository a template can extend those in its folder. */
function besides(file: string): Shelf {
  const folder = dirname(file);
  const pathOf = (name: string): string => join(folder, `${name}.yaml`);
  return {
    names: () =>
      readdirSync(folder).flatMap((one) => (one.endsWith('.yaml') ? one.slice(0, -5) : [])),
    filesOf: (name) =>
      existsSync(pathOf(name)) ? [{ path: pathOf(name), display: `${name}.yaml` }] : [],
  };
}

function validate(what: string | undefined): Outcome {
  const path = what ?? ownTaskgraph();
  if (typeof path !== 'string') return path;
  const found = read(path);
  if (!found) return noFile(path);
  const { display, file, executors } = found;
  if (!file.ok) return problems(display, file.error);
  const graphs = graphsOf(file.value);
  const warnings = executors ? warningsOf(file.value, executors) : [];
  const nodes = graphs.reduce((sum, one) => sum + one.nodes.length, 0);
  const about = file.value.kind === 'template' ? 'a template' : counted(graphs.length, 'graph');
  const ways = file.value.kind === 'template' ? waysThrough(file.value.template) : undefined;
  const valid = `Valid: ${oneLine(display, 200)}, ${about}, ${counted(nodes, 'node')}.`;
  return done([valid, ...(ways ? wayLines(ways) : []), ...warnings.map(warningText)].join('\n'), {
    file: display,
    kind: file.value.kind,
    graphs: graphs.length,
    nodes,
    ...(ways && { on_success: ways.success, on_failure: ways.failure, unasked: ways.unasked }),
    problems: [],
    warnings,
  });
}

/** A goal may begin so: who is missing may be set up later. */
function warningsOf(file: GraphFile, executors: readonly string[]): Problem[] {
  if (file.kind !== 'template') return [];
  return file.placed(missingExecutors(file.template.nodes, executors));
}

function warningText(problem: Problem): string {
  return `warning  ${renderProblem(problem)}`;
}

const MAX_NAMED = 64;

function wayLines({ success, failure, unasked }: Ways): string[] {
  const asked = success.filter((id) => !unasked.includes(id));
  if (failure.length + asked.length === 0) return [];
  const line = (what: string, ids: readonly string[]): string[] =>
    ids.length > 0 ? [`${what}: ${firstOf(ids, MAX_NAMED)}.`] : [];
  return [
    ...line('When every node succeeds, these run', success),
    ...line('Only if a condition holds', asked),
    ...line('Only after a failure', failure),
  ];
}

/** Of this workspace. It is a cache, made again by the next event. */
function ownTaskgraph(): string | Outcome {
  const opened = openWorkspace();
  return opened.ok ? files.taskgraph(opened.value.ws) : failed(opened.error);
}

/** They are what was asked for, so they go to stdout, whatever the exit code. */
function problems(file: string, found: readonly Problem[]): Outcome {
  const words = found.length === 1 ? 'One problem' : `${found.length} problems`;
  const others = found.some((one) => one.file !== file) ? ' and what it extends' : '';
  const count = colors.red(`${words} in ${oneLine(file, 200)}${others}.`);
  printLine([...found.map(renderProblem), count].join('\n'));
  return { exit: EXIT.failed, text: '', json: { file, problems: found } };
}

function noFile(path: string): Outcome {
  return misused(`There is no file ${oneLine(path, 200)}.`, HOW);
}

function renderFile(path: string): Outcome {
  const found = read(path);
  if (!found) return noFile(path);
  const { display, file } = found;
  if (!file.ok) return problems(display, file.error);
  const drawn = graphsOf(file.value).map(renderMermaid);
  if (drawn.length === 0) return done('There is no graph in it.', { file: display, mermaid: [] });
  // Each is a picture of its own; a file of Mermaid holds one.
  return done(drawn.join('\n\n'), { file: display, mermaid: drawn });
}

function renderGoal(named: string | undefined): Outcome {
  const opened = openWorkspace();
  if (!opened.ok) return failed(opened.error);
  const shown = progress();
  const picked = pickEvidence(opened.value.ws, named, 'graph render', shown.update);
  shown.end();
  if (!picked.ok) return picked.error;
  const { goal } = picked.value;
  const drawn = renderMermaid(plannedGoal(goal));
  return done(drawn, { goal: goal.id, mermaid: [drawn] });
}

function graphsOf(file: GraphFile): DrawnGraph[] {
  if (file.kind === 'template') {
    const { name, version, nodes, edges } = file.template;
    return [{ title: `${name} ${version}`, nodes, edges }];
  }
  return file.graphs.map(({ goal_id, template, status, nodes, edges }) => ({
    title: `${goal_id} ${template} (${status})`,
    nodes: nodes.map(({ id, role, title, status: stands, outputs }) => ({
      id,
      role,
      title,
      status: stands,
      ...(outputs.evidence_level ? { level: outputs.evidence_level } : {}),
    })),
    edges,
  }));
}
