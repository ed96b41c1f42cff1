// `wukong completion bash|zsh`: a script made of the commands there are. What it completes it knows by heart;
// only ids of open goals and their nodes are looked up, by name and text of the files in .wukong/goals.

import type { ArgsDef, Command } from './frame/command.ts';
import { done, misused } from './frame/outcome.ts';
import { asTyped, COMMON_ARGS } from './usage.ts';

type Commands = Readonly<Record<string, () => Promise<Command>>>;

/** A command as a shell completes it. */
export type Completed = Readonly<{
  name: string;
  description: string;
  options: readonly string[];
  /** What may stand behind it, if it is one of a few words. */
  words: readonly string[];
  /** It takes a goal, a node or an event. */
  takesIds: boolean;
}>;

const SHELLS: Readonly<Record<string, (commands: readonly Completed[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
};

export function completionOf(commands: Commands): Command {
  const names = Object.keys(SHELLS).join(' or ');
  return {
    description: 'Print a script that completes commands, options and ids in a shell',
    args: {
      shell: { type: 'positional', required: false, description: Object.keys(SHELLS).join(', ') },
    },
    examples: [['wukong completion bash', 'a script for the shell; or zsh']],
    async run(args) {
      const shell = args.text('shell') ?? '';
      const scriptOf = Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined;
      if (!scriptOf) {
        return misused(`For which shell: ${names}?`, 'Type: source <(wukong completion bash)');
      }
      const all = await Promise.all(
        Object.entries(commands).map(async ([name, load]) => completed(name, await load())),
      );
      const script = scriptOf(all);
      return { ...done(script.trimEnd(), { shell, script }), isForOthers: true };
    },
  };
}

/** How a positional argument tells what may stand there: `list, show or new`. */
const LISTED = /^[a-z]+(?:(?:, | or )[a-z]+)+$/;
const IDS: readonly string[] = ['goal', 'node', 'what'];

function completed(name: string, { description, args }: Command): Completed {
  const named = Object.entries<ArgsDef[string]>({ ...args, ...COMMON_ARGS });
  const options = named.filter(([, { type }]) => type !== 'positional').map(([at]) => at);
  const listed = named
    .filter(([, { type }]) => type === 'positional')
    .find(([, place]) => LISTED.test(place.description ?? ''))?.[1].description;
  return {
    name,
    description,
    options: [...options, 'help'].map(asTyped),
    words: listed?.split(/, | or /) ?? [],
    takesIds: named.some(([at]) => IDS.includes(at)),
  };
}

const HEAD = 'Made by `wukong completion`. Make it again after an update of Wukong.';

/** Goals by the names of their files, nodes by what stands in them. A linked worktree shares them. */
const IDS_IN_SHELL = `_wukong_ids() (
  CDPATH=
  cd "$(git rev-parse --git-common-dir 2>/dev/null)/../.wukong/goals" 2>/dev/null ||
    cd "$(git rev-parse --show-toplevel 2>/dev/null)/.wukong/goals" 2>/dev/null || exit 0
  ls | sed -n 's/^\\(G-[0-9]*\\)\\.json$/\\1/p'
  cat G-*.json 2>/dev/null | grep -o '"N-[0-9]*"' | tr -d '"' | sort -u
)`;

function bashScript(commands: readonly Completed[]): string {
  const cases = commands.map(({ name, options, words, takesIds }) => {
    const set = [
      `options="${options.join(' ')}"`,
      ...(words.length > 0 ? [`words="${words.join(' ')}"`] : []),
      ...(takesIds ? ['ids=1'] : []),
    ];
    return `    ${name}) ${set.join('; ')} ;;`;
  });
  const names = commands.map(({ name }) => name).join(' ');
  return `# ${HEAD}
${IDS_IN_SHELL}
_wukong() {
  local cur=\${COMP_WORDS[COMP_CWORD]} options= words= ids=
  case \${COMP_WORDS[1]} in
${cases.join('\n')}
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="${names}"
  else
    case $cur in
      -*) words=$options ;;
      *) [ -z "$ids" ] || words="$words $(_wukong_ids)" ;;
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _wukong wukong
`;
}

function zshScript(commands: readonly Completed[]): string {
  const names = commands.map(
    ({ name, description }) => `    '${name}:${description.replaceAll("'", "'\\''")}'`,
  );
  const cases = commands.map(({ name, options, words, takesIds }) => {
    const set = [
      `options=(${options.join(' ')})`,
      ...(words.length > 0 ? [`names=(${words.join(' ')})`] : []),
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is zsh that fills it in.
      ...(takesIds ? ['names+=(${(f)"$(_wukong_ids)"})'] : []),
    ];
    return `    ${name}) ${set.join('; ')} ;;`;
  });
  return `#compdef wukong
# ${HEAD}
${IDS_IN_SHELL}
_wukong() {
  local -a commands options names
  commands=(
${names.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe -t commands command commands
    return
  fi
  case $words[2] in
${cases.join('\n')}
  esac
  if [[ $PREFIX == -* ]]; then
    compadd -a options
  else
    compadd -a names
    _files
  fi
}
if [[ $funcstack[1] == _wukong ]]; then
  _wukong "$@"
else
  compdef _wukong wukong
fi
`;
}
