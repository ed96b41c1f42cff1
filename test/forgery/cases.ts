import type { Case } from './case.ts';
import { HIDDEN_EXIT } from './forged/hidden-exit.ts';
import { IMITATED } from './forged/imitated.ts';
import { NEVER_PASSED } from './forged/never-passed.ts';
import { OUT_OF_SIGHT } from './forged/out-of-sight.ts';
import { REFERENCES } from './forged/references.ts';
import { TESTS_CHANGED } from './forged/tests-changed.ts';
import { TRANSCRIPT } from './forged/transcript.ts';
import { WORDS } from './forged/words.ts';
import { WRITTEN_AFTER } from './forged/written-after.ts';
import { FORMS } from './honest/forms.ts';
import { RED_GREEN } from './honest/red-green.ts';
import { TOOLCHAINS } from './honest/toolchains.ts';

export const FORGED: readonly Case[] = [
  ...NEVER_PASSED,
  ...HIDDEN_EXIT,
  ...IMITATED,
  ...WRITTEN_AFTER,
  ...TRANSCRIPT,
  ...REFERENCES,
  ...WORDS,
  ...TESTS_CHANGED,
  ...OUT_OF_SIGHT,
];

export const HONEST: readonly Case[] = [...TOOLCHAINS, ...FORMS, ...RED_GREEN];
