// What goes wrong in real sessions, with the real client: agents that report nothing, claim too much,
// ask, run out of turns or die; a main agent that does not go on.

import { describe, expect, it, test } from 'vitest';
import { fixDecoder, honest } from '../../scripts/model/fix-decoder.ts';
import { giveBack, reportText } from '../../scripts/model/report.ts';
import { bash, edit, inTurn, type Part, read } from '../../scripts/model/roles.ts';
import { runTests } from '../../scripts/model/work.ts';
import { requireClient } from '../rig/client.ts';
import { GUARD } from '../rig/decoder.ts';
import { Rig } from '../rig/rig.ts';
import { onlyNodes } from '../rig/short-plan.ts';
import { expectFixed } from './expect-fixed.ts';

const client = await requireClient();
const FIX = '/wukong_fix the decoder crashes on empty input';

const EYE_FIRST = ['N-010', 'N-020'] as const;
/** Plays `bad` for the first `times` runs of a node, then the honest part. */
function firstly(times: number, bad: Part, then: Part): Part {
  return (call) => {
    const run = /, run (\d+)$/m.exec(JSON.stringify(call.messages).replaceAll('\\n', '\n'))?.[1];
    return Number(run ?? 1) <= times ? bad(call) : then(call);
  };
}

/** A report full of success, whatever was done. */
function claimsSuccess(level: 'L2' | 'L3'): Part {
  return (call) =>
    giveBack(
      call,
      reportText(call, {
        status: 'done',
        tests: 'npm test (pass)',
        level,
        summary: 'Fixed and fully tested, everything is green.',
        steps: ['Fixed it.'],
        repro: { command: 'npm test', result: '8 of 8 pass' },
        references: ['src/decoder.js:1'],
      }),
    );
}

/** Of the track those nodes alone that the story is about. */
async function runToEnd(
  script: Parameters<Rig['model']>[0],
  nodes: readonly string[],
  testsBy: 'npm' | 'node' = 'node',
) {
  const rig = await Rig.create({ testsBy });
  onlyNodes(rig, ...nodes);
  await rig.model(script);
  const ended = await (await rig.headless(FIX)).done;
  return { rig, ended };
}

