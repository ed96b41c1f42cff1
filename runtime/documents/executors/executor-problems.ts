// What no schema says of `executors` in the configuration.

import type { ConfigFile } from '../../model/documents/config.ts';
import type { ExecutorSettings } from '../../model/documents/executor.ts';
import { ARGV_VARIABLES } from '../../model/protocol/vocabulary.ts';
import { EXECUTOR_TYPES } from '../../model/vocabulary.ts';
import { didYouMean } from '../../words/did-you-mean.ts';
import type { Wording } from '../reader/schema-problems.ts';
import { fromEach, unlessUnread } from '../reader/unread.ts';
import { executorNamed, executorNames } from './executor-named.ts';

const NAME = /^[a-z][a-z0-9_-]{0,39}$/;

export function executorProblems(executors: ConfigFile['executors'] = {}): Wording[] {
  const taken = new Map<string, string>();
  return fromEach(Object.keys(executors), (name) => [
    ...nameProblems(name),
    ...unlessUnread(() => variableProblems(name, executors[name])),
    ...unlessUnread(() => roleProblems(name, executors[name], taken)),
  ]);
}

function nameProblems(name: string): Wording[] {
  const isReserved = name !== 'headless' && EXECUTOR_TYPES.some((type) => type === name);
  if (!isReserved && NAME.test(name)) return [];
  const message = isReserved
    ? `"${name}" is a kind of executors; give this one a name of its own.`
    : 'A name has up to 40 small letters, digits, - and _, and begins with a letter.';
  return [{ path: ['executors', name], at: 'key', message }];
}

function variableProblems(name: string, executor: ExecutorSettings | undefined): Wording[] {
  const command = executor?.type === 'command' ? executor.command : [];
  return fromEach(command, (word, i) => unknownVariables(word, ['executors', name, 'command', i]));
}

function roleProblems(
  name: string,
  executor: ExecutorSettings | undefined,
  taken: Map<string, string>,
): Wording[] {
  return fromEach(executor?.roles ?? [], (role, i): Wording[] => {
    const first = taken.get(role);
    taken.set(role, first ?? name);
    if (first === undefined) return [];
    const message = `The nodes of ${role} go to "${first}" already.`;
    return [{ path: ['executors', name, 'roles', i], at: 'value', message }];
  });
}

/** Variables that it would not get: a person lets a program see them by `gate_env`. */
export function executorEnvProblems({ executors = {}, gate_env = [] }: ConfigFile): Wording[] {
  const setUp: Readonly<Record<string, ExecutorSettings>> = executors;
  return fromEach(Object.keys(setUp), (name) =>
    fromEach(setUp[name]?.env ?? [], (variable, i): Wording[] => {
      if (gate_env.includes(variable)) return [];
      const message = `${variable} is not in gate_env, so this executor would not get it.`;
      const hint = `Add it there: gate_env: [${[...gate_env, variable].join(', ')}]`;
      return [{ path: ['executors', name, 'env', i], at: 'value', message, hint }];
    }),
  );
}

/** Rules that lead to nobody. */
export function switchingProblems({ switching = [], executors = {} }: ConfigFile): Wording[] {
  return fromEach(switching, ({ to }, i): Wording[] => {
    if (executorNamed(to, executors)) return [];
    const names = executorNames(executors);
    const hint = didYouMean(to, names) ?? `There are: ${names.join(', ')}.`;
    const message = `No executor is called "${to}".`;
    return [{ path: ['switching', i, 'to'], at: 'value', message, hint }];
  });
}

function unknownVariables(word: string, path: Wording['path']): Wording[] {
  const known: readonly string[] = ARGV_VARIABLES;
  return [...word.matchAll(/\{([a-z_]+)\}/g)].flatMap(([whole, name = '']): Wording[] => {
    if (known.includes(name)) return [];
    const hint = didYouMean(name, known) ?? `There are: ${known.join(', ')}.`;
    return [{ path, at: 'value', message: `${whole} stands for nothing.`, hint }];
  });
}
