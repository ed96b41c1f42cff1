// What `npm start` can show: a track, an example, and the agents that do the work in it.

import { addHealthCheck } from '../model/add-health-check.ts';
import { addParseDuration } from '../model/add-parse-duration.ts';
import type { Script } from '../model/call.ts';
import { changePageSize } from '../model/change-page-size.ts';
import { claimsTests, fixDecoder, testFirst } from '../model/fix-decoder.ts';
import { tidyInvoice } from '../model/tidy-invoice.ts';
import { twoParts } from '../model/two-parts.ts';

export type Job = Readonly<{
  /** Below examples/. */
  folder: string;
  /** What is typed behind /wukong_<template>. */
  template: string;
  /** Where that is one of its own: its file, in this folder. */
  plan?: string;
  request: string;
  /** Its tests fail before. */
  isRed: boolean;
  /** What the script claims that is not so. */
  lie?: string;
  script: () => Script;
}>;

export const JOBS: Readonly<Record<string, Job>> = {
  fix: {
    folder: 'decoder',
    template: 'fix',
    request: 'the decoder crashes on empty input',
    isRed: true,
    lie: 'The script lies once: its body reports a fix that fixes nothing, and a test run that never was.',
    script: () => fixDecoder({ body: claimsTests }),
  },
  reproduce: {
    folder: 'decoder',
    template: 'fix',
    request: '--reproduce first the decoder crashes on empty input',
    isRed: true,
    script: () => fixDecoder(testFirst),
  },
  feature: {
    folder: 'duration',
    template: 'feature',
    request: 'add parseDuration, which reads what formatDuration writes',
    isRed: false,
    script: () => addParseDuration(),
  },
  refactor: {
    folder: 'invoice',
    template: 'refactor',
    request: 'the sum of the lines is written three times: write it once',
    isRed: false,
    script: () => tidyInvoice(),
  },
  direct: {
    folder: 'pages',
    template: 'direct',
    request: 'a page shall hold 25 rows instead of 20',
    isRed: false,
    script: () => changePageSize(),
  },
  grown: {
    folder: 'service',
    template: 'feature',
    request: 'add a health check endpoint',
    isRed: false,
    script: () => addHealthCheck(),
  },
  lanes: {
    folder: 'settings',
    template: 'parts',
    plan: 'parts.yaml',
    request: 'refuse lines that were mistyped, and write lines that are easy to read',
    isRed: false,
    script: () => twoParts(),
  },
};

/** By its track, or by its folder. */
export function jobOf(name: string): Job | undefined {
  return JOBS[name] ?? Object.values(JOBS).find(({ folder }) => folder === name);
}
