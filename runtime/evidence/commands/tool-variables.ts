// Variables in front of a command. Most are the program's own; those that a tool, the shell or the loader reads
// can make a name mean something else, or a runner run nothing: of these only such values go with a plain call, and a
// person who is asked about a check is shown each of them.

import type { GateApproval } from '../../model/gate.ts';
import { shellWords } from './shell-split.ts';

const TOOLS_READ =
  /^(?:PATH|ENV|SHELL|IFS|PROMPT_COMMAND|BASH_\w+|LD_\w+|DYLD_\w+|npm_config_\w+|NODE_(?:OPTIONS|PATH)|PYTHON(?:PATH|HOME|STARTUP|OPTIMIZE|BREAKPOINT)|PYTEST_(?:ADDOPTS|PLUGINS)|GO(?:FLAGS|ROOT|WORK)|CARGO_(?:ALIAS|BUILD|TARGET)\w*|RUSTC\w*|RUBY(?:OPT|LIB)|BUNDLE_GEMFILE|PERL5\w+|_?(?:JAVA|JDK)_\w+|MAVEN_(?:ARGS|OPTS)|GRADLE_OPTS|GIT_(?!(?:AUTHOR|COMMITTER|TERMINAL)_|CONFIG_NOSYSTEM$)\w+|(?:GNU)?MAKE(?:FLAGS|FILES)|MFLAGS|MOCHA_OPTIONS|DOTNET_STARTUP_HOOKS|PHPRC)$/i;

/** Of one entry of `PATH`. */
const TOOLS_AT =
  /^(?:\$\{?PATH\}?|(?:(?:\$\{?PWD\}?|\.)\/)?(?:[\w.-]+\/)*(?:s?bin|\.bin|Scripts)|(?:\$\{?HOME\}?|~)\/[\w./-]*bin|\/(?!tmp\/|var\/tmp\/|dev\/shm\/|private\/|var\/folders\/)[\w./-]*\/?s?bin|\$\([^()]*\)(?:\/bin)?)$/;
/** Folders of the tree. */
const OWN_AT =
  /^(?:|\$\{?(?:PYTHONPATH|NODE_PATH)\}?|(?:\$\{?PWD\}?|\.|\w[\w.-]*)(?:\/\w[\w.-]*)*\/?)$/;

/** By name what each piece of a value may be, and what stands between them. */
const HARMLESS: ReadonlyMap<string, readonly [between: RegExp, piece: RegExp]> = new Map(
  Object.entries<readonly [between: RegExp, piece: RegExp]>({
    PATH: [/:/, TOOLS_AT],
    PYTHONPATH: [/:/, OWN_AT],
    NODE_PATH: [/:/, OWN_AT],
    NODE_OPTIONS: [
      /\s+/,
      /^$|^--(?:experimental-[\w-]+(?<!loader)|max-old-space-size=\d+|no-warnings|enable-source-maps|expose-gc)$/,
    ],
    GIT_PAGER: [/^\b$/, /^(?:cat|less|)$/],
    GIT_CONFIG_GLOBAL: [/^\b$/, /^(?:\/dev\/null|)$/],
    GOFLAGS: [/\s+/, /^$|^-(?:mod=\w+|race|v|count=\d+|trimpath)$/],
    MAVEN_OPTS: [/\s+/, /^$|^-X(?:mx|ms|ss)\d+[kmg]?$/i],
    GRADLE_OPTS: [/\s+/, /^$|^-X(?:mx|ms|ss)\d+[kmg]?$/i],
  }),
);

export function isHarmless(name: string, value: string): boolean {
  const [between = '', piece = /^\b$/] = HARMLESS.get(name.toUpperCase()) ?? [];
  return !TOOLS_READ.test(name) || value.split(between).every((one) => piece.test(one));
}

/** One in a script within a word, as a shell would read it there. */
const WITHIN = /(?<=[\s;&|(){}"'`])([A-Za-z_]\w*)\+?=(?:"[^"]*"|'[^']*'|[^\s;&|)]*)/g;

/** `NAME=value`, as it stands in the command: rather one too many than one too few. */
export function toolSettings({ command, shell }: GateApproval): string[] {
  const words = shell ? command.flatMap((line) => shellWords(line) ?? ` ${line}`) : command;
  return words.flatMap((word) => {
    const [, name = ''] = /^([A-Za-z_]\w*)\+?=/.exec(word) ?? [];
    const within = [...word.matchAll(WITHIN)].filter(([, inner = '']) => TOOLS_READ.test(inner));
    return [...(TOOLS_READ.test(name) ? [word] : []), ...within.map(([text]) => text)];
  });
}
