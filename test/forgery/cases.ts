import type { Case } from './case.ts';
import { BESIDE_SOURCES } from './forged/beside-sources.ts';
import { CLAIMED } from './forged/claimed.ts';
import { EXECUTORS } from './forged/executors.ts';
import { MADE_AND_INSTALLED } from './forged/made-and-installed.ts';
import { MONOREPO } from './forged/monorepo.ts';
import { OUT_OF_SIGHT } from './forged/out-of-sight.ts';
import { REFERENCES } from './forged/references.ts';
import { SETTINGS } from './forged/settings.ts';
import { SINGLE_FILE } from './forged/single-file.ts';
import { KEPT_ANSWERS } from './forged/snapshots.ts';
import { SURROUNDINGS } from './forged/surroundings.ts';
import { TESTS_CHANGED } from './forged/tests-changed.ts';
import { WORDS } from './forged/words.ts';
import { BY_EXECUTORS } from './honest/executors.ts';
import { FORMS } from './honest/forms.ts';
import { SEVERAL_PACKAGES } from './honest/packages.ts';
import { RED_GREEN } from './honest/red-green.ts';
import { OWN_SETTINGS } from './honest/settings.ts';
import { SINGLE_FILE as SINGLE_FILE_WORK } from './honest/single-file.ts';
import { withSecondCheck } from './second-check.ts';

const FORGERIES: readonly Case[] = [
  ...CLAIMED,
  ...REFERENCES,
  ...WORDS,
  ...TESTS_CHANGED,
  ...OUT_OF_SIGHT,
  // In other layouts, where tests really run.
  ...SINGLE_FILE,
  ...BESIDE_SOURCES,
  ...MONOREPO,
  ...KEPT_ANSWERS,
  ...MADE_AND_INSTALLED,
  ...SETTINGS,
  ...SURROUNDINGS,
  // Without a session.
  ...EXECUTORS,
];

const HONEST_WORK: readonly Case[] = [
  ...FORMS,
  ...RED_GREEN,
  ...SINGLE_FILE_WORK,
  ...SEVERAL_PACKAGES,
  ...OWN_SETTINGS,
  ...BY_EXECUTORS,
];

export const FORGED: readonly Case[] = [...FORGERIES, ...withSecondCheck(FORGERIES)];

export const HONEST: readonly Case[] = [...HONEST_WORK, ...withSecondCheck(HONEST_WORK)];
