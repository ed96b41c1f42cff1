import { shellWords } from './shell-split.ts';

// Commands whose success says nothing about the work. Not a boundary, a convenience: what really
// holds is the gate the runtime runs itself.

const PROVE_NOTHING: ReadonlySet<string> = new Set(
  (
    'echo true : false exit return printf pwd ls dir cat tac head tail less more wc which whereis type ' +
    'command hash date whoami id uname hostname sleep wait cd pushd popd export unset set shopt alias ' +
    'source . env printenv locale stat file du df tree find realpath readlink basename dirname mkdir ' +
    'touch cp mv rm rmdir ln chmod chown sed awk sort uniq cut tr tee nl rev column xxd od hexdump ' +
    'history jobs clear yes seq kill pkill ps top free uptime open xdg-open'
  ).split(' '),
);
const GIT_THAT_TESTS: ReadonlySet<string> = new Set(['bisect', 'apply', 'fsck', 'grep']);
/** Programs that only start another one; their own options and numbers are skipped. */
const WRAPPERS: ReadonlySet<string> = new Set(
  'env timeout time nice nohup exec sudo stdbuf builtin ionice caffeinate'.split(' '),
);
/** Stages of a pipe that only show part of the output. */
const FILTERS: ReadonlySet<string> = new Set('grep egrep rg jq fold fmt strings'.split(' '));

/** Whether a simple command proves nothing, whatever its exit code. */
export function provesNothing(part: string): boolean {
  const words = programAndArguments(part);
  const [program, ...args] = words;
  if (program === undefined) return true;
  const name = program.replace(/^.*[/\\]/, '');
  if (PROVE_NOTHING.has(name)) return true;
  if (name === 'git') {
    const verb = args.find((word) => !word.startsWith('-'));
    return verb === undefined || !GIT_THAT_TESTS.has(verb);
  }
  // `[ 1 = 1 ]` is idle, `[ "$(node cli.js)" = ok ]` is a check.
  if (name === 'test' || name === '[' || name === '[[') return !/\$\(|`/.test(part);
  return args.length === 1 && /^(?:--?version|-v|-V|--help|-h)$/.test(args[0] ?? '');
}

/** Whether a last stage of a pipe only filters what the stages before it print. */
export function onlyFilters(part: string): boolean {
  const [program = ''] = programAndArguments(part);
  return FILTERS.has(program) || provesNothing(part);
}

/** The words without assignments and wrappers: `CI=1 timeout 60 npm test` is `npm test`. */
export function programAndArguments(part: string): readonly string[] {
  const words = [...(shellWords(part) ?? part.split(/\s+/))];
  for (;;) {
    const [first] = words;
    if (first !== undefined && /^[A-Za-z_]\w*=/.test(first)) {
      words.shift();
    } else if (first !== undefined && WRAPPERS.has(first) && words.length > 1) {
      words.shift();
      while (/^(?:-.*|\d+(?:\.\d+)?[smhd]?)$/.test(words[0] ?? '')) words.shift();
    } else {
      return words;
    }
  }
}
