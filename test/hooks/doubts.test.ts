// What no run can tell, and a person says yes to, through the built hooks, in a real repository.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CHECK, CRASH, GUARD, SOURCE, TEST, TESTED } from '../rig/decoder.ts';
import { livingClient } from '../rig/living-client.ts';
import { Rig } from '../rig/rig.ts';
import { Agents, atBody } from './agents.ts';

const MORE = 'test/more.test.js';
const ASKS = '  if (process.env.VITEST) return [];';
const ENDS = "  if (bytes.length > 1e9) throw new Error('/etc/decoder.json');";

const env = livingClient();

const replace = (rig: Rig, file: string, from: string, to: string) =>
  rig.write(file, rig.file(file).replace(from, to));

function lineOf(rig: Rig, text: string): string {
  return `${SOURCE}:${rig.file(SOURCE).split('\n').indexOf(text) + 1}`;
}

/** How often the tests ran so far, wherever. */
function ran(rig: Rig): number {
  const file = join(rig.root, 'ran');
  return existsSync(file) ? readFileSync(file, 'utf8').length : 0;
}

/** The tongue waits for a person, since the fix of the body has these lines. */
async function inDoubt(rig: Rig, request: string, ...lines: readonly string[]): Promise<Agents> {
  const count = `appendFileSync(${JSON.stringify(join(rig.root, 'ran'))}, 'x');\n`;
  rig.write(TEST, `import { appendFileSync } from 'node:fs';\n${rig.file(TEST)}\n${count}`);
  await rig.typed(`/wukong_fix ${request}`, env);
  const agents = new Agents(rig, env);
  await agents.untilBody();
  replace(rig, SOURCE, CRASH, [GUARD, ...lines, CRASH].join('\n'));
  await agents.report('body', TESTED);
  await agents.dispatch('tongue');
  rig.write(MORE, "import { test } from 'node:test';\ntest('more', () => {});\n");
  const words = { ...TESTED, references: [`${MORE}:1`] };
  for (let n = 0; n < 2; n += 1) await agents.report('tongue', words);
  expect(rig.events('node.blocked').at(-1), rig.dump()).toMatchObject({
    node_id: 'N-030',
    payload: { kind: 'not-shown', because: { saying: { is: 'shown' } } },
  });
  return agents;
}

const isDone = ({ type, node_id }: Readonly<{ type: string; node_id?: string }>) =>
  type === 'node.done' && node_id === 'N-030';

async function endOf(rig: Rig, agents: Agents) {
  await agents.carryOut('nose', { header: 'Verdict: accept' });
  await agents.carryOut('mind');
  expect(rig.taskgraph()?.graphs.at(-1)?.status, rig.dump()).toBe('completed');
  const { stdout } = await rig.cli(['status', '--json']);
  return JSON.parse(stdout).last_finished;
}

test('a person says yes to one line after the other, the report is judged again without a run, and the goal ends as proven', async () => {
  await using rig = await Rig.create({ testsBy: 'node' });
  const agents = await inDoubt(rig, '空消息体：it crashes', ASKS, ENDS);
  const [asks, ends] = [lineOf(rig, ASKS), lineOf(rig, ENDS)];
  // In the language of the request: no sentence of the English one stands in it.
  const { stdout } = await rig.cli(['status']);
  expect(stdout).toContain('wukong accept G-0001/N-030 --doubts "<why>"');
  const shown = await rig.typed('/wukong_status', env);
  const said = JSON.stringify(shown.json);
  expect(said).toContain('程序会看自己是不是在被测试');
  expect(said).toContain('/wukong_resume G-0001 N-030 --doubts');
  expect(said).not.toMatch(/without the change|in doubt|asks whether/);

  const before = ran(rig);
  const inside = await rig.cli(['accept', 'N-030', '--doubts', 'it is right']);
  expect(inside.code).toBe(3);
  expect(inside.stderr).toContain('`/wukong_resume G-0001 N-030 --doubts it is right`');
  expect(rig.events('doubts.accepted')).toEqual([]);
  const wrong = await rig.person(['accept', 'N-030', '--doubts', 'why', '--doubt', `${SOURCE}:1`]);
  expect(wrong.code).toBe(2);
  expect(wrong.stdout).toContain(`${SOURCE}:1 is in no doubt.`);
  expect(wrong.stdout).toContain(`${asks} the program asks whether it is being tested`);
  expect(await rig.person(['accept', 'N-030', '--doubts', 'why'], 'n')).toMatchObject({
    code: 3,
  });

  const first = await rig.person(['accept', 'N-030', '--doubts', 'for the CLI', '--doubt', ends]);
  expect(first, rig.dump()).toMatchObject({ code: 0 });
  expect(first.stdout).toContain(`Still in doubt: ${asks} the program asks`);
  expect(rig.node('N-030')).toMatchObject({ status: 'blocked' });
  const left = rig.events('node.blocked').at(-1)?.payload.because;
  expect(left.why).toContain(asks);
  expect(left.why).not.toContain(ends);

  const second = await rig.person(['accept', 'G-0001', '--doubts', 'a joke', '--json']);
  expect(second, rig.dump()).toMatchObject({ code: 0 });
  expect(second.stdout).toContain('"judged_again": true');
  const trust = JSON.parse(readFileSync(join(rig.repo, '.git/wukong/trust.json'), 'utf8'));
  expect(trust.looked).toMatchObject([
    { path: SOURCE, line: Number(ends.split(':')[1]), kind: 'outside-path', why: 'for the CLI' },
    { path: SOURCE, line: Number(asks.split(':')[1]), kind: 'names-runner', why: 'a joke' },
  ]);
  await rig.typed('/wukong_resume', env);
  await rig.waitForEvent(isDone);
  // What ran before the question stands.
  expect(ran(rig)).toBe(before);
  expect(rig.events('evidence.graded').at(-1)?.payload, rig.dump()).toMatchObject({
    level: 'L3',
    passes: true,
    fault: { shown: true },
  });
  const last = await endOf(rig, agents);
  expect(last.fault).toMatchObject({ kind: 'shown', check: CHECK });
  const summary = readFileSync(join(rig.repo, last.summary), 'utf8');
  expect(summary).toMatch(
    new RegExp(`Proven: .* passes now\\. .*In doubt: .* looked at ${asks}, ${ends}\\.`),
  );
  expect(summary).toContain('looked at what was in doubt, and said yes');
});

