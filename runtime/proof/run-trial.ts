// Runs one trial in a copy of its own, outside the repository, and reads what came of it once: how it ended, its
// cases, the words that were planted, what it opened.

import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  couldNotBuild,
  couldNotLoad,
  unbuiltLine,
  unloadedLine,
} from '../evidence/commands/no-test-ran.ts';
import { type Checked, type CheckRequest, check } from '../evidence/gates/check.ts';
import { isSilent, lackOf } from '../evidence/gates/trial-cause.ts';
import { isProduct, type Product } from '../evidence/seal/product-paths.ts';
import { elsewhereReason, readsElsewhere } from '../evidence/seal/read-elsewhere.ts';
import { isTestMaterial } from '../evidence/seal/sealed-files.ts';
import { leftOutOfCopies } from '../evidence/trees/dependencies.ts';
import { listFiles, rewrite, type TreePlace, withFiles } from '../evidence/trees/overlay.ts';
import type { Result } from '../evidence/trees/result.ts';
import { replaceFile } from '../files/atomic-write.ts';
import { makeNew, removeAll } from '../files/changing.ts';
import { readText } from '../files/reading.ts';
import type { CommandGate } from '../model/gate.ts';
import { plainText } from '../model/terminal-text.ts';
import { askCases } from './ask-cases.ts';
import { type Change, filesOf } from './change.ts';
import { languageOf } from './code-lines.ts';
import { freshCases } from './fresh-cases.ts';
import { FIRM_ASSERTIONS } from './in-node.ts';
import { type Grammars, loadGrammars } from './plant/grammar.ts';
import { mayHaveTypes } from './plant/types.ts';
import { NOT_HERE, plant, plantError } from './plant.ts';
import { type CaseFormat, casesOfTold, readCases } from './read-cases.ts';
import { manifestsOf } from './read-manifests.ts';
import type { Case, CaseName, Ended, Planting, Recipe, Row, Want } from './row.ts';
import { caseKey } from './row.ts';
import { plainCall } from './runner-call.ts';
import { totalsOf } from './same-run.ts';
import { whichFailure } from './which-failure.ts';

export type Trials = TreePlace &
  Readonly<{
    change: Change;
    compose: (back: Recipe['back']) => Promise<Result<string>>;
    product: Product | undefined;
    /** Why no tree can be put together, whatever is asked for. */
    unmade?: string | undefined;
    /** Where logs and reports go. */
    folder: string;
  }> &
  Pick<CheckRequest, 'owner' | 'isGone' | 'sinceMs' | 'spare' | 'start' | 'stop' | 'onStart'>;

/** Files of tests that get a line, or are told. */
const MOST_FILES = 50;
const MAX_LOG_BYTES = 16 * 1024 * 1024;
const MAX_REPORT_BYTES = 32 * 1024 * 1024;

