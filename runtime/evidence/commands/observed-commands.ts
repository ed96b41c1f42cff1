import type { Observation } from '../../model/evidence.ts';
import { type CommandGate, shellWord } from '../../model/gate.ts';
import { type CitedCommand, citedCommands } from '../report/cited-commands.ts';
import { type CommandReading, fold, howToShow, readCommand, whereabouts } from './read-command.ts';
import { onlyShows } from './shell-frame.ts';
import { shellWords, splitShell } from './shell-split.ts';
import { type TreeView, treeView } from './tree-view.ts';

const WRITING_TOOLS: ReadonlySet<string> = new Set(['Edit', 'Write', 'MultiEdit', 'NotebookEdit']);

/** What the transcript shows of one command the report cites. `advice` is a sentence for the agent. */
export type SeenCommand = Readonly<{
  cited: CitedCommand;
  proves: boolean;
  /** The observation the judgement rests on. */
  seq?: number;
  why: string;
  advice: string;
}>;

/** The position of the last call that changed or may have changed a file; -1 without one. */
function lastWrite(observations: readonly Observation[]): number {
  return observations
    .filter((seen) => WRITING_TOOLS.has(seen.tool) && !(seen.finished && seen.isError))
    .reduce((last, seen) => Math.max(last, seen.seq), -1);
}

/** Files the run edited through its tools, as the transcript names them. Failed edits are left out. */
export function editedFiles(observations: readonly Observation[]): readonly string[] {
  const paths = observations
    .filter((seen) => WRITING_TOOLS.has(seen.tool) && !(seen.finished && seen.isError))
    .flatMap((seen) => (seen.filePath === undefined ? [] : [seen.filePath]));
  return [...new Set(paths)];
}

type Run = Readonly<{ seen: Observation; reading: CommandReading }>;

/**
 * Holds each cited command against the run's own calls. A command proves something if it is a plain call of a
 * known test runner or an approved gate, ran on the tree, after the last write, ended, and its exit code could
 * be seen and was no failure. Of several such runs the last one counts: a pass that a later failure contradicts
 * is no proof. What scripts of manifests are is looked up below `root`. `refuted` are those that failed when
 * the runtime ran them itself, or that pass without the work. Words of `approved` gates are not read.
 */
export function seenCommands(
  report: Parameters<typeof citedCommands>[0],
  observations: readonly Observation[],
  root: string,
  refuted: readonly RefutedGate[] = [],
  approved: readonly SomeGate[] = [],
): readonly SeenCommand[] {
  const written = lastWrite(observations);
  const tree = treeView(root);
  const against = new Map(refuted.map((gate) => [wordsOfGate(gate, tree), gate]));
  const gates = new Set(approved.map((gate) => wordsOfGate(gate, tree)));
  const known = new Map<string, CommandReading>();
  const readingOf = ({ command = '', cwd }: Observation): CommandReading => {
    const key = `${cwd ?? ''}\n${command}`;
    const reading =
      known.get(key) ??
      unlessGate(readCommand(command, root, cwd === undefined ? { tree } : { cwd, tree }), gates);
    known.set(key, reading);
    return reading;
  };
  const runs: readonly Run[] = observations
    .filter((seen) => seen.tool === 'Bash' && seen.command !== undefined)
    .map((seen) => ({ seen, reading: readingOf(seen) }));

  return citedCommands(report).map((cited) => {
    const cores = new Map(
      cited.forms.map((form) => [readCommand(form, root, { tree }).core, form]),
    );
    const same = runs.filter((run) => cores.has(run.reading.core));
    const shown = cores.get(same.at(-1)?.reading.core ?? '') ?? cited.shown;
    const seen = observed({ ...cited, shown }, same, written);
    const [said] = [...cores.keys()].flatMap((core) => against.get(wordsOf(core)) ?? []);
    if (!seen.proves || said === undefined) return seen;
    const name = `\`${shown}\``;
    if (said.isIndifferent) {
      const why = `${name} passes as well where the files that were changed are broken`;
      const advice = `Cite a command that fails if your work is wrong: ${name} passes as well where the files you changed are broken.`;
      return { ...seen, proves: false, why, advice };
    }
    const why = `${name} was seen to pass, but failed when the runtime ran it`;
    return { ...seen, proves: false, why, advice: `Make ${name} pass.` };
  });
}

export type SomeGate = Pick<CommandGate, 'command' | 'cwd' | 'shell'>;

/** `isIndifferent`: it passes without the work. Else it failed. */
export type RefutedGate = SomeGate & Readonly<{ isIndifferent?: true }>;

/** A person approved these words, whatever is in them. */
function unlessGate(reading: CommandReading, gates: ReadonlySet<string>): CommandReading {
  if (!gates.has(wordsOf(reading.core))) return reading;
  const { hidden: _, elsewhere: _elsewhere, ...rest } = reading;
  const { around } = reading;
  return { ...rest, isCheck: true, ...(around === undefined ? {} : { hidden: around }) };
}

