// The terms of a goal as a person types them, in a session or a shell.

import type { Budget, Terms } from '../model/goal-terms.ts';
import type { TermFlag, TypedTerms } from '../model/vocabulary.ts';

type TermsRead =
  | Readonly<{ ok: true; terms: Terms }>
  /** `passed`: as it was typed, a deadline that would do if it were still to come. */
  | Readonly<{ ok: false; flag: TermFlag; why: string; passed?: string }>;

export function isIssueRef(text: string): boolean {
  return /^[\w.-]+\/[\w.-]+#\d+$/.test(text);
}

/** `now`: ISO; a deadline that has passed is no deadline. */
export function readTerms(typed: TypedTerms, now: string): TermsRead {
  const terms: Terms = {};
  const { priority, budget, deadline } = typed;
  if (priority !== undefined) {
    if (!/^(?:\d{1,2}|100)$/.test(priority))
      return wrong('priority', 'a whole number from 0 to 100');
    terms.priority = Number(priority);
  }
  if (deadline !== undefined) {
    const at = deadlineOf(deadline);
    if (at === undefined)
      return wrong('deadline', 'a day or a time, 2026-12-01 or 2026-12-01T18:00');
    if (at <= now) {
      const why = `a time to come; ${deadline} has passed`;
      return { ok: false, flag: 'deadline', why, passed: deadline };
    }
    terms.deadline = at;
  }
  if (budget !== undefined) {
    const read = readBudget(budget);
    if (typeof read === 'string') return wrong('budget', read);
    terms.budget = read;
  }
  return { ok: true, terms };
}

function wrong(flag: TermFlag, why: string): TermsRead {
  return { ok: false, flag, why };
}

/** A day means its end, where the person is. */
function deadlineOf(text: string): string | undefined {
  if (
    !/^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/.test(text)
  ) {
    return undefined;
  }
  const time = new Date(text.length === 10 ? `${text}T23:59:59` : text);
  return Number.isNaN(time.getTime()) || !isDay(text.slice(0, 10)) ? undefined : time.toISOString();
}

/** `Date` takes 2026-02-30 for a day of March. */
function isDay(day: string): boolean {
  const time = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(day);
}

const PARTS = {
  tokens: ['max_tokens', /^[1-9]\d{0,14}$/, 'a whole number above 0'],
  hours: ['max_hours', /^\d{1,6}(?:\.\d{1,4})?$/, 'a number above 0'],
  usd: ['max_cost_usd', /^\d{1,9}(?:\.\d{1,4})?$/, 'a number above 0'],
  retries: ['max_retries', /^(?:[1-9]|1\d|20)$/, 'a whole number from 1 to 20'],
} as const;

/** Limits of one node alone; undefined where a number of runs is among them, which counts for all nodes. */
export function termsOfNode(node: string, budget: Budget): Terms | undefined {
  const { max_retries, ...own } = budget;
  return max_retries === undefined ? { nodes: { [node]: own } } : undefined;
}

/** Or what it should be. */
export function readBudget(text: string): Budget | string {
  const budget: Budget = {};
  for (const part of text.split(',')) {
    const at = part.indexOf('=');
    const name = part.slice(0, Math.max(0, at)).trim();
    const value = part.slice(at + 1).trim();
    const known = Object.hasOwn(PARTS, name) ? PARTS[name as keyof typeof PARTS] : undefined;
    if (!known)
      return `tokens=N, hours=N, usd=N, retries=N, with commas between; not "${part.trim()}"`;
    const [field, form, what] = known;
    const number = Number(value);
    if (!form.test(value) || number <= 0) return `${what} behind ${name}=`;
    if (budget[field] !== undefined) return `${name}= once`;
    budget[field] = number;
  }
  return budget;
}