/** Never rejects for what a repository or a check may be like; where it was stopped, that is no row. */
export async function runTrial(trials: Trials, want: Want): Promise<Row> {
  const { recipe, check: index } = want;
  const gate = trials.change.checks[index]?.gate;
  const tree = await treeOf(trials, recipe);
  const log = freeName(trials.folder, sideOf(recipe), '.log');
  const none = { ...want, exitCode: null, totals: {}, notes: [], seconds: 0, log };
  if (gate === undefined || !tree.ok || trials.unmade !== undefined) {
    const why = trials.unmade ?? 'git cannot put the tree together';
    return { ...none, ended: 'disturbed', why };
  }
  const words = new Words();
  const planting = recipe.planted && (await plantIn(trials, tree.value, recipe.planted, words));
  if (planting && planting.tree === undefined) {
    const planted = { lines: 0, seen: 0, without: planting.without };
    return { ...none, ended: 'not-started', why: 'there is no line to plant', planted };
  }
  const reports = join(trials.folder, 'report');
  const readFile = recipe.how === 'bare' ? nothingRead : await manifestsOf(trials, tree.value);
  const env = trials.start?.env ?? {};
  const plain = recipe.how === 'plain' ? plainCall(gate, readFile) : undefined;
  const called = recipe.how === 'plain' ? plain?.gate : gate;
  const report = join(reports, 'report');
  const asked = recipe.how || !called ? undefined : askCases(called, { readFile, report, env });
  if (called === undefined) {
    const why = 'its runner cannot be called without what stands beside it';
    return { ...none, ended: 'not-started', why };
  }
  const given = { ...env, ...asked?.env };
  const checked = await check({
    ...trials,
    gate: asked?.gate ?? called,
    tree: planting?.tree ?? tree.value,
    logFile: log,
    start: { ...trials.start, env: planting ? withFirm(reports, given) : given },
    // Each run begins without the report of another, also of one that was killed.
    prepare: () => {
      removeAll(reports, 5);
      makeNew(reports);
      if (asked?.file) replaceFile(asked.file.path, asked.file.text, false);
      if (planting) replaceFile(firmFile(reports), FIRM_ASSERTIONS, false);
    },
    watch: true,
    cases: recipe.how === undefined,
    lookFor: words.all,
  });
  const cases = casesSeen(checked, gate, asked?.format, report);
  removeAll(reports, 5);
  const printed = printedTo(log);
  const isSeen = (word: string): boolean => checked.found?.includes(word) === true;
  const seen = words.all.filter(isSeen).length;
  const changed = new Set(trials.change.files.map(({ path }) => path));
  const isTest = testOf(trials);
  const lost = notHere(trials.change, want, checked, printed);
  const more = checked.touched.count - checked.touched.files.length;
  return {
    ...none,
    ...(lost ?? endedOf(trials.product, checked, printed)),
    exitCode: checked.exitCode ?? null,
    ...(cases && { cases }),
    ...(planting && {
      planted: {
        lines: words.all.length,
        seen,
        ...(seen > 0 && { last: planting.ends.findLast(({ word }) => !isSeen(word))?.case }),
        without: [...planting.without, ...untold(planting.types, isSeen)],
      },
    }),
    ...(checked.opened && {
      opened: {
        tests: checked.opened.read.filter(isTest).slice(0, MOST_FILES),
        changed: checked.opened.read.filter((path) => changed.has(path) && !isTest(path)),
      },
    }),
    ...(await failureOf(trials, want, tree.value, checked, printed)),
    ...(lost ? {} : await causeOf(trials, gate, checked, printed)),
    // Who knows no runner asks for the last command, which may need what the others make.
    ...(plain?.isGuess && seen === 0 && checked.outcome !== 'pass' && BESIDE),
    totals: totalsOf(printed),
    linked: checked.linked,
    touched: [...checked.touched.files, ...(more > 0 ? [`and ${more} more`] : [])],
    ...(checked.wrote && { wrote: checked.wrote }),
    notes: checked.notes,
    seconds: (checked.tookMs ?? 0) / 1000,
  };
}

/** By its name, unless a person says that it is the program. */
function testOf({ product }: Trials): (path: string) => boolean {
  return (path) => isTestMaterial(path) && !(product !== undefined && isProduct(product, path));
}

/** Beside what it is given already. Programs that are none of Node do not read it. */
function withFirm(
  folder: string,
  env: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const { NODE_OPTIONS: own = process.env.NODE_OPTIONS ?? '' } = env;
  return { ...env, NODE_OPTIONS: `${own} --require ${JSON.stringify(firmFile(folder))}`.trim() };
}

function firmFile(folder: string): string {
  return join(folder, 'firm.cjs');
}

async function treeOf(trials: Trials, { back, without }: Recipe): Promise<Result<string>> {
  const tree = await trials.compose(back);
  if (!tree.ok || without === undefined) return tree;
  return withFiles(trials, tree.value, new Map(without.map((path) => [path, null])));
}

function nothingRead(): undefined {
  return undefined;
}

/** As the runner was asked to say, or as the gate promises it. */
function casesSeen(
  { copy, told }: Checked,
  { cwd }: CommandGate,
  format: CaseFormat | undefined,
  report: string,
): readonly Case[] | undefined {
  if (copy === undefined) return undefined;
  if (format === undefined) return casesOfTold(told, { top: copy }, cwd ?? '');
  const isThere = existsSync(report) && statSync(report).size <= MAX_REPORT_BYTES;
  return readCases(format, isThere ? readText(report) : undefined, { top: copy });
}

type End = Readonly<{ ended: Ended; why: string }> & Pick<Row, 'cause'>;

/** A submodule that the change is about; or the tree as it is did not pass, and read what is no file yet. */
function notHere(
  { files }: Change,
  { recipe }: Want,
  { outcome, locked, empty = [], opened }: Checked,
  printed: string,
): End | undefined {
  const inner = files.find(({ path }) => empty.includes(path))?.path;
  if (inner !== undefined) {
    const why = `the submodule ${inner}, which the change names another commit of, is not set up here; get it with: git submodule update --init ${inner}`;
    return { ended: 'disturbed', why };
  }
  if (outcome === 'pass' || recipe.back !== 'nothing' || recipe.planted) return undefined;
  const output = plainText(printed).slice(-END_CHARS);
  const lack = lackOf({ command: [], output, linked: [], missing: empty });
  if (lack?.kind === 'not-in-copy') {
    const why = `it misses what lies in the submodule ${lack.path}, which is not set up here; get it with: git submodule update --init ${lack.path}`;
    return { ended: 'disturbed', why };
  }
  const one = locked?.find(({ path }) => opened?.read.includes(path));
  if (one === undefined) return undefined;
  const why =
    one.filter === 'lfs'
      ? `it read ${one.path}, of which only the pointer of Git LFS is here; get the content with: git lfs pull`
      : `it read ${one.path}, which is here as git keeps it: its filter \`${one.filter}\` is not set up. Set it up, or unlock the files`;
  return { ended: 'disturbed', why };
}