describe.runIf(client)('a subagent', () => {
  test('that reports nothing of use is sent back three times, then another run does it', async () => {
    const { rig, ended } = await runToEnd(
      fixDecoder({ eye: firstly(1, (call) => giveBack(call, 'All good!'), honest.eye) }),
      EYE_FIRST,
    );
    await using _ = rig;
    expect(ended.code).toBe(0);
    expect(rig.events('run.sent_back')).toHaveLength(3);
    const [first] = rig.events('run.ended');
    expect(first).toMatchObject({ node_id: 'N-010', payload: { outcome: 'failed', counts: true } });
    expectFixed(rig, EYE_FIRST);
    expect(rig.node('N-010')?.retries).toBe(1);
  });

  test('that claims tests it never ran is sent back, and does not pass on words', async () => {
    const liar: Part = inTurn([read('src/decoder.js'), claimsSuccess('L3')]);
    const script = fixDecoder({ body: firstly(1, liar, honest.body) });
    const { rig } = await runToEnd(script, ['N-020'], 'npm');
    await using _ = rig;
    const graded = rig.events('evidence.graded').find((event) => event.node_id === 'N-020');
    expect(graded?.payload).toMatchObject({ claimed: 'L3', overclaimed: true, passes: false });
    const [back] = rig.events('run.sent_back');
    expect(back?.payload.missing.join(' ')).toMatch(/npm test/);
    expect(rig.events('node.blocked')).toMatchObject([{ payload: { kind: 'no-change' } }]);
  });

  test('whose change does not make the tests pass is sent back by the gate, not by its words', async () => {
    const cosmetic = inTurn([
      read('src/decoder.js'),
      edit('src/decoder.js', 'const VERSION = 1;', 'const VERSION = 1; // the only one so far'),
      read('src/decoder.js'),
      bash('npm test'),
      claimsSuccess('L2'),
    ]);
    const script = fixDecoder({ body: firstly(1, cosmetic, honest.body) });
    const { rig } = await runToEnd(script, ['N-020'], 'npm');
    await using _ = rig;
    const gate = rig.events('gate.finished').find((event) => event.payload.gate === 'npm test');
    expect(gate).toMatchObject({ node_id: 'N-020', payload: { outcome: 'fail' } });
    expect(rig.events('run.sent_back')[0]?.payload.missing.join(' ')).toContain('npm test');
    // It only says it again, on the same files: a person is asked, and another run does it.
    expect(rig.events('node.blocked')).toMatchObject([{ payload: { kind: 'gate-stuck' } }]);
    await (await rig.headless('/wukong_resume N-020 fix the cause')).done;
    expectFixed(rig, ['N-020']);
    expect(rig.node('N-020')?.retries).toBe(1);
  });

  test('that asks a question blocks its node; the answer reaches the next work order', async () => {
    const asks: Part = (call) =>
      giveBack(
        call,
        `IssueRef: local#1\nRunId: ${/RunId: (\S+)/.exec(JSON.stringify(call.messages))?.[1]?.replace(/\\n.*/, '')}\nStatus: blocked\n\n## Summary\nTwo readings.\n\nQuestions:\n- Should empty input give an error or an empty list?\n`,
      );
    const { rig, ended } = await runToEnd(
      fixDecoder({ eye: firstly(1, asks, honest.eye) }),
      EYE_FIRST,
    );
    await using _ = rig;
    expect(rig.events('node.blocked')).toMatchObject([{ payload: { kind: 'questions' } }]);
    const said = JSON.stringify(ended.lines);
    expect(said).toContain('Should empty input give an error or an empty list?');
    expect(said).toContain('/wukong_resume');

    await rig.model(fixDecoder());
    const resumed = await (await rig.headless('/wukong_resume an empty list')).done;
    expect(resumed.code).toBe(0);
    expectFixed(rig, EYE_FIRST);
    const orders = rig.models
      .flatMap((model) => model.requests)
      .map((asked) => JSON.stringify(asked.call.messages));
    expect(
      orders.some(
        (text) => text.includes('Answers from the user') && text.includes('an empty list'),
      ),
    ).toBe(true);
  });

  test('that runs out of turns has used up an attempt, and the graph ends when they are spent', async () => {
    const rig = await Rig.create({ testsBy: 'node' });
    await using _ = rig;
    const file = '.claude/agents/ear.md';
    rig.write(file, rig.file(file).replace('\nname:', '\nmaxTurns: 2\nname:'));
    await rig.model(fixDecoder({ ear: read('README.md') }));
    const ended = await (await rig.headless(FIX)).done;
    expect(ended.code).toBe(0);
    expect(rig.events('run.ended').map((event) => event.payload.outcome)).toEqual([
      'failed',
      'failed',
      'failed',
    ]);
    expect(rig.events('node.blocked')).toMatchObject([{ payload: { kind: 'retries' } }]);
    expect(JSON.stringify(ended.lines)).toContain('N-001 waits for you');
  });

  test('that dies of an API error has used up an attempt; a usage limit parks the graph instead', async () => {
    const dies: Part = () => ({
      error: { status: 400, type: 'invalid_request_error', message: 'bad thing' },
    });
    const { rig } = await runToEnd(fixDecoder({ eye: firstly(1, dies, honest.eye) }), EYE_FIRST);
    await using _ = rig;
    expect(rig.events('run.ended')[0]).toMatchObject({
      payload: { outcome: 'failed', counts: true },
    });
    expectFixed(rig, EYE_FIRST);

    const limited: Part = () => ({
      error: { status: 429, type: 'rate_limit_error', message: 'limit reached' },
    });
    const parked = await runToEnd(fixDecoder({ eye: firstly(1, limited, honest.eye) }), EYE_FIRST);
    await using other = parked.rig;
    expect(other.events('graph.paused')).toHaveLength(1);
    // The news that the agent has failed may come before the client says why: then it is excused.
    const [ended] = other.events('run.ended');
    expect(other.events('run.excused').length === 1 || ended?.payload.outcome === 'lost').toBe(
      true,
    );
    await other.model(fixDecoder());
    await (await other.headless('/wukong_resume')).done;
    expectFixed(other, EYE_FIRST);
  });

  test('whose audit asks for rework sees its node done again with the findings', async () => {
    const picky: Part = (call) =>
      call.turn === 0
        ? read('src/decoder.js')(call)
        : giveBack(
            call,
            reportText(call, {
              status: 'done',
              header: ['Verdict: rework', 'Reopen: N-020'],
              tests: 'none',
              level: 'L1',
              summary: 'The guard needs a comment.',
              steps: ['Finding: low src/decoder.js:1 say why empty is fine'],
              references: ['src/decoder.js:1'],
            }),
          );
    const commented = inTurn([
      read('src/decoder.js'),
      edit('src/decoder.js', GUARD, `  // An empty body holds no readings.\n${GUARD}`),
      read('src/decoder.js'),
      runTests,
      (call) => honest.body({ ...call, turn: 4 }),
    ]);
    const { rig } = await runToEnd(
      fixDecoder({
        nose: firstly(1, picky, honest.nose),
        body: firstly(1, honest.body, commented),
      }),
      ['N-020', 'N-030', 'N-040'],
    );
    await using _ = rig;
    expect(rig.events('node.reopened')).toMatchObject([
      { node_id: 'N-020', payload: { between: ['N-030', 'N-040'] } },
    ]);
    expect(rig.events('node.done').map((event) => event.node_id)).toEqual([
      'N-020',
      'N-030',
      'N-020',
      'N-030',
      'N-040',
    ]);
    expect(rig.taskgraph()?.graphs.at(-1)?.status).toBe('completed');
  });
});

describe.runIf(client)('a main agent', () => {
  test('that ignores every offer is reminded three times, then the graph pauses and says how to resume', async () => {
    const { rig, ended } = await runToEnd(
      fixDecoder({}, () => ({ text: 'I would rather not.' })),
      EYE_FIRST,
    );
    await using _ = rig;
    expect(ended.code).toBe(0);
    expect(rig.events('goal.continued')).toHaveLength(3);
    expect(rig.events('graph.paused')).toHaveLength(1);
    expect(JSON.stringify(ended.lines)).toContain('Type /wukong_resume to go on');
  });
});

describe.runIf(client)('a person', () => {
  it('who types no command of ours, or an unsure request, reads what to type, and no model is asked', async () => {
    await using rig = await Rig.create();
    await rig.model(fixDecoder());
    for (const typed of ['/wukong_fxi the decoder crashes', '/wukong fix']) {
      const ended = await (await rig.headless(typed)).done;
      expect(JSON.stringify(ended.lines)).toContain(
        'Did you mean /wukong_fix? There are: /wukong <',
      );
    }
    const unsure = await (await rig.headless('/wukong the pagination problem')).done;
    expect(JSON.stringify(unsure.lines)).toContain('/wukong_feature the pagination problem');
    const asked = rig.models.flatMap((model) => model.requests).map(({ call }) => call.who);
    expect(asked.filter((who) => who === 'main' || who === 'subagent')).toEqual([]);
    expect(rig.events('goal.created')).toEqual([]);
  });
});
