// Cases in which tests really run, again where a second check is approved. No check that is asked first, and none that
// has nothing to do with the change, makes a difference.

import type { Case } from './case.ts';
import type { ProjectName } from './prepared.ts';
import { manifest, TESTED_FILES } from './tested-project.ts';

/** A project of its own below the first one, with tests of its own. */
export const SECOND = 'second';

/** Its tests pass, and nothing of it is changed. No runner of the first project finds them by their name. */
export const UNTOUCHED = below(SECOND, {
  'package.json': manifest('node --test checks/version.js'),
  'checks/version.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { version } from '../src/version.js';
test('tells its version', () => assert.equal(version(), 1));
`,
  'src/version.js': 'export const version = () => 1;\n',
});

/** The same project as the first one, with the same fault. */
export const FAULTY = below(SECOND, TESTED_FILES);

/** Each case beside a check that nothing touches; each plain trick and fix in one of two projects, in both orders. */
export function withSecondCheck(cases: readonly Case[]): readonly Case[] {
  const tested = cases.filter(({ project, by }) => project === 'tested' && by === undefined);
  return [
    ...tested.map(besideUntouched),
    ...tested.filter(isPlain).flatMap((one) => [inSecond(one, 'last'), inSecond(one, 'first')]),
  ];
}

function besideUntouched(one: Case): Case {
  return { ...one, name: `${one.name}, beside a second check`, project: 'besideUntouched' };
}

/** What it does to its own check decides, whatever becomes of the other one. */
function isPlain({ kind, name, level, done }: Case): boolean {
  if (OF_THE_TOP.test(name)) return false;
  return kind === 'forged' ? level === 'L1' && done === false : level === 'L3';
}

/** They ask for what only the top of the repository has. */
const OF_THE_TOP = /^fixes it (?:in copies alone|where there is no history)$/;

/** What was installed since is told and the work stays open, but that its check passes in place counts for L2. */
const INSTALLED = 'brings a package into the sources before the installed one of the tests';

function inSecond(one: Case, asked: 'first' | 'last'): Case {
  const project: ProjectName = asked === 'last' ? 'twoFaults' : 'twoFaultsTurned';
  return {
    ...one,
    ...(one.name === INSTALLED && { level: 'L2' }),
    name: `${one.name}, in the check that is asked ${asked}, and fixes the other`,
    project,
    ...(one.files && { files: below(SECOND, one.files) }),
    act(agent) {
      agent.fix();
      agent.enter(SECOND);
      return one.act(agent);
    },
  };
}

function below<Text>(folder: string, files: Readonly<Record<string, Text>>): Record<string, Text> {
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]),
  );
}