function endedOf(
  product: Product | undefined,
  { outcome, cause, why, opened, copy }: Checked,
  printed: string,
): End {
  if (outcome === 'unavailable') return { ended: cause ?? 'disturbed', why };
  if (outcome === 'pass') {
    const isElsewhere =
      product !== undefined && opened !== undefined && readsElsewhere(product, opened);
    if (!isElsewhere) return { ended: 'pass', why };
    const cause = { kind: 'elsewhere', path: folderOf(product) } as const;
    return { ended: 'elsewhere', why: elsewhereReason(product, opened), cause };
  }
  const said = (line: string | undefined): string =>
    line === undefined ? why : `${line.replaceAll(`${copy}/`, '')} (${why})`;
  if (couldNotLoad(printed)) {
    return { ended: 'cannot-load', why: said(unloadedLine(plainText(printed))) };
  }
  return couldNotBuild(printed)
    ? { ended: 'cannot-build', why: said(unbuiltLine(plainText(printed))) }
    : { ended: 'fail', why };
}

/** Where the program begins, as a path for imports. */
function folderOf({ paths: [path = ''] }: Product): string {
  return /^(?:src|lib|python)(?:\/|$)/.exec(path)?.[0].replace('/', '') ?? '.';
}

/** Asked of a test that has to show a fault: of its program as it was. */
async function failureOf(
  trials: Trials,
  { recipe: { back, planted } }: Want,
  tree: string,
  { outcome, copy }: Checked,
  printed: string,
): Promise<Pick<Row, 'failure'>> {
  if (outcome !== 'fail' || back !== 'program' || planted || copy === undefined) return {};
  const listed = await listFiles({ ...trials, tree });
  const files = listed.ok ? listed.value : [];
  return { failure: whichFailure(printed, [copy], files, trials.product) };
}

const BESIDE = { cause: { kind: 'beside' } } as const;

/** The end of what it printed: there it says why it failed. */
const END_CHARS = 64 * 1024;

async function causeOf(
  trials: Trials,
  { command }: CommandGate,
  { outcome, cause: end, linked, why }: Checked,
  printed: string,
): Promise<Pick<Row, 'cause'>> {
  if (outcome !== 'fail' && end !== 'not-started' && end !== 'no-tests') return {};
  const output = plainText(printed).slice(-END_CHARS);
  if (outcome === 'fail' && isSilent(output)) return { cause: { kind: 'silent' } };
  const missing = await ignoredOnce(trials);
  const cause = lackOf({ command, output: `${output}\n${why}`, linked, missing });
  // Where no test was found, perhaps there is none.
  const isGuess = end === 'no-tests' && cause?.kind === 'perhaps-not-in-copy';
  return cause === undefined || isGuess ? {} : { cause };
}

const ignored = new WeakMap<object, Promise<readonly string[]>>();

function ignoredOnce({ change, worktree }: Trials): Promise<readonly string[]> {
  const known = ignored.get(change) ?? leftOutOfCopies(worktree);
  ignored.set(change, known);
  return known;
}

/** Fresh each run, and kept nowhere: what stands in a change or a log can be read by who is tried. */
class Words {
  readonly all: string[] = [];
  /** Letters alone: what looks like a secret would not be shown. */
  readonly next = (): string => {
    const letters = [...randomBytes(12)].map((byte) => String.fromCharCode(97 + (byte % 26)));
    const word = `WukongThrows${letters.join('')}`;
    this.all.push(word);
    return word;
  };
}

type Planted = Readonly<{
  /** With the lines in it; undefined: no line could be planted. */
  tree: string | undefined;
  /** By its word the file that has an error of types. */
  types: ReadonlyMap<string, string>;
  /** By its word the case at whose end it stands. */
  ends: ReadonlyArray<Readonly<{ word: string; case: CaseName }>>;
  without: ReadonlyArray<CaseName & Readonly<{ why: string }>>;
}>;

