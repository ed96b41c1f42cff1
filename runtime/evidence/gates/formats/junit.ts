import sax from 'sax';
import type { Counts } from '../../../model/gate.ts';
import { Malformed, type Tally, withTotal } from './shape.ts';

const MAX_DEPTH = 100;
/** Fed in pieces, so that a fault near the beginning ends the reading there. */
const PIECE_CHARS = 64 * 1024;

// Output of tests stands in attributes too; the size of the file is bounded already.
Object.assign(sax, { MAX_BUFFER_LENGTH: Number.POSITIVE_INFINITY });

type Attributes = Readonly<Record<string, string>>;
type Totals = { failed: number };

/**
 * JUnit XML as surefire, gradle, pytest, vitest, gtest and others write it. Counted are the test
 * cases; where the totals of the outermost suites give more failures, those count.
 */
export function readJunit(text: string): Counts {
  return read(text).counts();
}

/** Its test cases by class and name, and whether each passed; skipped ones are left out. */
export function junitCases(text: string): ReadonlyArray<readonly [name: string, passed: boolean]> {
  return read(text).cases;
}

function read(text: string): JunitReader {
  const reader = new JunitReader();
  const parser = sax.parser(true);
  parser.onerror = () => {
    throw new Malformed('it is no well-formed XML');
  };
  // Entities are declared there, and none is needed for a test report.
  parser.ondoctype = () => {
    throw new Malformed('it declares a document type');
  };
  parser.onopentag = ({ name, attributes }) => reader.open(local(name), attributes as Attributes);
  parser.onclosetag = (name) => reader.close(local(name));
  for (let at = 0; at < text.length; at += PIECE_CHARS) {
    parser.write(text.slice(at, at + PIECE_CHARS));
  }
  parser.close();
  return reader;
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** `todo`: node writes the failure of a test that is still to be made work beside it. */
type Case = { readonly name: string; failed: boolean; skipped: boolean; todo: boolean };

class JunitReader {
  readonly #tally: Tally = { passed: 0, failed: 0, skipped: 0 };
  readonly #totals: Totals = { failed: 0 };
  #depth = 0;
  #hasRoot = false;
  /** The root gave totals of its own: those of the suites in it are the same ones. */
  #rootHasTotals = false;
  #case: Case | undefined;
  readonly cases: Array<readonly [name: string, passed: boolean]> = [];

  open(name: string, attributes: Attributes): void {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw new Malformed('its elements are nested too deeply');
    if (this.#depth === 1) this.#root(name, attributes);
    else if (this.#depth === 2 && name === 'testsuite' && !this.#rootHasTotals)
      this.#addTotals(attributes);
    if (name === 'testcase') {
      if (this.#case) throw new Malformed('a test case stands within another');
      this.#case = fromStatus(attributes);
    } else if (name === 'failure' || name === 'error') {
      // Outside a test case it is the suite that failed, for instance to start.
      if (this.#case) this.#case.failed = true;
      else this.#tally.failed += 1;
    } else if (name === 'skipped' && this.#case) {
      this.#case.skipped = true;
      this.#case.todo ||= attributes.type === 'todo';
    }
  }

  close(name: string): void {
    this.#depth -= 1;
    if (name !== 'testcase' || !this.#case) return;
    const { name: called, failed, skipped, todo } = this.#case;
    const outcome = failed && !todo ? 'failed' : skipped ? 'skipped' : 'passed';
    this.#tally[outcome] += 1;
    if (outcome !== 'skipped') this.cases.push([called, outcome === 'passed']);
    this.#case = undefined;
  }

  counts(): Counts {
    if (!this.#hasRoot) throw new Malformed('it is no well-formed XML');
    const failed = Math.max(this.#tally.failed, this.#totals.failed);
    return { tests: withTotal({ ...this.#tally, failed }) };
  }

  #root(name: string, attributes: Attributes): void {
    if (name !== 'testsuites' && name !== 'testsuite') {
      throw new Malformed('its root is neither <testsuites> nor <testsuite>');
    }
    this.#hasRoot = true;
    this.#rootHasTotals =
      name === 'testsuite' || attributes.failures !== undefined || attributes.errors !== undefined;
    this.#addTotals(attributes);
  }

  #addTotals({ failures, errors }: Attributes): void {
    this.#totals.failed += figure(failures) + figure(errors);
  }
}

function figure(value = '0'): number {
  if (!/^\d{1,9}$/.test(value)) throw new Malformed('a total in it is no count');
  return Number(value);
}

/** googletest and ctest say by an attribute what others say by a child. */
function fromStatus({ status, result, classname = '', name = '' }: Attributes): Case {
  const words = [status, result].map((word) => (word ?? '').toLowerCase());
  return {
    name: `${classname} ${name}`,
    todo: false,
    failed: words.some((word) => /^(?:fail|failed|failure|error)$/.test(word)),
    skipped: words.some((word) => /^(?:notrun|disabled|skipped|suppressed)$/.test(word)),
  };
}
