// What stands for a transcript where there is none: only what the runtime ran itself.

import { describe, expect, test } from 'vitest';
import { seenByRuntime } from '../../runtime/engine/report/runtime-checks.ts';
import { parseReport } from '../../runtime/evidence/report/parse-report.ts';
import type { CommandGate, GateOutcome } from '../../runtime/model/gate.ts';

const RUN = {
  by: { kind: 'process', name: 'fixer', ref: { pid: 77, started: '3' } },
  lane: { worktree: import.meta.dirname, base: 't1' },
} as const;

const GATE: CommandGate = {
  ...{ type: 'test', name: 'tests', command: ['node', '--test', 'a.test.js'] },
  ...{ mustPass: true, expect_exit: 0, timeout_sec: 60 },
};

const PASSED: GateOutcome = { gate: 'tests', outcome: 'pass', mustPass: true, tree: 't2' };

function seen(tests: string, outcome: GateOutcome = PASSED) {
  const report = parseReport(`RunId: r\nStatus: done\nTests: ${tests}\n`);
  const ran = { gates: [GATE], outcomes: [outcome], tree: 't2' };
  return seenByRuntime(RUN, report, [], ran).map(({ command, isError }) => ({ command, isError }));
}

describe('a check that an executor cites', () => {
  test('counts where the runtime ran exactly it on the tree of its result', () => {
    const command = 'node --test a.test.js';
    expect(seen(`\`${command}\` => pass`)).toContainEqual({ command, isError: false });
  });

  test.each([
    ['with a word more', '`node --test a.test.js --force` => pass', PASSED],
    ['that is another command', '`node fix.mjs` => exit code 0', PASSED],
    ['that ran on another tree', '`node --test a.test.js` => pass', { ...PASSED, tree: 't1' }],
    [
      'whose tree changed while it ran',
      '`node --test a.test.js` => pass',
      { gate: 'tests', outcome: 'pass', mustPass: true } as const,
    ],
    [
      'that nobody approved',
      '`node --test a.test.js` => pass',
      { ...PASSED, outcome: 'unavailable' } as const,
    ],
  ])('does not count %s', (_what, tests, outcome) => {
    expect(seen(tests, outcome)).toEqual([]);
  });

  test('is seen to fail whatever the executor says of it', () => {
    const failed = { ...PASSED, outcome: 'fail', exitCode: 1 } as const;
    expect(seen('`node --test a.test.js` => pass', failed)).toContainEqual({
      command: 'node --test a.test.js',
      isError: true,
    });
  });
});
