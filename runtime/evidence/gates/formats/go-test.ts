import type { Counts } from '../../../model/gate.ts';
import { type Fields, fields, Malformed, parseJson, type Tally, withTotal } from './shape.ts';

/**
 * The lines of `go test -json`. What the compiler prints stands between them as plain text and counts
 * nothing. A test that began and did not end was running when its package died: it failed.
 */
export function readGoTest(text: string): Counts {
  const tests = new Map<string, string>();
  const brokenPackages = new Set<string>();
  let events = 0;
  for (const line of text.split('\n')) {
    if (!line.startsWith('{')) continue;
    const event = fields(parseJson(line), 'a line');
    if (typeof event.Action !== 'string') throw new Malformed('an event has no Action');
    events += 1;
    note(event, event.Action, tests, brokenPackages);
  }
  if (events === 0) throw new Malformed('it has no event of go test');
  const tally: Tally = { passed: 0, failed: 0, skipped: 0 };
  const failedIn = new Set<string>();
  for (const [key, action] of tests) {
    if (action === 'pass' || action === 'bench') tally.passed += 1;
    else if (action === 'skip') tally.skipped += 1;
    else {
      tally.failed += 1;
      failedIn.add(key.slice(0, key.indexOf(' ')));
    }
  }
  // A package that does not compile has no test that failed.
  for (const name of brokenPackages) if (!failedIn.has(name)) tally.failed += 1;
  return { tests: withTotal(tally) };
}

function note(
  { Package, ImportPath, Test }: Fields,
  action: string,
  tests: Map<string, string>,
  brokenPackages: Set<string>,
): void {
  const where = Package ?? ImportPath;
  if (typeof where !== 'string') throw new Malformed('an event names no package');
  if (typeof Test === 'string') {
    if (['run', 'pass', 'fail', 'skip', 'bench'].includes(action)) {
      tests.set(`${where} ${Test}`, action);
    }
  } else if (action === 'fail' || action === 'build-fail') {
    // `example.org/a [example.org/a.test]` is the same package, as the builder names it.
    brokenPackages.add(where.replace(/ \[.*$/, ''));
  }
}
