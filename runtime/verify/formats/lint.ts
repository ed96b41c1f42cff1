import type { Counts } from '../../model/gate.ts';
import { count, fields, list, Malformed, parseJson } from './shape.ts';

/** What `eslint --format json` writes: one entry a file. */
export function readEslint(text: string): Counts {
  const lint = { errors: 0, warnings: 0 };
  for (const entry of list(parseJson(text), 'the file')) {
    const file = fields(entry, 'an entry');
    let errors = 0;
    let warnings = 0;
    for (const message of list(file.messages, 'messages')) {
      const { severity, fatal } = fields(message, 'a message');
      if (severity === 2 || fatal === true) errors += 1;
      else warnings += 1;
    }
    lint.errors += Math.max(errors, count(file.errorCount, 'errorCount'));
    lint.warnings += Math.max(warnings, count(file.warningCount, 'warningCount'));
  }
  return { lint };
}

/** SARIF 2.1: what a person suppressed does not count, and neither does what is no fault. */
export function readSarif(text: string): Counts {
  const log = fields(parseJson(text), 'the file');
  if (typeof log.version !== 'string') throw new Malformed('it names no version of SARIF');
  const lint = { errors: 0, warnings: 0 };
  for (const one of list(log.runs, 'runs')) {
    const run = fields(one, 'a run');
    for (const invocation of list(run.invocations ?? [], 'invocations')) {
      const { executionSuccessful } = fields(invocation, 'an invocation');
      if (executionSuccessful === false) throw new Malformed('its tool says that it broke down');
    }
    for (const entry of list(run.results ?? [], 'results')) {
      const result = fields(entry, 'a result');
      if (isSuppressed(result.suppressions) || (result.kind ?? 'fail') !== 'fail') continue;
      const level = result.level ?? 'warning';
      if (level === 'error') lint.errors += 1;
      else if (level === 'warning') lint.warnings += 1;
    }
  }
  return { lint };
}

function isSuppressed(suppressions: unknown): boolean {
  return list(suppressions ?? [], 'suppressions').some((entry) => {
    const { status } = fields(entry, 'a suppression');
    return status === undefined || status === 'accepted';
  });
}
