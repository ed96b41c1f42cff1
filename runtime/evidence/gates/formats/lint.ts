import type { Counts } from '../../../model/gate.ts';
import { count, type Fields, fields, list, Malformed, parseJson } from './shape.ts';

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
    const defaults = defaultLevels(run);
    for (const entry of list(run.results ?? [], 'results')) {
      const result = fields(entry, 'a result');
      if (isSuppressed(result.suppressions) || (result.kind ?? 'fail') !== 'fail') continue;
      const level = result.level ?? defaults(result) ?? 'warning';
      if (level === 'error') lint.errors += 1;
      else if (level === 'warning') lint.warnings += 1;
    }
  }
  return { lint };
}

/** A result without a level has that of its rule: by the rule's place in the list, or by its name. */
function defaultLevels(run: Fields): (result: Fields) => unknown {
  const { driver } = fields(run.tool ?? {}, 'tool');
  const rules = list(fields(driver ?? {}, 'driver').rules ?? [], 'rules').map((entry) => {
    const rule = fields(entry, 'a rule');
    const { level } = fields(rule.defaultConfiguration ?? {}, 'defaultConfiguration');
    return { id: rule.id, level };
  });
  const byId = new Map(rules.map(({ id, level }) => [id, level]));
  return ({ rule, ruleIndex, ruleId }) => {
    const named = fields(rule ?? {}, 'rule');
    const at = ruleIndex ?? named.index;
    return (typeof at === 'number' ? rules[at]?.level : undefined) ?? byId.get(ruleId ?? named.id);
  };
}

function isSuppressed(suppressions: unknown): boolean {
  return list(suppressions ?? [], 'suppressions').some((entry) => {
    const { status } = fields(entry, 'a suppression');
    return status === undefined || status === 'accepted';
  });
}
