// `wukong <command>`: finds the command, or says what there is.

import { didYouMean } from '../words/did-you-mean.ts';
import { oneLine } from '../words/plain-text.ts';
import { VERSION } from '../workspace/version.ts';
import { ALIASES, COMMANDS, EARLIER, MEANT } from './commands.ts';
import { openWorkspace } from './frame/open-workspace.ts';
import { EXIT, type ExitCode, joined, misused, type Outcome } from './frame/outcome.ts';
import { colorsOf, print, textWidth, wantJson } from './frame/output.ts';
import { guarded } from './guarded.ts';
import { aboutAll, aboutCommand, aboutMost } from './help.ts';
import { finish, isHelpFlag, runCommand, untilDashes } from './run-command.ts';

async function main(argv: readonly string[]): Promise<ExitCode> {
  const [typed, ...rawArgs] = argv;
  const name = typed === undefined ? undefined : commandNamed(typed);
  if (name === '--version' || name === '-v') {
    print(process.stdout, VERSION);
    return EXIT.done;
  }
  const [about] = rawArgs;
  if (name === 'help' && about !== undefined && !about.startsWith('-')) {
    return main([about, '--help']);
  }
  if (name === 'help' || (name !== undefined && isHelpFlag(name))) {
    return helped(process.stdout, await aboutThem(rawArgs.includes('--all')), EXIT.done);
  }
  if (name === undefined || name.startsWith('-')) {
    const exit = await main(['status', ...argv]);
    const isToBegin = name === undefined && isNothingHere();
    return isToBegin ? helped(process.stderr, ['', ...(await aboutThem(false))], exit) : exit;
  }
  const known = Object.hasOwn(EARLIER, name) ? EARLIER : COMMANDS;
  const load = Object.hasOwn(known, name) ? known[name] : undefined;
  if (!load) {
    if (untilDashes(rawArgs).includes('--json')) wantJson();
    return finish(name, unknownCommand(name));
  }
  return runCommand(name, await load(), rawArgs, (command) =>
    helped(process.stdout, aboutCommand(name, command, look(process.stdout)), EXIT.done),
  );
}

function commandNamed(typed: string): string {
  return (Object.hasOwn(ALIASES, typed) ? ALIASES[typed] : undefined) ?? typed;
}

function unknownCommand(name: string): Outcome {
  const meant = Object.hasOwn(MEANT, name) ? MEANT[name] : undefined;
  const hint = meant ?? didYouMean(name, Object.keys(COMMANDS));
  const hints = [hint, 'See `wukong --help`.'];
  return misused(`"${oneLine(name, 40)}" is no command of wukong.`, joined(hints));
}

/** Then `wukong` alone says what to do first. */
function isNothingHere(): boolean {
  const opened = openWorkspace();
  return !opened.ok && NOTHING_HERE.includes(opened.error.kind);
}

const NOTHING_HERE: readonly string[] = ['not-a-repository', 'not-installed'];

async function aboutThem(isAll: boolean): Promise<readonly string[]> {
  const loaded = await Promise.all(
    Object.entries(COMMANDS).map(async ([name, load]) => [name, await load()] as const),
  );
  const about = isAll ? aboutAll : aboutMost;
  return about(Object.fromEntries(loaded), look(process.stdout));
}

function look(stream: NodeJS.WriteStream) {
  return { width: textWidth(stream), bold: colorsOf(stream).bold };
}

function helped(stream: NodeJS.WriteStream, lines: readonly string[], exit: ExitCode): ExitCode {
  print(stream, lines.join('\n'));
  return exit;
}

await guarded(main);
