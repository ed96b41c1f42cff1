// Audits over a real goal, and the same answers from the tables with the SQL of the documentation.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Database } from 'node-sqlite3-wasm';
import { beforeAll, expect, test } from 'vitest';
import { readPage } from '../docs/pages.ts';
import { Rig } from '../rig/rig.ts';
import { carryTo } from './whole-goal.ts';

const TABLES = ['goals', 'work_items', 'runs', 'artifacts', 'decisions', 'escalations'];
const LIMITED = [
  'goal',
  'add',
  'export, to CSV',
  '--template',
  'direct',
  '--budget',
  'tokens=9000',
];

let rig: Rig;
let tables: string;

beforeAll(async () => {
  rig = await Rig.create();
  tables = join(rig.root, 'tables');
  await carryTo(rig, 'mind', {
    body: { more: 'Decision: =guard first, because "empty" is valid input' },
  });
  expect((await rig.cli(LIMITED)).code).toBe(0);
  return () => rig[Symbol.asyncDispose]();
}, 120_000);

type Row = Record<string, unknown>;

async function audit(...words: readonly string[]): Promise<Row[]> {
  const ended = await rig.cli(['audit', ...words, '--json']);
  expect([words, ended.code, ended.stderr]).toEqual([words, 0, '']);
  return JSON.parse(ended.stdout).rows;
}

test('the tables answer the SQL of the documentation as the audits do', async () => {
  expect((await rig.cli(['export', '--csv', tables])).code).toBe(0);
  const database = new Database();
  try {
    for (const name of TABLES) importCsv(database, name);
    const [decisions = '', attempts = '', budget = ''] = queries();
    const ask = (sql: string): Row[] => database.all(sql) as Row[];

    expect(ask(decisions)).toEqual((await audit('decisions', 'G-0001')).map(asTable));
    expect(decisions).toContain('ORDER BY');
    const tried = ask(attempts).map((row) => ({
      ...row,
      run_number: Number(row.run_number),
      artifact_types: JSON.parse(String(row.artifact_types)),
    }));
    const wanted = (await audit('attempts', 'G-0001/N-020')).map(
      ({ work_item_id: _, run_id: __, error_signature, next_action, ...row }) => ({
        ...row,
        error_signature: error_signature ?? '',
        next_action: next_action ?? '',
      }),
    );
    expect(tried).toEqual(wanted);
    expect(tried).toMatchObject([
      {
        run_number: 1,
        status: 'success',
        artifact_types: expect.arrayContaining(['code', 'patch']),
      },
    ]);
    for (const goal of ['G-0001', 'G-0002']) {
      const [row] = await audit('budget', goal);
      const { goal_id: _, ...answer } = row ?? {};
      expect(ask(budget.replace('G-0001', goal))).toEqual([answer]);
    }
  } finally {
    database.close();
  }
});

test('a node that only one goal has is found by its short name', async () => {
  expect(await audit('attempts', 'n-020')).toEqual(await audit('attempts', 'G-0001/N-020'));
  const { stdout } = await rig.cli(['audit', 'budget', 'G-0002']);
  expect(stdout).toBe(
    'G-0002  export, to CSV: 0 tokens of 9,000 (9,000 left); $0.00, no limit; 0 s of work, no limit; 0 retries\n',
  );
});

test('an attempt tells what it came to, in a line', async () => {
  const tried = await rig.cli(['audit', 'attempts', 'N-020']);
  expect(tried.stdout).toMatch(
    /^G-0001\/N-020 {2}#1 {2}\S+-body-\d{4} {2}success; next done; left code, .*patch/,
  );
});

test('a trace leads from the goal to every artifact, and each is where it says', async () => {
  const rows = await audit('trace', 'G-0001');
  const kinds = new Set(rows.map(({ kind }) => kind));
  expect([...kinds].sort()).toEqual(['artifact', 'decision', 'goal', 'run', 'work_item']);
  const files = rows.filter(({ kind, what }) => kind === 'artifact' && what !== 'code');
  expect(files.length).toBeGreaterThan(20);
  for (const { detail } of files) readFileSync(join(rig.repo, '.wukong', String(detail)));
});

test('a goal or node that is not there is named, and nothing is written over what is not ours', async () => {
  for (const [words, said] of [
    [['audit', 'budget', 'G-0099'], 'There is no goal G-0099'],
    [['audit', 'attempts', 'G-0001/N-999'], 'G-0001/N-020'],
    [
      ['audit', 'attempts', 'N-010'],
      'Several goals have a node N-010: G-0001/N-010, G-0002/N-010.',
    ],
    [['audit', 'attempts', 'N-999'], 'No goal has a node N-999.'],
    [['audit', 'decision'], 'takes one of decisions, attempts, budget, trace, not "decision".'],
    [['export', '--csv', join(rig.repo, '.wukong', 'x')], 'below .wukong/'],
  ] as const) {
    const refused = await rig.cli(words);
    expect([words, refused.code]).toEqual([words, 2]);
    expect(refused.stderr).toContain(said);
  }
  const mine = join(rig.root, 'mine');
  mkdirSync(mine);
  writeFileSync(join(mine, 'runs.csv'), 'day,miles\r\n');
  expect((await rig.cli(['export', '--csv', mine])).code).toBe(2);
  expect(readFileSync(join(mine, 'runs.csv'), 'utf8')).toBe('day,miles\r\n');
  const file = join(rig.root, 'a file');
  writeFileSync(file, '');
  expect((await rig.cli(['export', '--csv', file])).code).toBe(1);
});

/** The `sql` blocks of the page, in its order. */
function queries(): string[] {
  return [...readPage('docs/audits.md').matchAll(/^```sql\n([\s\S]*?)^```$/gm)].map(
    ([, sql = '']) => sql,
  );
}

/** As `.import --csv` of the sqlite3 shell does it: every cell is text. */
function importCsv(database: Database, name: string): void {
  const [head = [], ...rows] = parseCsv(readFileSync(join(tables, `${name}.csv`), 'utf8'));
  database.exec(`CREATE TABLE ${name} (${head.map((column) => `"${column}" TEXT`).join(', ')})`);
  const places = head.map(() => '?').join(', ');
  for (const row of rows) database.run(`INSERT INTO ${name} VALUES (${places})`, row);
}

/** RFC 4180. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g,
  )) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

/** What the table has for a row of an audit. */
function asTable(row: Row): Row {
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [column, cellOf(value)]));
}

function cellOf(value: unknown): string {
  if (value === null) return '';
  if (typeof value === 'object') return JSON.stringify(value);
  return /^[=+\-@]/.test(String(value)) ? `'${value}` : String(value);
}
