// `wukong gates`: the checks this repository has by its own files, where each comes from, and what is
// missing before the runtime may run it. Without --try it reads, and starts nothing but `git status`.

import { existsSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { fields, git } from '../../evidence/trees/git.ts';
import { proposeGates } from '../../hosts/claude-code/discover/discover-gates.ts';
import { takenByInit } from '../../hosts/claude-code/discover/discovered.ts';
import { leftOut, lookedAt, noChecks } from '../../hosts/claude-code/discover/found-words.ts';
import type { Proposal } from '../../hosts/claude-code/discover/proposal.ts';
import type { CommandGate, GateApproval } from '../../model/gate.ts';
import { oneLine } from '../../words/plain-text.ts';
import { noRepository } from '../../workspace/bare-repository.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { findRepository, isInstalled } from '../../workspace/repository.ts';
import { readTrust } from '../../workspace/trust.ts';
import type { Command } from '../frame/command.ts';
import { done, EXIT, failed, misused } from '../frame/outcome.ts';
import { colors } from '../frame/output.ts';
import { approvalOf, commandLine, knownGates, sameApproval, unapproved } from './known-gates.ts';
import { HOW_TO_NAME_ONE, hasGate, NO_GATE } from './no-gate.ts';
import { tryApproved } from './try-gates.ts';

const MAX_TOUCHED = 500;

export const gates: Command = {
  description: 'List the checks of this repository, and which the runtime may run',
  args: {
    explain: { type: 'boolean', description: 'Say where each comes from, and why it was proposed' },
    try: {
      type: 'boolean',
      description:
        'Run those that may run once here and once in a clean copy, and say what differs',
    },
    path: {
      type: 'positional',
      required: false,
      description:
        'Files or folders: their packages are looked into. Default: what git shows as changed',
    },
  },
  examples: [
    ['wukong gates', 'the checks this repository has'],
    ['wukong gates --try', 'run them here and in a clean copy'],
  ],
  takesWords: true,
  async run(args) {
    const folder = process.cwd();
    const ws = findRepository(folder);
    if (!ws) return failed(noRepository(folder), EXIT.failed);
    if (args.flag('try')) return tryApproved(args.words);
    const touched = args.words.length > 0 ? inside(ws, args.words) : await changed(ws);
    if (typeof touched === 'string') {
      const hint = `Name paths below ${ws.worktree}.`;
      return misused(`${JSON.stringify(touched)} is not in this repository.`, hint);
    }
    const missing = args.words.find((path) => !existsSync(path));
    if (missing !== undefined) {
      const hint = 'Name files or folders that are there.';
      return misused(`There is no ${JSON.stringify(missing)} here.`, hint);
    }
    const looked = proposeGates({ root: ws.worktree }, touched);
    const { proposals, unread } = looked;
    const isSetUp = isInstalled(ws) && existsSync(files.config(ws));
    const known = isSetUp ? await knownGates(ws) : { gates: [] };
    const approvals = readTrust(ws)?.approvals ?? [];
    const rows = proposals.map((one) => rowOf(one, known.gates, approvals));
    const others = known.gates.filter((gate) => !rows.some((row) => sameApproval(row.gate, gate)));
    const next = nextSteps({ rows, isSetUp, known: known.gates, approvals, proposals });
    const problem = 'problem' in known ? known.problem : undefined;
    const isWithout = problem === undefined && (isSetUp ? !hasGate(known) : rows.length === 0);
    const sections = [
      ...(rows.length === 0
        ? ['No checks were found in the files of this repository.', lookedAt(looked)]
        : ['Found in this repository (nothing was run):', ...lines(rows, args.flag('explain'))]),
      ...(others.length === 0 ? [] : ['Configured, and not found in a file of a tool:']),
      ...others.map((gate) => {
        const isOpen = unapproved([gate], approvals).length > 0;
        return `  ${gate.type.padEnd(9)}  ${commandLine(gate)}  ${colors.dim(isOpen ? 'not approved' : 'approved')}`;
      }),
      ...(rows.length === 0 ? [] : noChecks(looked)),
      ...leftOut(looked.leftOut),
      ...unread.map((one) => colors.yellow(`Not read: ${oneLine(one, 200)}`)),
      ...(problem === undefined ? [] : [colors.yellow(problem)]),
      ...(isWithout ? [NO_GATE] : []),
      ...(next.length === 0 ? [] : ['Next:', ...next.map((line) => `  ${line}`)]),
    ];
    return done(sections.join('\n'), {
      proposals: rows.map(({ gate, origin, source, also, why, status }) => {
        const { type, name } = gate;
        return { type, name, ...approvalOf(gate), origin, source, also, why, status };
      }),
      configured: others.map((gate) => {
        const approved = unapproved([gate], approvals).length === 0;
        return { type: gate.type, name: gate.name, ...approvalOf(gate), approved };
      }),
      touched,
      unread,
      without: looked.without,
      left_out: looked.leftOut,
      ...(problem === undefined ? {} : { problem }),
      ...(isWithout ? { no_gate: NO_GATE } : {}),
      next,
    });
  },
};

/** `proposed`: nobody chose it. `configured`: it waits for an approval. `approved`: it may run. */
type Status = 'proposed' | 'configured' | 'approved';
type Row = Proposal & Readonly<{ status: Status }>;

function rowOf(
  one: Proposal,
  known: readonly CommandGate[],
  approvals: readonly GateApproval[],
): Row {
  if (!known.some((gate) => sameApproval(gate, one.gate))) return { ...one, status: 'proposed' };
  const isOpen = unapproved([one.gate], approvals).length > 0;
  return { ...one, status: isOpen ? 'configured' : 'approved' };
}

const SHOWN: Readonly<Record<Status, string>> = {
  proposed: 'not in the configuration',
  configured: 'configured, not approved',
  approved: 'approved',
};

function lines(rows: readonly Row[], explain: boolean): string[] {
  return rows.flatMap(({ gate, source, also, why, status }) => {
    const head = `  ${gate.type.padEnd(9)}  ${commandLine(gate)}  ${colors.dim(SHOWN[status])}`;
    if (!explain) return [head];
    const places = also.map(({ file, line }) => `${file}:${line}`);
    const more = places.length === 0 ? '' : `; also ${places.slice(0, 5).join(', ')}`;
    return [head, `             ${oneLine(`${source.file}:${source.line}  ${why}${more}`, 240)}`];
  });
}

type Standing = Readonly<{
  rows: readonly Row[];
  isSetUp: boolean;
  known: readonly CommandGate[];
  approvals: readonly GateApproval[];
  proposals: readonly Proposal[];
}>;

/** What a person types to get from here to gates that run. */
function nextSteps({ rows, isSetUp, known, approvals, proposals }: Standing): string[] {
  if (!isSetUp) return rows.length === 0 ? ['wukong init', ...HOW_TO_NAME_ONE] : ['wukong init'];
  const kinds = new Set(known.map(({ type }) => type));
  const fresh = [
    ...takenByInit(proposals).filter(({ gate }) => !kinds.has(gate.type)),
    ...proposals.filter(({ gate, origin }) => origin === 'package' && gate.type !== 'build'),
  ].filter(({ gate }) => !known.some((other) => sameApproval(other, gate)));
  const entries = fresh.map(({ gate }) => `  ${entryOf(gate)}`);
  const head = 'To have one, write it below "gates:" in .wukong/config.yaml:';
  const open = unapproved(known, approvals);
  const isWithout = entries.length === 0 && !hasGate({ gates: known });
  return [
    ...(isWithout ? HOW_TO_NAME_ONE : []),
    ...(entries.length === 0 ? [] : [head, ...entries]),
    ...open.map(({ name }) => `wukong trust --approve --gate ${JSON.stringify(name)}`),
  ];
}

/** JSON text is YAML, whatever characters it holds. */
function entryOf({ type, name, command, cwd, shell }: CommandGate): string {
  const where = cwd === undefined ? '' : `, cwd: ${JSON.stringify(cwd)}`;
  const words = `${JSON.stringify(command)}${where}${shell ? ', shell: true' : ''}`;
  return `- { type: ${type}, name: ${JSON.stringify(name)}, command: ${words} }`;
}

/** The first path that lies elsewhere, or all of them from the top of the working tree. */
function inside(ws: Workspace, paths: readonly string[]): string[] | string {
  const found: string[] = [];
  for (const path of paths) {
    const below = relative(ws.worktree, resolve(path)).split(sep).join('/');
    if (
      below === '..' ||
      below.startsWith('../') ||
      resolve(ws.worktree, below) !== resolve(path)
    ) {
      return path;
    }
    found.push(below);
  }
  return found;
}

/** Without git's word nothing is touched: then only the top of the repository is looked at. */
async function changed(ws: Workspace): Promise<string[]> {
  const args = ['status', '--porcelain=v1', '-z', '--no-renames', '--untracked-files=all'];
  const output = await git({ cwd: ws.worktree, args });
  if (!output.ok) return [];
  return fields(output.value.stdout)
    .map((entry) => entry.slice(3))
    .slice(0, MAX_TOUCHED);
}