async function plantIn(
  trials: Trials,
  tree: string,
  asked: Planting,
  words: Words,
): Promise<Planted> {
  const listed = await listFiles({ ...trials, tree });
  const paths = pathsOf(trials, asked, listed.ok ? listed.value : []);
  const sides = { before: trials.change.base, after: tree };
  if ('types' in asked) return typesIn(trials, tree, paths, words);
  const grammars = await loadGrammars();
  const fresh = 'tops' in asked ? await freshCases(trials, sides, paths) : [];
  const planted = fresh.length > 0 ? { cases: fresh } : asked;
  const without: Planted['without'][number][] = [];
  const ends: Planted['ends'][number][] = [];
  const found = new Set<string>();
  // What is loaded first may be all that shows: one word stands at the top of each.
  const top = 'tops' in planted ? words.next() : '';
  const made = await rewrite(trials, tree, paths.slice(0, MOST_FILES), (path, text) => {
    const done =
      'tops' in planted
        ? atLoad(path, text, top, grammars)
        : plant(
            path,
            text,
            planted.cases.filter(({ file }) => file === path || file === null),
            words.next,
            grammars,
          );
    for (const { word, cases } of done.lines) {
      for (const one of cases) found.add(caseKey(one));
      if (cases[0]) ends.push({ word, case: cases[0] });
    }
    // Where nobody says in which file it stands, it is looked for in each.
    without.push(...done.without.filter(({ file }) => file !== null));
    return done.lines.length === 0 ? undefined : done.text;
  });
  const nowhere = 'tops' in planted ? [] : planted.cases.filter(({ file }) => file === null);
  without.push(
    ...nowhere.filter((one) => !found.has(caseKey(one))).map((one) => ({ ...one, why: NOT_HERE })),
  );
  return { tree: plantedIn(made, words), types: new Map(), ends, without };
}

async function typesIn(
  trials: Trials,
  tree: string,
  paths: readonly string[],
  words: Words,
): Promise<Planted> {
  const types = new Map<string, string>();
  const made = await rewrite(trials, tree, paths.slice(0, MOST_FILES), (path, text) => {
    if (!mayHaveTypes(path)) return undefined;
    const word = words.next();
    types.set(word, path);
    return plantError(path, text, word).text;
  });
  return { tree: plantedIn(made, words), types, ends: [], without: [] };
}

/** Where nothing was planted, no word is looked for. */
function plantedIn(made: Result<string | undefined>, words: Words): string | undefined {
  const tree = made.ok ? made.value : undefined;
  if (tree === undefined) words.all.length = 0;
  return tree;
}

const UNTOLD = 'an error of types in it is not told';

function untold(types: Planted['types'], isSeen: (word: string) => boolean): Planted['without'] {
  const files = [...types].filter(([word]) => !isSeen(word)).map(([, file]) => file);
  return files.map((file) => ({ file, name: file, nth: 1, why: UNTOLD }));
}

/** At the end of a script, where all of it was done; else at the top. */
function atLoad(path: string, text: string, top: string, by: Grammars): ReturnType<typeof plant> {
  const word = () => top;
  const atEnd = plant(path, text, 'end', word, by);
  return atEnd.lines.length > 0 ? atEnd : plant(path, text, 'top', word, by);
}

function pathsOf(trials: Trials, planted: Planting, there: readonly string[]): readonly string[] {
  const { change } = trials;
  const isTest = testOf(trials);
  if ('types' in planted) return planted.types.filter((path) => there.includes(path));
  const named = 'cases' in planted ? planted.cases.map(({ file }) => file) : [];
  const files = [...new Set(named.filter((file) => file !== null))];
  if (named.length > 0 && !named.includes(null)) return files;
  if ('tops' in planted && planted.tops.length > 0) return planted.tops;
  const tests = there.filter(isTest);
  const changed = filesOf(change, 'judge', 'both').map(({ path }) => path);
  // Of what is both a manifest holds no case.
  const inside = filesOf(change, 'both').filter(({ path }) => languageOf(path) !== undefined);
  const own = [
    ...tests.filter((path) => changed.includes(path)),
    ...inside.flatMap(({ path }) => (there.includes(path) && !isTest(path) ? path : [])),
  ];
  // A case of no file may stand in any of them.
  const isAnywhere = 'cases' in planted;
  return [...new Set([...files, ...own, ...(own.length === 0 || isAnywhere ? tests : [])])];
}

function sideOf({ back, planted, without, how }: Recipe): string {
  const names = { nothing: 'green', program: 'red', judge: 'sealed', all: 'base' };
  const put = typeof back === 'string' ? names[back] : `without-${back.length}`;
  const side = planted && back === 'nothing' ? 'planted' : put;
  return [
    side,
    planted && back !== 'nothing' && 'planted',
    without && 'alone',
    how === 'bare' ? 'again' : how,
  ]
    .filter(Boolean)
    .join('-');
}

function freeName(folder: string, name: string, ending: string): string {
  const taken = new Set(readdirSync(folder));
  for (let n = 1; ; n += 1) {
    const file = `${name}${n === 1 ? '' : `-${n}`}${ending}`;
    if (!taken.has(file)) return join(folder, file);
  }
}

function printedTo(log: string): string {
  return existsSync(log) && statSync(log).size <= MAX_LOG_BYTES ? readText(log) : '';
}
