// What runs inside of a test runner of Node, so that it writes a report beside what it prints. It is handed over
// as an address that holds its own text, since nothing of ours may lie in the copy. Whatever fails in here is
// kept to itself: without a report there are no cases, and the run is what it was.

/**
 * A reporter for node:test. Its own one for JUnit names no file. It claims the report when it begins: a test
 * that starts another runner, which inherits the variable, does not write over it. It prints nothing.
 */
export function nodeReporter(report: string): string {
  return address(`
import { closeSync, openSync, writeSync } from 'node:fs';
export default async function* (source) {
  let fd;
  try { fd = openSync(${JSON.stringify(report)}, 'wx'); } catch {}
  const found = [];
  for await (const { type, data } of source) {
    if (fd === undefined || (type !== 'test:pass' && type !== 'test:fail')) continue;
    try { note(type, data); } catch {}
  }
  if (fd === undefined) return;
  try { writeSync(fd, JSON.stringify(reportOf())); closeSync(fd); } catch {}

  function note(type, { name, nesting, file, details, skip, todo, expectFailure }) {
    for (let at = found.length - 1; at >= 0 && found[at].nesting > nesting; at -= 1) {
      found[at].above.unshift(name);
      found[at].nesting = nesting;
    }
    const error = details?.error;
    const isOwn = type === 'test:fail' && error?.failureType !== 'subtestsFailed';
    // A suite is no test, and is told where it failed by itself.
    if (details?.type === 'suite' && !isOwn) return;
    const isLeft = [skip, todo, expectFailure].some((one) => one !== undefined && one !== false);
    const cause = error?.cause;
    const said = typeof cause === 'string' ? cause : (cause?.message ?? error?.message ?? '');
    found.push({
      nesting, file, above: [],
      title: details?.type === 'suite' ? '' : name,
      group: details?.type === 'suite' ? name : undefined,
      status: isLeft ? 'pending' : isOwn ? 'failed' : 'passed',
      said: String(said).slice(0, 2000),
    });
  }
  function reportOf() {
    return { testResults: found.map(({ file, above, title, group, status, said }) => ({
      name: file ?? '', status: '', message: '',
      assertionResults: [{
        ancestorTitles: group === undefined ? above : [...above, group],
        title, status, failureMessages: status === 'failed' ? [said] : [],
      }],
    })) };
  }
}`);
}

/**
 * For a process of Node that may be one of these runners: tells it by its arguments where to write. The first
 * one claims the report. It is a file to be required: with one to be imported Node would load each program as a
 * module, which hooks of `require` (babel, ts-node) do not see. mocha has no second reporter, so it gets a module with a hook around all tests.
 */
export function nodePreload(report: string): string {
  return `
const { writeFileSync } = require('node:fs');
const report = ${JSON.stringify(report)};
const name = (process.argv[1] ?? '').split(/[\\\\/]/).pop().replace(/\\.[cm]?js$/, '');
const claim = () => {
  try { writeFileSync(report + '.claim', '', { flag: 'wx' }); return true; } catch { return false; }
};
const add = {
  jest: () => ${JSON.stringify(jestOptions(report))},
  vitest: () => ${JSON.stringify(vitestOptions(report, true))},
  mocha: () => {
    writeFileSync(report + '.cjs', ${JSON.stringify(mochaModule(report))});
    return ['--require', report + '.cjs'];
  },
};
add._mocha = add.mocha;
try { if (Object.hasOwn(add, name) && claim()) process.argv.push(...add[name]()); } catch {}
`;
}

export function jestOptions(report: string): readonly string[] {
  return ['--json', `--outputFile=${report}`];
}

/** A reporter that is named takes the place of the usual one. */
export function vitestOptions(report: string, withDefault: boolean): readonly string[] {
  const usual = withDefault ? ['--reporter=default'] : [];
  return [...usual, '--reporter=json', `--outputFile.json=${report}`];
}

/**
 * In it a hook around all tests. Written when the process ends, also where a test ends it; a worker of `--parallel` has a root for each file
 * and is ended from outside.
 */
function mochaModule(report: string): string {
  return `
const { appendFileSync } = require('node:fs');
const roots = [];
exports.mochaHooks = {
  beforeAll() { roots.push(this.test.parent); },
  afterAll() { if (process.env.MOCHA_WORKER_ID !== undefined) write(); },
};
// Before version 8 nobody asks a module for hooks: there whoever is run tells its root.
for (const [path, module] of Object.entries(require.cache)) {
  const of = /[\\\\/]mocha[\\\\/]lib[\\\\/]mocha\\.js$/.test(path) ? module?.exports?.prototype : undefined;
  if (typeof of?.run !== 'function' || of.rootHooks !== undefined) continue;
  const { run } = of;
  of.run = function (...args) {
    roots.push(this.suite);
    return run.apply(this, args);
  };
}
process.on('exit', write);
function write() {
  try {
    const found = roots.splice(0).flatMap((root) => inSuite(root, []));
    if (found.length > 0) appendFileSync(${JSON.stringify(report)}, JSON.stringify({ testResults: found }) + '\\n');
  } catch {}
}
function inSuite(suite, above) {
  const path = suite.root ? above : [...above, suite.title];
  const hooks = [suite._beforeAll, suite._beforeEach, suite._afterEach, suite._afterAll].flat();
  const broken = hooks.find((hook) => hook?.err);
  const file = suite.file ?? suite.tests[0]?.file ?? broken?.file;
  return [
    ...suite.tests.map((test) => one(test.file, path, test.title,
      test.isPending() ? 'pending' : (test.state ?? 'pending'), test.err)),
    ...(broken ? [one(file, path, path.length > 0 ? '' : broken.title, 'failed', broken.err)] : []),
    ...suite.suites.flatMap((inner) => inSuite(inner, path)),
  ];
}
function one(file, ancestorTitles, title, status, error) {
  const said = String(error?.message ?? error ?? '').slice(0, 2000);
  return { name: file ?? '', status: '', message: '', assertionResults: [{
    ancestorTitles, title, status, failureMessages: status === 'failed' ? [said] : [],
  }] };
}
`;
}

/**
 * A module that is loaded first in a run with planted lines: assertions of Node that no program can put others in
 * the place of. Where it tries, a case does not come to its planted end.
 */
export const FIRM_ASSERTIONS = `
const assert = require('node:assert');
for (const one of [assert, assert.strict]) {
  for (const [name, value] of Object.entries(one)) {
    if (typeof value !== 'function') continue;
    try {
      Object.defineProperty(one, name, { value, writable: false, configurable: false });
    } catch {}
  }
}
`;

function address(text: string): string {
  return `data:text/javascript;base64,${Buffer.from(text).toString('base64')}`;
}
