// The runner without what runs beside it.

import { expect, test } from 'vitest';
import type { CommandGate } from '../../runtime/model/gate.ts';
import { askCases } from '../../runtime/proof/ask-cases.ts';
import { plainCall } from '../../runtime/proof/runner-call.ts';

type Scripts = Readonly<Record<string, string>>;

function plain(line: string, scripts: Scripts = {}, more: Partial<CommandGate> = {}) {
  const about = { type: 'test', name: 'tests', mustPass: true, expect_exit: 0 } as const;
  const command = more.shell ? [line] : line.split(' ');
  const gate = { ...about, command, timeout_sec: 10, ...more };
  return plainCall(gate, () => JSON.stringify({ scripts }))?.gate;
}

test.each<[string, Scripts]>([
  ['vitest run', { test: 'prettier --check . && tsc && vitest run' }],
  ["mocha 'test/*.js'", { test: "eslint . && mocha 'test/*.js'" }],
  ['cross-env A=b jest', { test: 'npm run lint && npm run unit', unit: 'cross-env A=b jest' }],
  ['node --test', { pretest: 'tsc', test: 'node --test' }],
  ['jest', { test: 'npm run all', all: 'npm run unit && eslint .', unit: 'jest' }],
])('is the call in the script: %s', (line, scripts) => {
  const call = plain('npm test', scripts);
  expect(call?.command).toEqual(['npx', '-c', line]);
  const asked = call && askCases(call, { report: '/reports/1/report', readFile: () => undefined });
  expect(Object.keys(asked?.env ?? {})).toEqual(['NODE_OPTIONS']);
});

test('is the call in a line for a shell, in the folder it runs in', () => {
  const line = 'ruff check . && cd b && pytest -q';
  expect(plain(line, {}, { shell: true, cwd: 'a' })).toMatchObject({
    command: ['pytest -q'],
    shell: true,
    cwd: 'a/b',
  });
});

test.each<[string, string, Scripts]>([
  ['the runner is all there is', 'npm test', { test: 'vitest run' }],
  ['it is all there is, by way of another script', 'npm test', { test: 'npm run a', a: 'jest' }],
  ['it is called directly', 'npx jest', {}],
  ['there are two', 'npm test', { test: 'tsc && mocha && jest' }],
  ['there is none', 'npm test', { test: 'eslint . && make test' }],
])('is none where %s', (_, line, scripts) => {
  expect(plain(line, scripts)).toBeUndefined();
});

test('is the last command of a line for a shell whose runner nobody knows', () => {
  const line = 'composer lint && cd b && phpunit';
  expect(plain(line, {}, { shell: true })?.command).toEqual(['cd b && phpunit']);
});