/** However it is quoted and spaced, the same words are the same command. */
function wordsOf(core: string): string {
  const isPlain = !/['"`\\]/.test(core);
  const line = isPlain ? core.replace(/ ?(&&|\|\||[;|]) ?/g, ' $1 ') : core;
  return (shellWords(line) ?? [line]).join('\0');
}

/** As those of a core: with its folder in front, whitespace folded within a word, too. */
function wordsOfGate({ command, cwd = '.', shell }: SomeGate, tree: TreeView): string {
  const to = whereabouts(tree, tree.from(tree.root, cwd));
  if (shell) return wordsOf(to + fold(command.join(' ')));
  return [...(shellWords(to) ?? [to]), ...command.map((word) => word.replace(/\s+/g, ' '))].join(
    '\0',
  );
}

function observed(cited: CitedCommand, runs: readonly Run[], written: number): SeenCommand {
  const name = `\`${cited.shown}\``;
  const last = runs.at(-1);
  if (last === undefined) {
    return no(cited, `${name} was not seen to run`, `Run ${name} exactly as your report cites it.`);
  }
  if (last.reading.elsewhere) {
    const advice = `Run ${name} in the working tree: what it ran on is not part of it.`;
    return no(cited, `${name} did not run on the working tree`, advice, last);
  }
  if (!last.reading.isCheck) {
    const hidden = last.reading.hidden;
    // Where the line hides more than its own end, the way to show it comes first.
    const advice =
      hidden === 'shadow' || hidden === 'compound'
        ? `${howToShow(hidden, last.reading.core)} `
        : '';
    return no(
      cited,
      `${name} is no call of a test runner known here, and no approved gate`,
      advice + toApprove(last.reading.core),
      last,
    );
  }
  const after = runs.filter((run) => run.seen.seq > written && !run.seen.treeChangedAfter);
  if (after.length === 0) {
    const why = `${name} ran before the last change of a file`;
    return no(cited, why, `Run ${name} again: you changed files after it.`, last);
  }
  const decisive = after.findLast(({ seen, reading }) => isDecisive(seen, reading));
  if (decisive?.seen.isError) {
    const code =
      decisive.seen.exitCode === undefined ? '' : ` (exit code ${decisive.seen.exitCode})`;
    const advice = `Make ${name} pass and run it again, or report Status: blocked or failed.`;
    return no(cited, `${name} failed when it ran last${code}`, advice, decisive);
  }
  if (decisive?.seen.ranNoTest) {
    const advice = `Run ${name} so that it runs tests: its output says that none ran.`;
    return no(cited, `${name} ran no test`, advice, decisive);
  }
  if (decisive !== undefined) {
    const why = `${name} was seen to pass after the last change of a file`;
    return { cited, proves: true, seq: decisive.seen.seq, why, advice: '' };
  }
  const newest = after.at(-1) ?? last;
  if (!newest.seen.finished) {
    return no(cited, `${name} was not seen to end`, howToShow('background', cited.shown), newest);
  }
  const behind = wroteBehind(newest.seen, newest.reading) ? 'writes' : 'compound';
  const hidden = newest.reading.hidden ?? behind;
  return no(
    cited,
    `the exit code of ${name} was hidden`,
    howToShow(hidden, newest.reading.core),
    newest,
  );
}

const CITE_A_RUNNER = 'Cite a plain call of a test runner, or of a script that is one';

export function isToApprove(advice: string): boolean {
  return advice.includes(CITE_A_RUNNER);
}

/** With what to type, which is a person's to do. */
function toApprove(line: string): string {
  const cite = `${CITE_A_RUNNER}: \`${line}\` is no check by itself.`;
  if ((splitShell(line) ?? []).every(onlyShows)) return cite;
  const words = shellWords(line, true) ?? [];
  const command =
    words.length > 0 ? JSON.stringify(words) : `[${JSON.stringify(line)}], shell: true`;
  const entry = `- { type: test, name: ${JSON.stringify(line)}, command: ${command} }`;
  return `${cite} If only it can show the work, report "Status: blocked" and ask for it: a person approves it once as a gate, by the line \`${entry}\` below "gates:" in .wukong/config.yaml and then \`wukong trust --approve --gate ${shellWord(line)}\`.`;
}

/** It ended, and its outcome is known: a failure always, a success only if no exit code was hidden. */
function isDecisive(seen: Observation, reading: CommandReading): boolean {
  const isSeen = reading.hidden === undefined && !wroteBehind(seen, reading);
  return seen.finished && (seen.isError || isSeen);
}

/** By the times of the files: what ran behind it may have changed what it tested, or it did so itself. */
function wroteBehind(seen: Observation, reading: CommandReading): boolean {
  return reading.followed === true && seen.treeChangedDuring === true;
}

function no(cited: CitedCommand, why: string, advice: string, run?: Run): SeenCommand {
  return { cited, proves: false, ...(run === undefined ? {} : { seq: run.seen.seq }), why, advice };
}
