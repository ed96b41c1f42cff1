import type { Counts } from '../../../model/gate.ts';
import {
  type Fields,
  fields,
  MAX_SAID,
  Malformed,
  parseJson,
  type Tally,
  type Told,
  tallyOf,
  withTotal,
} from './shape.ts';

type Test = { readonly where: string; readonly name: string; action: string; said: string };
type Package = { ended?: 'pass' | 'fail'; said: string };
type Read = Readonly<{ tests: readonly Test[]; packages: ReadonlyMap<string, Package> }>;

/** Of a package that does not compile, older versions say so in plain text alone. */
const BROKEN = /^FAIL\t(\S+) \[(?:build|setup) failed\]$/;

/**
 * The lines of `go test -json`. What the compiler prints stands between them as plain text and counts
 * nothing.
 */
export function readGoTest(text: string): Counts {
  return { tests: withTotal(tallyOf(goTold(text))) };
}

/**
 * The tests, each within its package, and packages that failed without one. A test that began and did not end
 * was running when its package died: it failed. Before Go 1.20 one that
 * prints an unfinished line has no end: in a package that passed it did so, too.
 */
export function goTold(text: string): readonly Told[] {
  const { tests, packages } = read(text);
  return [
    ...tests.map((test): Told => {
      const [name = '', ...above] = test.name.split('/').reverse();
      const hasPassed = test.action === 'run' && packages.get(test.where)?.ended === 'pass';
      const ended = hasPassed ? 'passed' : endOf(test);
      const said = ended === 'failed' ? { said: test.said } : {};
      return { groups: [test.where, ...above.reverse()], name, ended, ...said };
    }),
    ...brokenOf(tests, packages).map(([where, { said }]): Told => {
      return { groups: [where], name: '', ended: 'failed', said };
    }),
  ];
}

function endOf({ action }: Test): keyof Tally {
  if (action === 'pass' || action === 'bench') return 'passed';
  return action === 'skip' ? 'skipped' : 'failed';
}

function brokenOf(tests: readonly Test[], packages: Read['packages']): Array<[string, Package]> {
  const failed = tests.filter((test) => endOf(test) === 'failed').map(({ where }) => where);
  return [...packages].filter(([name, { ended }]) => ended === 'fail' && !failed.includes(name));
}

function read(text: string): Read {
  const tests = new Map<string, Test>();
  const packages = new Map<string, Package>();
  let events = 0;
  for (const line of text.split('\n')) {
    const broken = BROKEN.exec(line)?.[1];
    if (broken !== undefined) packages.set(broken, { ended: 'fail', said: 'it does not build' });
    if (!line.startsWith('{')) continue;
    const event = fields(parseJson(line), 'a line');
    if (typeof event.Action !== 'string') throw new Malformed('an event has no Action');
    events += 1;
    note(event, event.Action, tests, packages);
  }
  if (events === 0) throw new Malformed('it has no event of go test');
  return { tests: [...tests.values()], packages };
}

function note(
  { Package, ImportPath, Test, Output }: Fields,
  action: string,
  tests: Map<string, Test>,
  packages: Map<string, Package>,
): void {
  const named = Package ?? ImportPath;
  if (typeof named !== 'string') throw new Malformed('an event names no package');
  // `example.org/a [example.org/a.test]` is the same package, as the builder names it.
  const where = named.replace(/ \[.*$/, '');
  const whole = packages.get(where) ?? { said: '' };
  packages.set(where, whole);
  if (typeof Test === 'string') {
    const known = tests.get(`${where} ${Test}`);
    if (['run', 'pass', 'fail', 'skip', 'bench'].includes(action)) {
      if (known) known.action = action;
      else tests.set(`${where} ${Test}`, { where, name: Test, action, said: '' });
    } else if (known && action === 'output') add(known, Output);
  } else if (action === 'fail' || action === 'build-fail') whole.ended = 'fail';
  else if (action === 'pass') whole.ended = 'pass';
  else if (action === 'output' || action === 'build-output') add(whole, Output);
}

/** What is printed around each test says nothing of it. */
function add(to: { said: string }, output: unknown): void {
  if (typeof output !== 'string' || /^\s*(?:===|---) |^FAIL\b/.test(output)) return;
  to.said += output.slice(0, MAX_SAID - to.said.length);
}
