// What `wukong team doctor` finds, as values.

import type { TeamExecutor } from '../../model/documents/executor.ts';
import { shellWord } from '../../model/gate.ts';
import type { Role } from '../../model/vocabulary.ts';
import type { Machine } from '../../team/roster.ts';
import { oneLine } from '../../words/plain-text.ts';
import { colors } from '../frame/output.ts';

/** `told`: nobody has to do anything about it. `open`: it could not be looked at. */
export type Check = Readonly<{
  check: string;
  result: 'good' | 'told' | 'wrong' | 'open';
  says: string;
  /** What to type. */
  next?: string;
}>;

export function checkLines(checks: readonly Check[]): string[] {
  return checks.flatMap(({ check, result, says, next }) => [
    `${MARKS[result]()}  ${check}: ${oneLine(says, 400)}`,
    ...(next === undefined ? [] : [`       ${next}`]),
  ]);
}

const MARKS = {
  good: () => colors.green('good '),
  told: () => colors.dim('told '),
  wrong: () => colors.red('wrong'),
  open: () => colors.yellow('open '),
};

/** A worker gives a sign far more often. */
const GONE_SEC = 120;

/** For each executor of the team whether somebody works for it now; `trusts`: the keys that are trusted here. */
export function workersFor(
  executors: Readonly<Record<string, TeamExecutor>>,
  machines: readonly Machine[],
  trusts: readonly string[],
): Check[] {
  const live = machines.filter(({ roles, seenSec }) => roles.length > 0 && seenSec < GONE_SEC);
  return Object.entries(executors).flatMap(([name, { roles, label }]) => {
    const fit = live.filter(({ labels }) => label === undefined || labels.includes(label));
    const wanted: ReadonlyArray<Role | undefined> = roles ?? [undefined];
    return wanted.map((role) => workerFor(name, role, label, fit, trusts));
  });
}

function workerFor(
  executor: string,
  role: Role | undefined,
  label: string | undefined,
  fit: readonly Machine[],
  trusts: readonly string[],
): Check {
  const check = `workers of executor ${executor}`;
  const found = fit.filter(({ roles }) => role === undefined || roles.includes(role));
  const what = [role ?? 'any role', ...(label === undefined ? [] : [`label ${label}`])].join(', ');
  const trusted = found.filter(({ key }) => trusts.includes(key));
  if (trusted.length > 0) {
    const names = trusted.map(({ name }) => name).join(', ');
    return { check, result: 'good', says: `${what}: ${names}` };
  }
  const [other] = found;
  if (other) {
    const says = `${what}: ${other.name} is not trusted here, so nothing it gave back would be taken`;
    // Anybody with the password may have written what is to be typed.
    const key = shellWord(oneLine(other.key, 60));
    const next = `If you know that machine, type: wukong team trust ${key} --name NAME`;
    return { check, result: 'wrong', says, next };
  }
  const options = `--roles ${role ?? 'body'}${label === undefined ? '' : ` --label ${label}`}`;
  const next = `On a machine that is to do it: wukong worker ${options}`;
  return { check, result: 'wrong', says: `${what}: nobody was seen in the last two minutes`, next };
}
