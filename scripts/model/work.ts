// What every honest agent of the examples does: look, change, test, and report only what it saw.

import { join } from 'node:path';
import type { ModelCall, Reply } from './call.ts';
import { linesRead, textSince, workingDirectory } from './conversation.ts';
import { giveBack, onCriterion, type Report, referTo, reportText } from './report.ts';
import { bash, edit, inTurn, lastBash, type Part, read } from './roles.ts';

export const lookedOnly = { status: 'done', tests: 'none', level: 'L1' } as const;

export function back(call: ModelCall, report: Report): Reply {
  return giveBack(call, reportText(call, report));
}

/** Runs the tests as the work order says they are run, where that is by Node itself; else by npm. */
export function runTests(call: ModelCall): Reply | Promise<Reply> {
  return bash(testCommand(call))(call);
}

function testCommand(call: ModelCall): string {
  const ordered = /^- The runtime checks .+: (node --test .+)$/m.exec(textSince(call, 0));
  return ordered?.[1] ?? 'npm test';
}

/** What may be said after a test run: that it worked only if it passed, with the numbers it printed. */
export function tested(call: ModelCall, whenPassed: string) {
  const command = testCommand(call);
  const { text, isError } = lastBash(call);
  const passed = /^[#ℹ] pass (\d+)/m.exec(text)?.[1] ?? '0';
  const ok = !isError && /^[#ℹ] fail 0/m.test(text);
  return {
    status: ok ? 'done' : 'failed',
    tests: `${command} (${ok ? 'pass' : 'fail'})`,
    level: 'L2',
    summary: ok ? whenPassed : `\`${command}\` still fails.`,
    repro: { command, result: ok ? `${passed} tests pass` : `${command} fails` },
  } as const;
}

/** After a crash the work may be there already. Then it is tested once more instead of done twice. */
export function unlessThere(text: string, file: string, work: Part): Part {
  return (call) => {
    const lines = linesRead(call, join(workingDirectory(call), file));
    const there = [...lines.values()].some((line) => line.includes(text.trim()));
    return there ? runTests(call) : work(call);
  };
}

/** A place by its file and what its line says. */
export type Place = readonly [file: string, line: RegExp];

type Words = Readonly<{
  summary: string;
  steps: readonly string[];
  cites: readonly Place[];
  /** Where each criterion of the goal is seen to hold, in their order. */
  criteria?: readonly Place[];
  plan?: string;
  risks?: readonly string[];
  next?: readonly string[];
}>;

function said(call: ModelCall, words: Words) {
  const { cites, criteria = [], summary, steps, plan, risks, next } = words;
  return {
    summary,
    steps: [...steps, ...criteria.map(([file, line], i) => onCriterion(call, i + 1, file, line))],
    references: cites.flatMap(([file, line]) => referTo(call, file, line)),
    ...(plan !== undefined && { plan }),
    ...(risks && { risks }),
    ...(next && { next }),
  };
}

/** Reads the files it cites, and reports. */
export function looks(words: Words & Readonly<{ header?: readonly string[] }>): Part {
  const { header } = words;
  const report: Part = (call) =>
    back(call, { ...lookedOnly, ...(header && { header }), ...said(call, words) });
  const [first, ...others] = [
    ...new Set([...words.cites, ...(words.criteria ?? [])].map(([file]) => file)),
  ].map(read);
  return first ? inTurn([first, ...others, report], 0) : report;
}

/** `mark`: what stands in the file once the edit is made. */
export type Edit = Readonly<{ file: string; mark: string; before: string; after: string }>;

/** Makes its edits, runs the tests, and reports what they came to. */
export function changes(edits: readonly Edit[], words: Words): Part {
  const files = [...new Set(edits.map(({ file }) => file))].map(read);
  const work = edits.map(({ file, mark, before, after }) =>
    unlessThere(mark, file, edit(file, before, after)),
  );
  const report = reportsTests(words);
  const [first = report, ...others] = files;
  return inTurn(
    [first, ...others, ...work, ...files, runTests, report],
    files.length + work.length,
  );
}

/** Reports what the last run of the tests came to. */
export function reportsTests(words: Words): Part {
  return (call) => back(call, { ...said(call, words), ...tested(call, words.summary) });
}

/** For a role that has several nodes in a plan. */
export function byNode(parts: Readonly<Record<string, Part>>): Part {
  return (call) => {
    const node = /^Node: G-\d+\/(N-\d+)/m.exec(textSince(call, 0))?.[1] ?? '';
    const part = parts[node];
    if (!part) throw new Error(`the script has no part for ${node}`);
    return part(call);
  };
}
