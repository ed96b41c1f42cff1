// What a plan says about tools, in the words of the client: a run may use what its role has, its node
// allows and its goal allows.

import type { Template, TemplateNode } from '../model/documents/template.ts';
import { type CommandGate, type Gate, shellWord } from '../model/gate.ts';
import { ROLE_TOOLS, TESTS_ONLY, TOOL_WORDS, toolsCalled } from '../model/tools.ts';
import { didYouMean } from '../words/did-you-mean.ts';
import type { Wording } from './schema-problems.ts';
import type { DataPath } from './yaml-places.ts';

type Tools = Readonly<{
  /** Empty: all of the role. */
  allowed_tools: string[];
  /** The only commands for the shell, where the plan says `run_test` and no more. */
  allowed_commands?: string[];
}>;

export function toolsOf(template: Template, node: TemplateNode, tests: readonly Gate[]): Tools {
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

/** What is wrong in the lists. `testsOf`: the checks that a node has. */
export function toolProblems(
  template: Template,
  testsOf: (node: TemplateNode) => readonly Gate[],
): Wording[] {
  const problems = (template.allowed_actions ?? []).flatMap((word, i) =>
    unknownWord(word, ['allowed_actions', i]),
  );
  for (const [i, node] of template.nodes.entries()) {
    const at: DataPath = ['nodes', i, 'constraints', 'allowed_tools'];
    const wrong = (node.constraints?.allowed_tools ?? []).flatMap((word, n) => {
      const unknown = unknownWord(word, [...at, n]);
      return unknown.length > 0 ? unknown : notOfRole(node, word, [...at, n]);
    });
    problems.push(...wrong);
    if (wrong.length > 0 || listsOf(template, node).length === 0) continue;
    problems.push(...leftWith(template, node, toolsOf(template, node, testsOf(node)), i));
  }
  return problems;
}

function listsOf(template: Template, node: TemplateNode): ReadonlyArray<readonly string[]> {
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
export function inBoth(some: readonly string[], others: readonly string[]): string[] {
  const lists = [some, others];
  const tools = new Set(some.flatMap((word) => toolsCalled(word) ?? []));
  const isInBoth = (tool: string): boolean =>
    others.some((word) => toolsCalled(word)?.includes(tool) === true);
  const wordOf = (tool: string): string =>
    tool === 'Bash' && lists.some(isTestsOnly) ? TESTS_ONLY : tool.toLowerCase();
  return [...tools].filter(isInBoth).map(wordOf);
}

/** An empty list would narrow nothing. */
export function nothingLeft(
  { allowed_actions: own = [] }: Template,
  narrowed: Template,
  allow: readonly string[] = [],
): Wording[] {
  if (narrowed.allowed_actions?.length !== 0) return [];
  const message = `Of what this template allows (${own.join(', ')}), ${allow.join(', ')} leaves nothing.`;
  return [{ path: ['allowed_actions'], at: 'value', message, hint: 'Allow one of them.' }];
}

/** A run that could not even read, or test, would only fail again and again. */
function leftWith(
  { allowed_actions }: Template,
  { id, role }: TemplateNode,
  tools: Tools,
  i: number,
) {
  const problem = (path: DataPath, message: string, hint: string): Wording[] => [
    { path, at: 'value', message, hint },
  ];
  const node: DataPath = ['nodes', i];
  if (tools.allowed_tools.length === 0) {
    const hint = `${role} has ${ROLE_TOOLS[role].join(', ')}; the goal allows ${(allowed_actions ?? []).join(', ')}.`;
    return problem(node, `${id} would have no tool left.`, hint);
  }
  if (tools.allowed_commands?.length === 0) {
    const hint =
      'Name a gate of the type "test" in .wukong/config.yaml or in this node, or write "bash".';
    return problem(node, `${id} may run tests, and no command for them is known.`, hint);
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
