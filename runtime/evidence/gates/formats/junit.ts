import sax from 'sax';
import type { Counts } from '../../../model/gate.ts';
import { MAX_SAID, Malformed, type Tally, type Told, withTotal } from './shape.ts';

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
  return read(text, 'count').counts();
}

/** Its test cases, and the suites that failed by themselves. */
export function junitTold(text: string): readonly Told[] {
  return read(text, 'tell').told();
}

function read(text: string, what: 'count' | 'tell'): JunitReader {
  const reader = new JunitReader(what === 'tell');
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
  if (what === 'tell') {
    parser.ontext = (said) => reader.text(said);
    parser.oncdata = (said) => reader.text(said);
  }
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
type Case = Pick<Told, 'file' | 'groups' | 'name'> & {
  failed: boolean;
  skipped: boolean;
  todo: boolean;
  said: string;
};

class JunitReader {
  readonly #tally: Tally = { passed: 0, failed: 0, skipped: 0 };
  readonly #totals: Totals = { failed: 0 };
  #depth = 0;
  #hasRoot = false;
  /** The root gave totals of its own: those of the suites in it are the same ones. */
  #rootHasTotals = false;
  #case: Case | undefined;
  /** The suites that are open, by name. */
  readonly #suites: string[] = [];
  /** A failure without a message says it in its text. */
  #isTelling = false;
  readonly #told: Told[] = [];
  readonly #isKept: boolean;

  constructor(isKept: boolean) {
    this.#isKept = isKept;
  }

  open(name: string, attributes: Attributes): void {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw new Malformed('its elements are nested too deeply');
    if (this.#depth === 1) this.#root(name, attributes);
    else if (this.#depth === 2 && name === 'testsuite' && !this.#rootHasTotals)
      this.#addTotals(attributes);
    if (name === 'testsuite') this.#suites.push(attributes.name ?? '');
    if (name === 'testcase') {
      if (this.#case) throw new Malformed('a test case stands within another');
      this.#case = fromStatus(attributes);
      if (this.#isKept) Object.assign(this.#case, placeOf(attributes, this.#suites));
    } else if (name === 'failure' || name === 'error') {
      const { message = '' } = attributes;
      if (this.#case) {
        this.#case.failed = true;
        this.#case.said ||= message.slice(0, MAX_SAID);
        this.#isTelling = this.#case.said === '';
      } else {
        // Outside a test case it is the suite that failed, for instance to start.
        this.#tally.failed += 1;
        const said = message.slice(0, MAX_SAID);
        this.#told.push({ groups: this.#suites.filter(Boolean), name: '', ended: 'failed', said });
      }
    } else if (name === 'skipped' && this.#case) {
      this.#case.skipped = true;
      this.#case.todo ||= attributes.type === 'todo';
    }
  }

  text(said: string): void {
    if (!this.#isTelling || !this.#case) return;
    this.#case.said += said.slice(0, MAX_SAID - this.#case.said.length);
  }

  close(name: string): void {
    this.#depth -= 1;
    if (name === 'testsuite') this.#suites.pop();
    if (name === 'failure' || name === 'error') this.#isTelling = false;
    if (name !== 'testcase' || !this.#case) return;
    const { failed, skipped, todo, said, ...place } = this.#case;
    const ended = failed && !todo ? 'failed' : skipped ? 'skipped' : 'passed';
    this.#tally[ended] += 1;
    this.#case = undefined;
    if (this.#isKept) this.#told.push({ ...place, ended, ...(ended === 'failed' && { said }) });
  }

  told(): readonly Told[] {
    if (!this.#hasRoot) throw new Malformed('it is no well-formed XML');
    return this.#told;
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
function fromStatus({ status, result }: Attributes): Case {
  const words = [status, result].map((word) => (word ?? '').toLowerCase());
  return {
    groups: [],
    name: '',
    said: '',
    todo: false,
    failed: words.some((word) => /^(?:fail|failed|failure|error)$/.test(word)),
    skipped: words.some((word) => /^(?:notrun|disabled|skipped|suppressed)$/.test(word)),
  };
}

/**
 * pytest names the module before the class, vitest the file. node writes `test` for every class and keeps
 * groups as suites; the suites of others are files, classes or the program itself, and say nothing more.
 */
function placeOf(
  { file, classname = '', name = '' }: Attributes,
  suites: readonly string[],
): Pick<Told, 'file' | 'groups' | 'name'> {
  const module = file?.replace(/\.\w+$/, '').replaceAll(/[\\/]/g, '.');
  if (module !== undefined && classname === '' && name === module)
    return { file, groups: [], name: '' };
  if (module !== undefined && `${classname}.`.startsWith(`${module}.`)) {
    const groups = classname
      .slice(module.length + 1)
      .split('.')
      .filter(Boolean);
    return { file, groups, name };
  }
  if (/\.[cm]?[jt]sx?$/.test(classname)) return { file: file ?? classname, groups: [], name };
  const groups = classname === '' || classname === 'test' ? suites.filter(Boolean) : [classname];
  return { file, groups, name };
}
