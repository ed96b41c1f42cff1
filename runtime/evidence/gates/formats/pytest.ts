import type { Counts } from '../../../model/gate.ts';
import {
  count,
  countIfThere,
  type Fields,
  fields,
  list,
  parseJson,
  type Tally,
  type Told,
  tallyOf,
  withTotal,
  worse,
} from './shape.ts';

/** pytest ended with "all passed" or "no tests were collected"; any other code is a failure. */
const CLEAN_EXITS: readonly unknown[] = [0, 5];

/** What the plugin pytest-json-report writes. A test that was expected to fail counts as skipped. */
export function readPytest(text: string): Counts {
  const report = fields(parseJson(text), 'the file');
  const totals = tallied(fields(report.summary, 'summary'));
  // The list can be left out by an option of the plugin.
  const tests =
    report.tests === undefined ? withTotal(totals) : worse(totals, tallyOf(toldIn(report)));
  const isClean = report.exitcode === undefined || CLEAN_EXITS.includes(report.exitcode);
  if (isClean || tests.failed > 0) return { tests };
  return { tests: { ...tests, failed: 1, total: tests.total + 1 } };
}

function tallied(summary: Fields): Tally {
  const of = (name: string): number => countIfThere(summary[name], `summary.${name}`);
  count(summary.total ?? summary.collected, 'summary.total');
  return {
    passed: of('passed') + of('xpassed'),
    failed: of('failed') + of('error'),
    skipped: of('skipped') + of('xfailed'),
  };
}

/** `tests/test_a.py::TestA::test_b[1]`: what is behind the last `::` may hold one in its brackets. */
export function pytestTold(text: string): readonly Told[] {
  return toldIn(fields(parseJson(text), 'the file'));
}

function toldIn({ tests }: Fields): readonly Told[] {
  return list(tests, 'tests').map((one): Told => {
    const { nodeid, outcome, ...stages } = fields(one, 'an entry of tests');
    const [, path = String(nodeid), rest = ''] = /^(.*?)::(.*)$/.exec(String(nodeid)) ?? [];
    const [, above = '', name = rest] = /^((?:[^[]*?::)*)(.*)$/.exec(rest) ?? [];
    const place = { file: path, groups: above.split('::').filter(Boolean), name };
    if (outcome === 'passed' || outcome === 'xpassed') return { ...place, ended: 'passed' };
    if (outcome !== 'failed' && outcome !== 'error') return { ...place, ended: 'skipped' };
    return { ...place, ended: 'failed', said: crashIn(stages) };
  });
}

function crashIn(stages: Fields): string {
  for (const name of ['call', 'setup', 'teardown']) {
    const { crash } = fields(stages[name] ?? {}, name);
    const { message } = fields(crash ?? {}, 'crash');
    if (typeof message === 'string') return message;
  }
  return '';
}
