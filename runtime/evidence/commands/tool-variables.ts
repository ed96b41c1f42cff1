// Variables in front of a command. Most are the program's own; those that a tool, the shell or the loader reads can
// make a name mean something else, or a runner run nothing: a person who is asked about a check is shown each of them.

import type { GateApproval } from '../../model/gate.ts';
import { shellWords } from './shell-split.ts';

const TOOLS_READ =
  /^(?:PATH|ENV|SHELL|IFS|PROMPT_COMMAND|BASH_\w+|LD_\w+|DYLD_\w+|npm_config_\w+|NODE_(?:OPTIONS|PATH)|PYTHON(?:PATH|HOME|STARTUP|OPTIMIZE|BREAKPOINT)|PYTEST_(?:ADDOPTS|PLUGINS)|GO(?:FLAGS|ROOT|WORK)|CARGO_(?:ALIAS|BUILD|TARGET)\w*|RUSTC\w*|RUBY(?:OPT|LIB)|BUNDLE_GEMFILE|PERL5\w+|_?(?:JAVA|JDK)_\w+|MAVEN_(?:ARGS|OPTS)|GRADLE_OPTS|GIT_(?!(?:AUTHOR|COMMITTER|TERMINAL)_|CONFIG_NOSYSTEM$)\w+|(?:GNU)?MAKE(?:FLAGS|FILES)|MFLAGS|MOCHA_OPTIONS|DOTNET_STARTUP_HOOKS|PHPRC)$/i;

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
