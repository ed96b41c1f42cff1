// What a person is told when the plugin is first used in a clone.

import { type CommandGate, callText } from '../../../model/gate.ts';
import type { Language } from '../../../model/vocabulary.ts';
import { trialWords } from '../../../words/languages/verdict-text.ts';
import { oneLine } from '../../../words/plain-text.ts';
import { settingLines } from '../../../words/trial-words.ts';

const NAMED = 8;

export function firstTimeText(gates: readonly CommandGate[], language: Language): string {
  return language === 'zh'
    ? `Wukong：这个克隆现在由插件使用 Wukong。数据在 .wukong/ 里，git 看不到它。在终端运行 wukong init，命令就可以用下划线代替冒号。${checksBehind('\n找到的检查，输入 /wukong:trust 之后才会运行：', gates, language)}`
    : `Wukong: the plugin works in this clone from now on. Its data is in .wukong/, and git does not see it. For short names, with _ in place of the colon, type in a terminal: wukong init${checksBehind('\nFound, and run once you type /wukong:trust: ', gates)}`;
}

export function foreignText(names: readonly string[], gates: readonly CommandGate[]): string {
  return `Wukong: this clone has a .wukong/ that nobody set up here (${listed(names)}), so it may be by others: what counts as checked would be theirs to say. Nothing was started. Look at it. To use it here, type: /wukong:trust. Its checks are not run before you type that a second time.${checksBehind('\nIts checks: ', gates)}`;
}

export function acceptedText(names: readonly string[], gates: readonly CommandGate[]): string {
  const taken = names.length === 0 ? '' : ', with what is in .wukong/';
  const allow = checksBehind('\nTo let these checks run, type /wukong:trust again: ', gates);
  return `Wukong: the plugin works in this clone from now on${taken}. Begin with: /wukong:fix <what is wrong>${allow || '\nNo checks are known here.'}`;
}

export function trustedText(gained: readonly CommandGate[], all: number): string {
  if (gained.length > 0) return checksBehind('Wukong may run these here from now on: ', gained);
  return all === 0
    ? 'Wukong: there is no check to allow. Name one in .wukong/config.yaml.'
    : 'Wukong: every check that is known here may run already.';
}

export function confirmedText(names: readonly string[]): string {
  return `Of .wukong/config.local.yaml this counts from now on: ${listed(names)}.`;
}

export const PROJECT_HAS_IT =
  'Wukong: this repository brings an installation of its own, and that one counts. Nothing was started. Type in a terminal: wukong init';

export const NO_REPOSITORY =
  'Wukong: this folder is in no git repository, so nothing was started. Type in a terminal: git init';

export const NOTHING_BEGUN =
  'Wukong: nothing was begun in this clone yet. Begin with: /wukong:fix <what is wrong>';

export const NOT_BY_PLUGIN =
  'Wukong: this clone was set up with `wukong init`. What may run is decided there; type in a terminal: wukong trust --approve';

function listed(all: readonly (string | CommandGate)[]): string {
  const names = all.map((one) =>
    oneLine(typeof one === 'string' ? one : `${one.shell ? 'sh -c ' : ''}${callText(one)}`, 120),
  );
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : '';
  return `${names.slice(0, NAMED).join(', ')}${more}`;
}

/** Nothing, where there are none. What one sets that its tools read is on a line of its own. */
function checksBehind(
  text: string,
  gates: readonly CommandGate[],
  language: Language = 'en',
): string {
  const lines = gates.flatMap((gate) => settingLines(gate, trialWords(language)));
  return gates.length === 0 ? '' : [`${text}${listed(gates)}`, ...lines].join('\n  ');
}
