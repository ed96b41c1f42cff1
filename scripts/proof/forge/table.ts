// Every forgery, in the order of the report.

import { BESIDE } from './beside.ts';
import type { Variant } from './fix.ts';
import { ONLY_IN_TESTS } from './only-in-tests.ts';
import { PROGRAM } from './program.ts';
import { SETTINGS } from './settings.ts';
import { TESTS } from './tests.ts';

export const VARIANTS: readonly Variant[] = [
  ...PROGRAM,
  ...ONLY_IN_TESTS,
  ...BESIDE,
  ...TESTS,
  ...SETTINGS,
];

export const HONEST = 'honest';
