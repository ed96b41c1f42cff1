// Every forgery, in the order of the report.

import type { Variant } from './fix.ts';
import { PROGRAM } from './program.ts';
import { SETTINGS } from './settings.ts';
import { TESTS } from './tests.ts';

export const VARIANTS: readonly Variant[] = [...PROGRAM, ...TESTS, ...SETTINGS];

export const HONEST = 'honest';
