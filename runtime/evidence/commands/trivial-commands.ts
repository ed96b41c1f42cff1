import { isIdleRunner } from './runners.ts';
import type { ShellPart } from './shell-split.ts';
import { operands, type SimpleCommand, simpleCommand, startedBy } from './simple-command.ts';

// What kind of command can prove something: one whose success would end if the work were wrong. That are
// test runners, build tools, linters, scripts and programs of the project, and tools given what to look at
// its files. Not a boundary, a convenience: what really holds is the gate the runtime runs itself.

const PROVE_NOTHING: ReadonlySet<string> = new Set(
  (
    'echo true : false exit return printf pwd ls dir cat tac head tail less more wc which whereis type ' +
    'command hash date whoami id uname hostname sleep wait cd pushd popd export unset set shopt alias ' +
    'source . env printenv locale stat file du df tree find realpath readlink basename dirname mkdir ' +
    'touch cp mv rm rmdir ln chmod chown sed awk sort uniq cut tr tee nl rev column xxd od hexdump ' +
    'history jobs clear yes seq kill pkill ps top free uptime open xdg-open declare typeset local ' +
    'readonly nvm fnm pyenv rbenv volta sdk conda script xargs watch expect'
  ).split(' '),
);
const GIT_THAT_TESTS: ReadonlySet<string> = new Set(['bisect', 'apply', 'fsck', 'grep']);
/** They look for text: nothing is shown without a file of the project to look in. */
const SEARCHES: ReadonlySet<string> = new Set('grep egrep fgrep rg ag ack'.split(' '));
const COMPARES: ReadonlySet<string> = new Set('diff cmp comm'.split(' '));
/** Stages of a pipe that only show part of the output. */
const FILTERS: ReadonlySet<string> = new Set('grep egrep fgrep rg jq fold fmt strings'.split(' '));
/** They start what follows them: `npx vitest` is Vitest. */
const STARTERS: ReadonlyMap<string, readonly string[]> = new Map([
  ['npx', ['']],
  ['bunx', ['']],
  ['pnpx', ['']],
  ['npm', ['exec', 'x']],
  ['pnpm', ['exec', 'dlx']],
  ['yarn', ['exec', 'dlx']],
  ['bun', ['x']],
  ['uv', ['run']],
  ['poetry', ['run']],
  ['pipenv', ['run']],
  ['pdm', ['run']],
  ['rye', ['run']],
  ['hatch', ['run']],
  ['bundle', ['exec']],
  ['rbenv', ['exec']],
]);
const STARTER_VALUES: ReadonlySet<string> = new Set(['-p', '--package', '--with', '--group', '-C']);

/** Whether a simple command proves nothing, whatever its exit code. */
export function provesNothing(part: string | ShellPart): boolean {
  const command = started(simpleCommand(typeof part === 'string' ? { text: part } : part));
  const { name, args, program } = command;
  if (program === '') return true;
  if (PROVE_NOTHING.has(name) && !program.startsWith('./')) return true;
  if (name === 'git') {
    const verb = operands(args, GIT_VALUES)[0];
    return verb === undefined || !GIT_THAT_TESTS.has(verb);
  }
  if (name === 'test' || name === '[' || name === '[[') return !comparesOutput(command);
  if (SEARCHES.has(name)) return command.input !== undefined || operands(args).length < 2;
  if (COMPARES.has(name)) {
    const [one, two] = operands(args);
    return one === undefined || two === undefined || one === two;
  }
  return isIdleRunner(command);
}

/** Whether a command only looks at what is written, and not at what it does. */
export function onlyLooks(part: string): boolean {
  const { name } = started(simpleCommand({ text: part }));
  return SEARCHES.has(name) || COMPARES.has(name) || name === 'git';
}

const GIT_VALUES: ReadonlySet<string> = new Set(['-C', '-c', '--git-dir', '--work-tree']);

/** Whether a last stage of a pipe only filters what the stages before it print. */
export function onlyFilters(part: string | ShellPart): boolean {
  const { name } = simpleCommand(typeof part === 'string' ? { text: part } : part);
  return FILTERS.has(name) || provesNothing(part);
}

/** What a command starts in the end: `npx --yes vitest run` and `uv run pytest` are Vitest and pytest. */
export function started(command: SimpleCommand): SimpleCommand {
  let now = command;
  for (let depth = 0; depth < 5; depth += 1) {
    const verbs = STARTERS.get(now.name);
    if (verbs === undefined) return now;
    const [first, ...rest] = now.args;
    const isVerb = first !== undefined && verbs.includes(first);
    if (!isVerb && !verbs.includes('')) return now;
    const words = [...(isVerb ? rest : now.args)];
    while (words[0]?.startsWith('-')) {
      const option = words.shift() ?? '';
      if (STARTER_VALUES.has(option)) words.shift();
    }
    if (words.length === 0) return now;
    now = startedBy(now, words);
  }
  return now;
}

/** `[ 1 = 1 ]` is idle, `[ "$(node cli.js)" = ok ]` is a check, `[ "$(node cli.js)" ]` is none. */
function comparesOutput({ text }: SimpleCommand): boolean {
  const inner = /\$\(([^()]*)\)|`([^`]*)`/.exec(text);
  if (inner === null || !/(?:^|\s)(?:==?|-eq)\s+\S/.test(text)) return false;
  const other = text
    .slice(inner.index + inner[0].length)
    .match(/(?:==?|-eq)\s+["']?([^\s"'\]]+)/)?.[1];
  const before = text.slice(0, inner.index);
  const has = other !== undefined || /\[\s+["']?[^\s"'$`]+["']?\s+(?:==?|-eq)\s/.test(before);
  return has && !provesNothing((inner[1] ?? inner[2] ?? '').trim());
}
