// Days of work without anybody there: one daemon, the clock of the test, programs as executors, and a person who
// comes by to read, to answer and to raise a budget. The same in a session: five-days.test.ts.

import { expect, test } from 'vitest';
import { type Days, daysFrom } from './days.ts';

/** Monday to Friday. */
const MON = '2031-03-03';
const TUE = '2031-03-04';
const WED = '2031-03-05';
const THU = '2031-03-06';
const FRI = '2031-03-07';
const SAT = '2031-03-08';

const body = (id: string, ...instructions: string[]) => ({
  ...{ id, title: `Part ${id}`, role: 'body', instructions: instructions.join('\n') },
  verification_plan: { deterministic: [{ type: 'repository', for: 'test' }] },
});

const STEPS = ['login', 'token', 'session'] as const;
const part = (id: string) => ({
  ...{ id, title: `Rewrite ${id}`, allowed_paths: [`src/auth/${id}.js`] },
  instructions: `today\nwrite src/auth/${id}.js | export const ${id} = 1;`,
});
const GROWTH = {
  nodes: STEPS.map(part),
  edges: [
    { from: 'login', to: 'token' },
    { from: 'token', to: 'session' },
  ],
};

/** A day's work each: what says `today` is done by as many runs as the day has. */
const REWORK = {
  nodes: [
    { id: 'N-010', title: 'Analyse it', role: 'eye', instructions: 'today\nlook README.md' },
    {
      ...{ id: 'N-020', title: 'Plan it', role: 'mind', may_grow: 'N-030' },
      instructions: `today\nlook README.md\nplan ${JSON.stringify(GROWTH)}`,
    },
    { ...body('N-030', 'today'), constraints: { allowed_paths: ['src/**'] } },
    { id: 'N-040', title: 'Sum it up', role: 'mind', instructions: 'today\nlook README.md' },
  ],
  edges: [
    { from: 'N-010', to: 'N-020' },
    { from: 'N-020', to: 'N-030' },
    { from: 'N-030', to: 'N-040' },
  ],
};

const note = (name: string) => ({ nodes: [body('N-010', `write notes/${name}.md | ${name}`)] });

const PLANS = {
  ...{ rework: REWORK, urgent: note('urgent'), soon: note('soon'), later: note('later') },
  stuck: {
    nodes: [
      body('N-010', 'unless-told the parser cannot read it', 'write src/parser.js | parse();'),
    ],
  },
  dear: {
    nodes: [body('N-010', 'write src/one.js | one();'), body('N-020', 'write src/two.js | two();')],
    edges: [{ from: 'N-010', to: 'N-020' }],
  },
};

const ASKED = '.wukong/escalations/ESC-0001.md';

const ended = (days: Days, goal: string) => days.seen('graph.completed', goal).length > 0;
const steps = (days: Days) => days.seen('node.done', 'G-0001').length;
const isParked = (days: Days) =>
  expect
    .objectContaining({ because: 'parked' })
    .asymmetricMatch(days.seen('goal.owned', 'G-0001').at(-1)?.payload.left);
const section = (page: string, title: string): string =>
  page.split('\n## ').find((one) => one.startsWith(`${title}\n`)) ?? '';

const waitsIn = (page: string): string[] =>
  section(page, 'Waits')
    .split('\n')
    .filter((line) => line.startsWith('- '));
const PARKED = (until: string) =>
  expect.stringMatching(
    new RegExp(`^- G-0001 .*resets 9am.* \\(parked until ${until} 09:00\\)\`$`),
  );
const nextActions = (days: Days, goal: string) =>
  days.seen('run.ended', goal).map(({ payload }) => payload.next_action);
const dayAndNode = ({ created_at, node }: { created_at: string; node: string }): string =>
  `${created_at.slice(0, 10)} ${node}`;

/** The day ends; in the morning there is its page, and nothing was begun in the night. */
async function morningAfter(days: Days, day: string, next: string): Promise<string> {
  const begun = days.seen('run.dispatched').length;
  days.at(`${next}T02:30`);
  const page = await days.rollupOf(day);
  expect(days.seen('run.dispatched')).toHaveLength(begun);
  return page;
}

/** As many runs of the refactoring as are given, and then it waits for the next day. */
async function aDayOfWork(days: Days, day: string, done: number): Promise<void> {
  days.give(done - steps(days));
  days.at(`${day}T09:00`);
  await days.until(() => steps(days) === done && isParked(days));
}

