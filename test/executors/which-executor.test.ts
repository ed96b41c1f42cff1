// Which executor a driver gives a node to.

import { expect, test } from 'vitest';
import { executorOf } from '../../runtime/engine/drive/executor-for.ts';
import type { ExecutorSettings } from '../../runtime/model/documents/executor.ts';

const SET_UP: Readonly<Record<string, ExecutorSettings>> = {
  fixer: { type: 'command', command: ['fix'], roles: ['body'] },
  other: { type: 'command', command: ['other'] },
};
const AGENT = { role: 'body', executor: { type: 'subagent', name: 'body' } } as const;
const BY_ROLE = { role: 'body', executor: { type: 'command', name: 'fixer' } } as const;
const BY_TEMPLATE = { role: 'body', executor: { type: 'human', name: 'ada' } } as const;

test('the one of its role, if nobody says otherwise', () => {
  expect(executorOf(AGENT, undefined, SET_UP)).toEqual({ type: 'command', name: 'fixer' });
  expect(executorOf(BY_ROLE, undefined, SET_UP)).toEqual({ type: 'command', name: 'fixer' });
});

test('the one a person names, also where its role has another', () => {
  expect(executorOf(AGENT, 'other', SET_UP)).toEqual({ type: 'command', name: 'other' });
  expect(executorOf(BY_ROLE, 'other', SET_UP)).toEqual({ type: 'command', name: 'other' });
  expect(executorOf(BY_ROLE, 'human:bob', SET_UP)).toEqual({ type: 'human', name: 'bob' });
});

test('the one its plan names, whatever a person names for all', () => {
  expect(executorOf(BY_TEMPLATE, 'other', SET_UP)).toEqual({ type: 'human', name: 'ada' });
});

test('none that nobody set up', () => {
  expect(executorOf(AGENT, 'nobody', SET_UP)).toBeUndefined();
});