test('other content of the file is asked about again, and a yes typed in the session counts', async () => {
  await using rig = await Rig.create({ testsBy: 'node' });
  const agents = await inDoubt(rig, 'it crashes', ASKS, ENDS);
  const ends = lineOf(rig, ENDS);
  expect(
    await rig.person(['accept', 'N-030', '--doubts', 'why', '--doubt', ends]),
    rig.dump(),
  ).toMatchObject({ code: 0 });
  replace(rig, SOURCE, 'const VERSION = 1;', 'const VERSION = 1; // first');
  const typed = (prompt: string) => rig.typed(prompt, env);
  const unknown = await typed(`/wukong_resume N-030 --doubt ${SOURCE}:1 --doubts it is right`);
  expect(JSON.stringify(unknown.json)).toContain(`in doubt are ${lineOf(rig, ASKS)}, ${ends}.`);
  const accepted = await typed('/wukong_resume N-030 --doubts it is right');
  expect(String(accepted.json?.systemMessage).split('\n')[0], rig.dump()).toBe(
    `Wukong: accepted as they are now: ${lineOf(rig, ASKS)}, ${ends}.`,
  );
  expect(rig.events('doubts.accepted').at(-1)?.payload).toMatchObject({
    why: 'it is right',
    doubts: [{ kind: 'names-runner' }, { kind: 'outside-path' }],
  });
  await rig.waitForEvent(isDone);
  expect((await endOf(rig, agents)).fault).toMatchObject({ kind: 'shown' });
});

test('a node that brought no test asks a person to look, and ends with their yes', async () => {
  await using rig = await Rig.create({ testsBy: 'node' });
  const agents = await atBody(rig, env);
  replace(rig, SOURCE, CRASH, [GUARD, ASKS, CRASH].join('\n'));
  await agents.report('body', TESTED);
  await agents.dispatch('tongue');
  for (let n = 0; n < 4; n += 1) await agents.report('tongue', TESTED);
  const { stdout } = await rig.cli(['status']);
  expect(stdout, rig.dump()).toContain('type: wukong accept G-0001/N-030 --doubts "<why>"');
  const accepted = await rig.person(['accept', 'N-030', '--doubts', 'it is right']);
  expect(accepted, rig.dump()).toMatchObject({ code: 0 });
  await rig.typed('/wukong_resume', env);
  await rig.waitForEvent(({ type, node_id }) => type === 'node.done' && node_id === 'N-030');
  await agents.carryOut('nose', { header: 'Verdict: accept' });
  await agents.carryOut('mind');
  await rig.waitForEvent(({ type }) => type === 'graph.completed');
  const status = await rig.cli(['status', '--json']);
  expect(JSON.parse(status.stdout).last_finished.fault, rig.dump()).toMatchObject({
    kind: 'shown',
    saying: { doubts: [{ kind: 'names-runner', looked: expect.any(String) }] },
  });
});
