// The runner without what runs beside it.

import { describe, expect, test } from 'vitest';
import type { CommandGate } from '../../runtime/model/gate.ts';
import { askCases } from '../../runtime/proof/ask-cases.ts';
import { aloneCall, plainCall } from '../../runtime/proof/plain-call.ts';

type Scripts = Readonly<Record<string, string>>;

function plain(line: string, scripts: Scripts = {}, more: Partial<CommandGate> = {}) {
  const about = { type: 'test', name: 'tests', mustPass: true, expect_exit: 0 } as const;
  const command = more.shell ? [line] : line.split(' ');
  const gate = { ...about, command, timeout_sec: 10, ...more };
  return plainCall(gate, () => JSON.stringify({ scripts }));
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

describe('its runner on one file alone', () => {
  const there = new Set(['test', 'test/a.test.js', 'pkg/test/a.test.js']);
  const alone = (text: string, folder = ''): string | undefined => {
    const about = { type: 'test', name: 'tests', mustPass: true, expect_exit: 0 } as const;
    const cwd = folder === '' ? {} : { cwd: folder };
    const gate = { ...about, command: ['npm', 'test'], timeout_sec: 10, ...cwd };
    const manifest = JSON.stringify({ scripts: { test: text } });
    const file = folder === '' ? 'test/a.test.js' : `${folder}/test/a.test.js`;
    const call = aloneCall(
      gate,
      file,
      () => manifest,
      (path) => there.has(path),
    );
    return call?.command.at(-1);
  };

  test.each<[of: string, is: string | undefined]>([
    ['node --test', 'node --test test/a.test.js'],
    ['node --test test/*.test.js', 'node --test test/a.test.js'],
    [
      'eslint . && mocha --require @babel/register test',
      'mocha --require @babel/register test/a.test.js',
    ],
    ['vitest run --reporter dot', 'vitest run --reporter dot test/a.test.js'],
    ['python -m pytest -q test', 'python -m pytest -q test/a.test.js'],
    ['TZ=UTC jest', undefined],
    ['node test/a.test.js', undefined],
    ['go test ./...', undefined],
    ['tap', undefined],
  ])('%s', (text, is) => {
    expect(alone(text)).toBe(is);
  });

  test('names it from the folder of its package', () => {
    expect(alone('node --test', 'pkg')).toBe('node --test test/a.test.js');
  });
});
