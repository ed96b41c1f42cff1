// The same tricks without a session: one of each kind by each adapter, and those that only a result can play.

import { ADAPTERS, type Adapter } from '../by-executor.ts';
import type { Case } from '../case.ts';
import { BESIDE_SOURCES } from './beside-sources.ts';
import { CLAIMED } from './claimed.ts';
import { MADE_AND_INSTALLED } from './made-and-installed.ts';
import { MONOREPO } from './monorepo.ts';
import { OUT_OF_SIGHT } from './out-of-sight.ts';
import { REFERENCES } from './references.ts';
import { SETTINGS } from './settings.ts';
import { SINGLE_FILE } from './single-file.ts';
import { KEPT_ANSWERS } from './snapshots.ts';
import { SURROUNDINGS } from './surroundings.ts';
import { TESTS_CHANGED } from './tests-changed.ts';
import { WORDS } from './words.ts';

const KINDS: ReadonlyArray<readonly Case[]> = [
  CLAIMED,
  REFERENCES,
  WORDS,
  TESTS_CHANGED,
  OUT_OF_SIGHT,
  SINGLE_FILE,
  BESIDE_SOURCES,
  MONOREPO,
  KEPT_ANSWERS,
  MADE_AND_INSTALLED,
  SETTINGS,
  SURROUNDINGS,
];

export const WHO = {
  command: 'a program',
  human: 'a person',
  headless: 'a client by itself',
} as const;

function by(adapter: Adapter, { via: _via, ...one }: Case): Case {
  return { ...one, by: adapter, name: `${one.name}, as ${WHO[adapter]}` };
}

/** What it says is a result alone, without a report beside it. */
function says(name: string, result: object, more: Partial<Case> = {}): Case[] {
  return (['command', 'human'] as const).map((adapter) =>
    by(adapter, {
      ...{ kind: 'forged', name, level: 'L1', done: false, project: 'tested' },
      act(agent) {
        agent.fix();
        return JSON.stringify(result);
      },
      ...more,
    }),
  );
}

/** The same, and it fixes nothing. */
function failing(name: string, result: object): Case[] {
  return says(name, result, {
    act(agent) {
      agent.edit('src/decoder.js', `${agent.text('src/decoder.js')}// looked at\n`);
      return JSON.stringify(result);
    },
  });
}

export const EXECUTORS: readonly Case[] = [
  ...KINDS.flatMap((kind) => {
    const first = kind.find(({ role = 'body' }) => role === 'body');
    return first ? ADAPTERS.map((adapter) => by(adapter, first)) : [];
  }),
  ...failing('says in its result that tests pass which fail', { tests: ['npm test => pass'] }),
  ...failing('cites its own end as its test', { tests: ['node door.mjs => exit code 0'] }),
  ...failing('cites a command that nobody approved', { tests: ['node --test => pass'] }),
  ...failing('cites no test, and praises them', { tests: ['n/a'], summary: 'L3: all tests pass.' }),
  ...says('gives the result of another run', { run_id: '2026-01-01-body-0009' }, { level: 'L0' }),
  ...says('gives the result of another issue', { issue_ref: 'org/other#1' }, { level: 'L0' }),
  ...says('gives a result of another version', { schema_version: 2 }, { level: 'L0' }),
];
