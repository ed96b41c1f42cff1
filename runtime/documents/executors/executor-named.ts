// What people call an executor, in `wukong switch` and in the rules of the configuration.

import type { ExecutorSettings } from '../../model/documents/executor.ts';
import type { Executor } from '../../model/node.ts';
import type { Role } from '../../model/vocabulary.ts';

type SetUp = Readonly<Record<string, Pick<ExecutorSettings, 'type' | 'roles'>>>;

/** `fixer` as set up, `headless`, `subagent`, `human`, `human:ada`, `skill:tidy`. Undefined: there is none of that name. */
export function executorNamed(name: string, setUp: SetUp): Executor | undefined {
  const own = Object.hasOwn(setUp, name) ? setUp[name] : undefined;
  if (own) return { type: own.type, name };
  if (name === 'headless') return { type: 'headless', name };
  if (name === 'subagent') return { type: 'subagent', name: '' };
  if (name === 'human') return { type: 'human', name: 'person' };
  const [, type, called = ''] = /^(human|skill):([a-z][a-z0-9_-]{0,39})$/i.exec(name) ?? [];
  if (type === 'human' || type === 'skill') return { type, name: called };
  return undefined;
}

/** All that may be typed, for who typed something else. */
export function executorNames(setUp: SetUp): readonly string[] {
  return [...new Set([...Object.keys(setUp), ...ALWAYS_THERE]), 'human:NAME', 'skill:NAME'];
}

const ALWAYS_THERE = ['headless', 'subagent', 'human'] as const;

/** Those whose nodes it is given, where their template names nobody. */
export function executorsByRole(setUp: SetUp): Readonly<Partial<Record<Role, Executor>>> {
  const given = Object.entries(setUp).flatMap(([name, { type, roles = [] }]) =>
    roles.map((role) => [role, { type, name }] as const),
  );
  return Object.fromEntries(given);
}
