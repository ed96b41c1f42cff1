// What a plan says about tools, in the words of the client: a run may use what its role has, its node
// allows and its goal allows.

import type { Template, TemplateNode } from '../model/documents/template.ts';
import { type CommandGate, type Gate, shellWord } from '../model/gate.ts';
import { ROLE_TOOLS, TESTS_ONLY, TOOL_WORDS, toolsCalled } from '../model/tools.ts';
import { didYouMean } from '../words/did-you-mean.ts';
import type { Wording } from './reader/schema-problems.ts';
import { fromEach, unlessUnread } from './reader/unread.ts';
import type { DataPath } from './reader/yaml-places.ts';

type Tooled = Pick<Template, 'nodes' | 'allowed_actions'>;

type Tools = Readonly<{
  /** Empty: all of the role. */
  allowed_tools: string[];
  /** The only commands for the shell, where the plan says `run_test` and no more. */
  allowed_commands?: string[];
}>;

export function toolsOf(template: Tooled, node: TemplateNode, tests: readonly Gate[]): Tools {
  const lists = listsOf(template, node);
  if (lists.length === 0) return { allowed_tools: [] };
  const allowed_tools = ROLE_TOOLS[node.role].filter((tool) =>
    lists.every((words) => words.some((word) => toolsCalled(word)?.includes(tool))),
  );
  const allowed_commands = [...new Set(tests.filter(isTest).map(commandLine))];
  return allowed_tools.includes('Bash') && lists.some(isTestsOnly)
    ? { allowed_tools, allowed_commands }
    : { allowed_tools };
}

/** What is wrong in the lists. `testsOf`: the checks that a node has; without it they are not known. */
export function toolProblems(
  template: Tooled,
  testsOf: ((node: TemplateNode) => readonly Gate[]) | undefined,
): Wording[] {
  const ofGoal = unlessUnread(() =>
    fromEach(template.allowed_actions ?? [], (word, i) =>
      unknownWord(word, ['allowed_actions', i]),
    ),
  );
  const ofNodes = fromEach(template.nodes, (node, i) => {
    const at: DataPath = ['nodes', i, 'constraints', 'allowed_tools'];
    const wrong = fromEach(node.constraints?.allowed_tools ?? [], (word, n) => {
      const unknown = unknownWord(word, [...at, n]);
      return unknown.length > 0 ? unknown : notOfRole(node, word, [...at, n]);
    });
    if (wrong.length > 0 || ofGoal.length > 0) return wrong;
    return unlessUnread(() => leftWith(template, node, testsOf?.(node), i));
  });
  return [...ofGoal, ...ofNodes];
}

function listsOf(template: Tooled, node: TemplateNode): ReadonlyArray<readonly string[]> {
  const lists = [template.allowed_actions ?? [], node.constraints?.allowed_tools ?? []];
  return lists.filter((words) => words.length > 0);
}

function unknownWord(word: string, path: DataPath): Wording[] {
  if (toolsCalled(word) !== undefined) return [];
  const words = Object.keys(TOOL_WORDS);
  const hint = didYouMean(word, words) ?? `Known are: ${words.join(', ')}.`;
  return [{ path, at: 'value', message: `There is no tool "${word}".`, hint }];
}

function notOfRole({ role }: TemplateNode, word: string, path: DataPath): Wording[] {
  if (toolsCalled(word)?.some((tool) => ROLE_TOOLS[role].includes(tool))) return [];
  const message = `${role} has no tool "${word}".`;
  const hint = `A node may narrow the tools of its role: ${ROLE_TOOLS[role].join(', ')}.`;
  return [{ path, at: 'value', message, hint }];
}

/** Words for the tools that both lists name. */
function inBoth(some: readonly string[], others: readonly string[]): string[] {
  const lists = [some, others];
  const tools = new Set(some.flatMap((word) => toolsCalled(word) ?? []));
  const isInBoth = (tool: string): boolean =>
    others.some((word) => toolsCalled(word)?.includes(tool) === true);
  const wordOf = (tool: string): string =>
    tool === 'Bash' && lists.some(isTestsOnly) ? TESTS_ONLY : tool.toLowerCase();
  return [...tools].filter(isInBoth).map(wordOf);
}

/** A person may take tools away, and give none. */
export function narrowed(template: Tooled, allow: readonly string[] = []): Tooled {
  if (allow.length === 0) return template;
  const { nodes, allowed_actions: own = [] } = template;
  return { nodes, allowed_actions: own.length === 0 ? [...allow] : inBoth(own, allow) };
}

/** An empty list would narrow nothing. */
export function nothingLeft(template: Template, allow: readonly string[] = []): Wording[] {
  if (narrowed(template, allow).allowed_actions?.length !== 0) return [];
  const { allowed_actions: own = [] } = template;
  const message = `Of what this template allows (${own.join(', ')}), ${allow.join(', ')} leaves nothing.`;
  return [{ path: ['allowed_actions'], at: 'value', message, hint: 'Allow one of them.' }];
}

/** A run that could not even read, or test, would only fail again and again. */
function leftWith(
  template: Tooled,
  node: TemplateNode,
  tests: readonly Gate[] | undefined,
  i: number,
): Wording[] {
  if (listsOf(template, node).length === 0) return [];
  const { id, role } = node;
  const { allowed_tools, allowed_commands } = toolsOf(template, node, tests ?? []);
  const problem = (path: DataPath, message: string, hint: string): Wording[] => [
    { path, at: 'value', message, hint },
  ];
  const at: DataPath = ['nodes', i];
  if (allowed_tools.length === 0) {
    const hint = `${role} has ${ROLE_TOOLS[role].join(', ')}; the goal allows ${(template.allowed_actions ?? []).join(', ')}.`;
    return problem(at, `${id} would have no tool left.`, hint);
  }
  if (tests && allowed_commands?.length === 0) {
    const hint =
      'Name a gate of the type "test" in .wukong/config.yaml or in this node, or write "bash".';
    return problem(at, `${id} may run tests, and no command for them is known.`, hint);
  }
  return [];
}

function isTestsOnly(words: readonly string[]): boolean {
  const shells = words.filter((word) => toolsCalled(word)?.includes('Bash'));
  return shells.length > 0 && shells.every((word) => word.trim().toLowerCase() === TESTS_ONLY);
}

function isTest(gate: Gate): gate is CommandGate {
  return gate.type === 'test';
}

function commandLine({ command, cwd }: CommandGate): string {
  const line = command.map(shellWord).join(' ');
  return cwd === undefined || cwd === '' || cwd === '.' ? line : `cd ${shellWord(cwd)} && ${line}`;
}
