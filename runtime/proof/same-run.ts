// Whether a run that was asked for a report is the same run as one that was not: it ends with the same code and
// counts the same in what it prints. Held once, on the first tree; where it is not so, nobody is asked. Pure.

import { plainText } from '../model/terminal-text.ts';

/** By what is counted, over all runs that the output tells of. */
type Totals = Readonly<Record<string, number>>;

/** `# pass 3` of node, `ℹ pass 3` the same for people. */
const NODE = /^(?:#|ℹ) (tests|suites|pass|fail|cancelled|skipped|todo) (\d+)$/;
const MOCHA = /^ {2}(\d+) (passing|pending|failing)\b/;
/** `Tests: 1 failed, 2 total`, `Tests  1 failed | 2 passed (3)`. */
const JEST = /^ *(Tests|Test Suites|Test Files|Snapshots):? +(\d.*)$/;
/** `=== 1 failed, 2 passed in 0.12s ===`. */
const PYTEST = /^(?:=+ )?((?:\d+ [a-z]+(?: [a-z]+)?(?:, )?)+) in \d[\d.]*s\b/;
/** `test result: ok. 2 passed; 0 failed; 1 ignored; …`. */
const RUST = /^test result: \w+\. (\d.*)$/;
/** `Ran 3 tests in 0.001s`. */
const UNITTEST = /^Ran (\d+) tests? in \d/;
const GO = /^(ok|FAIL|\?) *\t(\S+)/;
const COUNTED = /(\d+) ([a-z]+)/g;

/** What the runners that can be asked count at their end. */
export function totalsOf(output: string): Totals {
  const found: Record<string, number> = {};
  const add = (what: string, many: number): void => {
    found[what] = (found[what] ?? 0) + many;
  };
  for (const line of plainText(output).split('\n')) {
    const [, node, of] = NODE.exec(line) ?? [];
    const [, many, mocha] = MOCHA.exec(line) ?? [];
    const [, jest, told = ''] = JEST.exec(line) ?? [];
    const [, pytest = ''] = PYTEST.exec(line) ?? [];
    const [, go, name] = GO.exec(line) ?? [];
    const [, rust = ''] = RUST.exec(line) ?? [];
    const [, ran] = UNITTEST.exec(line) ?? [];
    if (node !== undefined) add(`node ${node}`, Number(of));
    else if (mocha !== undefined) add(`mocha ${mocha}`, Number(many));
    else if (ran !== undefined) add('unittest ran', Number(ran));
    else if (go !== undefined) add(`go ${go} ${name}`, 1);
    else if (rust !== '') {
      for (const [, n, what] of rust.matchAll(COUNTED)) add(`rust ${what}`, Number(n));
    } else {
      for (const [, n, what] of `${told}${pytest}`.matchAll(COUNTED)) {
        add(`${jest ?? 'pytest'} ${what}`, Number(n));
      }
      const all = /\((\d+)\)\s*$/.exec(told)?.[1];
      if (all !== undefined) add(`${jest} all`, Number(all));
    }
  }
  return found;
}

export function sameTotals(before: Totals, now: Totals): boolean {
  const names = new Set([...Object.keys(before), ...Object.keys(now)]);
  return [...names].every((name) => before[name] === now[name]);
}