test('five days of a refactoring beside other goals: what waits is answered by a person who comes by, and each morning has the page of the day before', async () => {
  const days = await daysFrom(`${MON}T09:00`, PLANS);
  const add = (title: string, plan: string, ...more: string[]) =>
    days.types('goal', 'add', title, '--template', plan, ...more);

  // Monday: four goals of four priorities; the refactoring is analysed and planned.
  await add('Rework the sign-in', 'rework', '--priority', '50');
  await add('Later', 'later', '--priority', '10');
  await add('Urgent', 'urgent', '--priority', '90');
  await add('Soon', 'soon', '--priority', '30');
  days.give(2);
  days.start();
  await days.until(() => ['G-0002', 'G-0003', 'G-0004'].every((id) => ended(days, id)));
  await days.until(() => steps(days) === 2 && isParked(days));
  const taken = days.seen('goal.owned').filter(({ payload }) => payload.chosen !== undefined);
  const firsts = [...new Set(taken.map(({ goal_id }) => goal_id))];
  expect(firsts).toEqual(['G-0003', 'G-0001', 'G-0004', 'G-0002']);
  expect(days.seen('graph.grown')).toHaveLength(1);
  expect(days.seen('run.ended', 'G-0001').at(-1)?.payload).toMatchObject({
    ...{ outcome: 'lost', counts: false },
  });

  const monday = await morningAfter(days, MON, TUE);
  expect(section(monday, 'Decided')).toContain(`Decided

- G-0003 \`The daemon took it up before G-0001, at a score of 0.74.\`
- G-0001 \`The daemon took it up before G-0004, at a score of 0.50.\`
- G-0004 \`The daemon took it up before G-0002, at a score of 0.38.\`
- G-0002 \`The daemon took it up, at a score of 0.26.\`
`);
  for (const done of ['G-0001/N-020 `Plan it`: done', 'G-0003 `Urgent`: completed']) {
    expect(section(monday, 'Done')).toContain(`- ${done}\n`);
  }
  expect(waitsIn(monday)).toEqual([PARKED(TUE)]);
  expect(section(monday, 'Spent')).toMatch(/^- All: 6 runs, /m);
  expect(section(monday, 'Spent')).toMatch(/^- Claimed by executors .*: 150 tokens, \$2\.50\.$/m);

  // Tuesday: the first step, and a goal that fails of the same again and again.
  await aDayOfWork(days, TUE, 3);
  await add('Read the other format', 'stuck');
  await days.until(() => days.isThere(ASKED));
  expect(nextActions(days, 'G-0005')).toEqual(['retry', 'plan_b', 'done', 'escalate']);
  expect(days.file(ASKED)).toContain('- [ ] A: Convert the file first.');
  const tuesday = await morningAfter(days, TUE, WED);
  expect(section(tuesday, 'Done')).toContain('- G-0001/N-050 `Rewrite login`: done');
  expect(section(tuesday, 'Done')).toContain('- G-0005/N-020 `Plan B for N-010`: done');
  expect(section(tuesday, 'Caught').match(/G-0005\/N-010 .*cannot read it/g)).toHaveLength(3);
  expect(waitsIn(tuesday)).toEqual([
    PARKED(WED),
    expect.stringMatching(/^- G-0005\/N-010 .*plan B did not help.*: wukong answer ESC-0001$/),
  ]);

  // Wednesday: the second step. What is written into the file is taken when a person types it, and not before.
  const ticked = days.file(ASKED).replace('- [ ] A', '- [x] A').replace('- [ ] Done', '- [x] Done');
  days.write(ASKED, ticked);
  await aDayOfWork(days, WED, 4);
  expect(days.seen('node.answered')).toEqual([]);
  expect(await days.types('answer', 'ESC-0001')).toContain('The daemon goes on with it.');
  await days.until(() => ended(days, 'G-0005'));
  await add('Two at once', 'dear', '--budget', 'usd=0.6');
  await days.until(() => days.isThere('.wukong/escalations/ESC-0002.md'));
  const wednesday = await morningAfter(days, WED, THU);
  expect(section(wednesday, 'Decided')).toContain(
    '- G-0005/N-010 `A person answered: Do it this way: Convert the file first.`',
  );
  expect(section(wednesday, 'Done')).toContain('- G-0005 `Read the other format`: completed');
  expect(waitsIn(wednesday)).toEqual([
    PARKED(THU),
    expect.stringMatching(
      /^- G-0006 .*budget is used up: \$0\.5000 of \$0\.6000 .*: wukong answer ESC-0002$/,
    ),
  ]);

  // Thursday: the third step; more is given.
  await aDayOfWork(days, THU, 5);
  const set = await days.types('goal', 'set', 'G-0006', '--budget', 'usd=3');
  expect(set).toContain('Type: wukong resume G-0006');
  await days.types('resume', 'G-0006');
  await days.until(() => ended(days, 'G-0006'));
  const thursday = await morningAfter(days, THU, FRI);
  expect(section(thursday, 'Decided')).toContain('- G-0006 `A person set max_cost_usd 3.`');
  expect(section(thursday, 'Done')).toContain('- G-0006 `Two at once`: completed');
  expect(waitsIn(thursday)).toEqual([PARKED(FRI)]);

  // Friday: it is complete, and what it came to can be read.
  days.give(1);
  days.at(`${FRI}T09:00`);
  await days.until(() => ended(days, 'G-0001'));
  const friday = await morningAfter(days, FRI, SAT);
  expect(section(friday, 'Done')).toContain('- G-0001 `Rework the sign-in`: completed');
  expect(section(friday, 'Waits')).toContain('Nothing.');
  const { status, spent } = await days.json('goal', 'show', 'G-0001');
  expect(status).toBe('completed');
  expect(spent).toMatchObject({ retries: 0, cost_usd: 3 });
  expect(spent.hours).toBeLessThan(1);
  const { checkpoints } = await days.json('state', 'G-0001');
  expect(checkpoints.map(dayAndNode)).toEqual([
    ...[`${MON} load_context`, `${MON} N-010`, `${MON} N-020`],
    ...[`${TUE} N-050`, `${WED} N-070`, `${THU} N-060`, `${FRI} N-040`],
  ]);
  for (const node of ['N-010', 'N-020', 'N-050', 'N-070', 'N-060', 'N-040']) {
    const pack = JSON.parse(days.file(`.wukong/context_packs/G-0001/${node}.json`));
    expect(pack, node).toMatchObject({ schema_version: 1 });
  }
  const summary = days.file('.wukong/artifacts/G-0001/summary.md');
  expect(summary).toMatch(/^# G-0001: `Rework the sign-in`\n/);
  for (const step of STEPS) expect(summary).toContain(`- \`src/auth/${step}.js\` +1 -0`);
  expect(summary).toContain('takes all of it back');
  const body = await days.types('show', 'G-0001', '--markdown');
  expect(body).toContain('Rework the sign-in');
  expect(body).toContain('- [x] 1. ');
  expect(body).not.toMatch(/takes all of it back|\.wukong\/artifacts/);

  // Six weeks later: what nobody needs any more goes, and that is told as well.
  days.at('2031-04-20T10:00');
  expect(await days.types('gc', '--days', '30', '--yes')).toMatch(/^Removed: \d+ files/m);
  expect(days.isThere('.wukong/artifacts/G-0001/summary.md')).toBe(false);
  const april = await morningAfter(days, '2031-04-20', '2031-04-21');
  expect(section(april, 'Decided')).toMatch(
    /- G-0001 `A person had its \d+ files in .* removed\.`/,
  );
  await days.json('fsck');
  expect(days.seen('daemon.started')).toHaveLength(1);
});

test('without its secret a goal is tried three times, asked about, answered, and done with nobody else beside it', async () => {
  const secret = body('N-010', 'needs JWT_SECRET', 'write src/jwt.js | export const sign = 1;');
  const days = await daysFrom(`${MON}T09:00`, { secret: { nodes: [secret] } });
  await days.types('goal', 'add', 'Sign the answers with a JWT', '--template', 'secret');
  days.start();
  await days.until(() => days.isThere(ASKED));
  expect(nextActions(days, 'G-0001')).toEqual(['retry', 'retry', 'escalate']);
  expect(days.file(ASKED)).toContain('reason: missing_credential');
  await days.json('goal', 'add', 'By a script', '--template', 'secret');
  expect(waitsIn(await morningAfter(days, MON, TUE))).toEqual([
    expect.stringMatching(/^- G-0001\/N-010 .*JWT_SECRET is not set`: wukong answer ESC-0001$/),
    expect.stringMatching(/^- G-0002 `By a script`: .* wukong goal admit G-0002$/),
  ]);
  days.keepSecret('JWT_SECRET=s3cr3t');
  const said = await days.types('answer', 'ESC-0001', 'It is in the file of secrets now.');
  expect(said).toContain('The daemon goes on with it.');
  await days.until(() => ended(days, 'G-0001'));
  expect(nextActions(days, 'G-0001').at(-1)).toBe('done');
  expect(days.file('src/jwt.js')).toContain('sign');
});
