// Options by which a test command leaves tests out, or tries until they pass. What it says is worth less than
// a run of all of them, once.

import { posix } from 'node:path';
import type { CommandGate, GateOutcome } from '../../model/gate.ts';
import type { TreePlace } from '../trees/overlay.ts';
import { commandsLedTo } from './gate-scripts.ts';

type How = 'a part of the tests' | 'only what was changed or failed before' | 'again what fails';

const LONG: ReadonlyArray<readonly [RegExp, How]> = [
  [
    /^--(?:shards?|shard-(?:index|count)|total-shards|splits|group|node-index|partition)$/,
    'a part of the tests',
  ],
  [
    /^--(?:grep|fgrep|testNamePattern|test-name-pattern|testPathPattern|test_filter|gtest_filter|tests-regex)$/,
    'a part of the tests',
  ],
  [
    /^--(?:(?:only-?)?changed|changed-?since|onlyFailures|only-failures|last-failed|lf|findRelatedTests|related|affected|testmon|picked|rerun-failed)$/i,
    'only what was changed or failed before',
  ],
  [
    /^--(?:retry|retries|retry-times|reruns|flaky_test_attempts|rerun-failing-tests)$|^-D(?:surefire\.)?rerunFailingTestsCount$/i,
    'again what fails',
  ],
];

/** Letters that mean something else to others. */
const SHORT: ReadonlyArray<readonly [RegExp, RegExp]> = [
  [/^(?:pytest|py\.test)$/, /^-[km]$/],
  [/^_?mocha$/, /^-[gf]$/],
  [/^(?:jest|vitest)$/, /^-[to]$/],
  [/^go$/, /^-(?:test\.)?(?:run|skip)$/],
  [/^ctest$/, /^-[REL]$/],
];

/** `--shard: it runs a part of the tests`; undefined if all of it runs, as far as its words say. */
export function partialRun(words: readonly string[]): string | undefined {
  const names = words.map((word) => posix.basename(word).replace(/\.(?:cmd|exe|js)$/, ''));
  for (const [at, word] of words.entries()) {
    const [, option = '', value = words[at + 1]] = /^(--?[\w.-]+)(?:=(.*))?$/.exec(word) ?? [];
    const isNone = value === '0' || /^--no-/.test(option);
    if (option === '' || isNone) continue;
    const how = LONG.find(([pattern]) => pattern.test(option))?.[1];
    if (how) return `${option}: it runs ${how}`;
    const isShort = SHORT.some(
      ([runner, pattern]) =>
        pattern.test(option) && names.slice(0, at).some((name) => runner.test(name)),
    );
    if (isShort) return `${option}: it runs a part of the tests`;
  }
  return undefined;
}

/** Names gates that passed and do not run every test once, by their words and by the scripts they lead to. */
export async function namePartial(
  place: TreePlace,
  tree: string,
  gates: readonly CommandGate[],
  outcomes: readonly GateOutcome[],
): Promise<GateOutcome[]> {
  return Promise.all(
    outcomes.map(async (outcome) => {
      const gate = gates.find(({ name }) => name === outcome.gate);
      if (!gate || outcome.outcome !== 'pass') return outcome;
      const commands = await commandsLedTo(place, tree, gate);
      const partial = commands.map(partialRun).find((one) => one !== undefined);
      if (partial === undefined) return outcome;
      const notes = [...(outcome.notes ?? []), `It does not run every test once (${partial}).`];
      return { ...outcome, partial, notes };
    }),
  );
}
