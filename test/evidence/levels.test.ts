import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { grade, rank } from '../../runtime/evidence/grade.ts';
import type { CommandGate, GateOutcome } from '../../runtime/model/gate.ts';
import { bash, edit, gradeInput, makeCommandGate, report } from './samples.ts';

describe('the level', () => {
  test('is L2 when the cited command was seen to pass after the last change', () => {
    expect(grade(gradeInput())).toEqual({
      level: 'L2',
      required: 'L2',
      passes: true,
      reasons: [
        { level: 'L1', met: true, why: '1 of 1 references resolve.' },
        {
          level: 'L2',
          met: true,
          why: '`npm test` was seen to pass after the last change of a file.',
        },
        { level: 'L3', met: false, why: 'The runtime runs no gate here that must pass.' },
      ],
      missing: [],
      claimed: 'L3',
      overclaimed: true,
      citationCoverage: 1,
    });
  });

  test('is L0 without a reference, whatever ran', () => {
    const { level, passes, missing } = grade(gradeInput({ report: report('- Repro: `npm test`') }));
    expect({ level, passes }).toEqual({ level: 'L0', passes: false });
    expect(missing).toEqual([
      'List under "References:" in "## Evidence" the places your report rests on, each as "- path:line".',
    ]);
  });

  test('names every check that failed, and what is wrong with the references once', () => {
    const failed = (gate: string, error: string): GateOutcome => ({
      gate,
      outcome: 'fail',
      mustPass: true,
      error,
    });
    const gates = [
      failed('references', 'the report cites no file and line'),
      failed('criteria', 'no criterion says what can be checked'),
    ];
    const input = { report: report('- Repro: none'), role: 'ear', required: 'L1', gates } as const;
    expect(grade(gradeInput(input)).missing).toEqual([
      'List under "References:" in "## Evidence" the places your report rests on, each as "- path:line".',
      'Make the gate "criteria" pass: it failed (no criterion says what can be checked).',
    ]);
    // A command of the repository may have that name: what it printed is its own.
    const own = [{ ...failed('references', 'exit code 1'), output: 'broken link' }];
    expect(grade(gradeInput({ ...input, gates: own })).missing.join()).toContain('broken link');
    // Where no level is asked for, the gate alone says it.
    expect(grade(gradeInput({ ...input, required: 'L0' })).missing.join()).toContain('references');
  });

  test('is L0 when one reference of two does not resolve, and says which', () => {
    const said = report('Repro: `npm test`\nReferences:\n- src/a.js:1\n- src/b.js:9');
    const [first, second] = said.references;
    if (first === undefined || second === undefined) throw new Error('two references expected');
    const resolved = [
      { reference: first, resolved: true },
      { reference: second, resolved: false, why: 'the file does not exist' },
    ];
    const { level, missing, citationCoverage } = grade(gradeInput({ report: said, resolved }));
    expect({ level, citationCoverage }).toEqual({ level: 'L0', citationCoverage: 0.5 });
    expect(missing).toEqual(['Correct the reference src/b.js:9: the file does not exist.']);
  });

  test.each([
    ['no command was run', [edit(0)], 'Run `npm test` exactly as your report cites it.'],
    [
      'it ran before the last change',
      [bash(0, 'npm test'), edit(1)],
      'Run `npm test` again: you changed files after it.',
    ],
    [
      'it failed',
      [bash(0, 'npm test', { isError: true, exitCode: 1 })],
      'Make `npm test` pass and run it again, or report Status: blocked or failed.',
    ],
    [
      'it failed when it ran last',
      [bash(0, 'npm test'), bash(1, 'npm test', { isError: true })],
      'Make `npm test` pass and run it again, or report Status: blocked or failed.',
    ],
    [
      'it was not seen to end',
      [bash(0, 'npm test', { finished: false })],
      'Run `npm test` in the foreground and wait for it to end.',
    ],
    [
      'a pipe hid its exit code',
      [bash(0, 'npm test 2>&1 | tail -5')],
      'Run `npm test` without a pipe (a pipe hides its exit code), or put `set -o pipefail;` before it.',
    ],
    [
      'it could not fail',
      [bash(0, 'npm test || true')],
      'Run `npm test` without `||`: what follows hides its exit code.',
    ],
    [
      'another command ran',
      [bash(0, 'npm run test:unit')],
      'Run `npm test` exactly as your report cites it.',
    ],
    [
      'it ran in another folder',
      [bash(0, 'cd other && npm test')],
      'Run `npm test` exactly as your report cites it.',
    ],
  ])('stays L1 when %s, and the agent is told what to do', (_name, observations, advice) => {
    const { level, passes, missing } = grade(gradeInput({ observations }));
    expect({ level, passes, missing }).toEqual({ level: 'L1', passes: false, missing: [advice] });
  });

  const advised = (command: string, more: Parameters<typeof gradeInput>[0] = {}) => {
    const said = report(`Repro: \`${command}\`\nReferences:\n- src/a.js:1`);
    const observations = [edit(0), bash(1, command)];
    const { level, missing } = grade(gradeInput({ report: said, observations, ...more }));
    return { level, missing: missing.join('\n') };
  };

  test('stays L1 when the cited command is no call of a test runner, and says how it becomes a gate', () => {
    expect(advised('echo all tests pass')).toEqual({
      level: 'L1',
      missing:
        'Cite a plain call of a test runner, or of a script that is one: `echo all tests pass` is no check by itself.',
    });
    const told = advised('node repro.mjs');
    expect(told.level).toBe('L1');
    expect(told.missing).toContain(
      '`- { type: test, name: "node repro.mjs", command: ["node","repro.mjs"] }` below "gates:" in .wukong/config.yaml and then `wukong trust --approve --gate \'node repro.mjs\'`',
    );
    expect(advised('cd app && ./check.sh | tee log').missing).toContain(
      'command: ["cd app && ./check.sh"], shell: true',
    );
    expect(advised('sleep 1; node --test').missing).toBe(
      'Run the test of `sleep 1 ; node --test` as a command of its own, or join the parts with `&&`: `;` hides its exit code.',
    );
  });

  test.each<[command: string, Partial<CommandGate>]>([
    ['node repro.mjs', { command: ['node', 'repro.mjs'] }],
    ['sleep 1; node --test', { command: ['sleep 1; node --test'], shell: true }],
    ['cd app && ./check.sh', { command: ['./check.sh'], cwd: 'app' }],
    ['make test', { command: ['make', 'test'] }],
  ])(
    'is L2 when `%s` was seen to pass, and a person approved exactly it as a gate',
    (command, gate) => {
      const approved = [makeCommandGate(gate)];
      expect(advised(command, { approved }).level).toBe('L2');
      expect(advised(`${command} | tail -5`, { approved }).level).toBe('L1');
      expect(advised(`${command} --more`, { approved }).level).toBe('L1');
    },
  );

  test('is L2 when the runtime ran an approved gate on the tree of the report, whatever is cited', () => {
    const passed = { gate: 'suite', outcome: 'pass', mustPass: true, tree: 't1' } as const;
    const ran = (gate: GateOutcome, tree: string | null = 't1', approvedGates = ['suite']) =>
      advised('./x.sh', {
        observations: [],
        gates: [gate],
        commandGates: [gate],
        tree,
        approvedGates,
      });
    expect(ran(passed)).toEqual({ level: 'L3', missing: '' });
    for (const outcome of ['fail', 'unavailable', 'timeout'] as const)
      expect(ran({ ...passed, outcome }).level).toBe('L1');
    expect(ran({ ...passed, tree: 't0' }).level).toBe('L1');
    const { tree: _, ...nowhere } = passed;
    expect(ran(nowhere).level).toBe('L1');
    expect(ran(passed, null).level).toBe('L1');
    for (const outcome of ['fail', 'timeout'] as const) {
      const other = { gate: 'other', outcome, mustPass: true, tree: 't1' } as const;
      for (const gates of [
        [passed, other],
        [other, passed],
      ]) {
        const more = { observations: [], gates, commandGates: gates, tree: 't1' };
        expect(advised('./x.sh', { ...more, approvedGates: ['suite'] }).level).toBe('L1');
      }
    }
    // It ran because an agent ran the same words: that is no yes of a person.
    expect(ran(passed, 't1', []).level).toBe('L1');
  });

  const named = ['npx', 'vitest', 'run', '-t', 'an empty  body'];
  test.each<[command: string, Partial<CommandGate>]>([
    ['npm test', { command: ['npm', 'test'] }],
    ['npx vitest run -t "an empty  body"', { command: named }],
    ["cd /repo && npx vitest run -t 'an empty  body' 2>&1", { command: named }],
    ['cd "my app" && npm test', { command: ['npm', 'test'], cwd: './my app/' }],
    ['npm test && npm run lint', { command: ['npm test  && npm run lint'], shell: true }],
  ])('stays L1 when `%s` was seen to pass, and failed as a gate', (command, gate) => {
    const said = report(`Repro: \`${command}\`\nReferences:\n- src/a.js:1`);
    const observations = [edit(0), bash(1, command)];
    const input = { report: said, observations };
    expect(grade(gradeInput(input)).level).toBe('L2');
    const other = makeCommandGate({ ...gate, command: ['make', 'check'] });
    expect(grade(gradeInput({ ...input, refuted: [other] })).level).toBe('L2');
    const refuted = [makeCommandGate(gate)];
    expect(grade(gradeInput({ ...input, refuted }))).toMatchObject({
      level: 'L1',
      missing: [`Make \`${command}\` pass.`],
    });
  });

  test('counts a command that passed under its tests line and after a failed edit', () => {
    const said = { ...report('References:\n- src/a.js:1'), tests: 'npm test => 12 passed' };
    const failedEdit = edit(2, '/repo/src/a.js', { isError: true });
    const observations = [edit(0), bash(1, 'cd /repo && npm test 2>&1'), failedEdit];
    expect(grade(gradeInput({ report: said, observations })).level).toBe('L2');
  });

  test('is not raised by anything the report says', () => {
    const level = (text: string) =>
      grade(
        gradeInput({
          report: { ...report('nothing'), summary: text, tests: text },
          observations: [],
        }),
      ).level;
    fc.assert(fc.property(fc.string(), (text) => level(text) === 'L0'));
  });
});

describe('a node', () => {
  test('does not pass when a gate it must pass failed or ran out of time', () => {
    const gates = [
      { gate: 'unit tests', outcome: 'fail', mustPass: true, error: 'exit code 1, expected 0' },
      { gate: 'build', outcome: 'timeout', mustPass: true },
      { gate: 'lint', outcome: 'fail', mustPass: false },
      { gate: 'types', outcome: 'unavailable', mustPass: true },
    ] as const;
    expect(grade(gradeInput({ gates })).missing).toEqual([
      'Make the gate "unit tests" pass: it failed (exit code 1, expected 0).',
      'Make the gate "build" pass: it ran out of time.',
    ]);
  });

  test('is not raised to L3 by a gate nobody could run', () => {
    const gates = [{ gate: 'types', outcome: 'unavailable', mustPass: true }] as const;
    expect(grade(gradeInput({ gates }))).toMatchObject({ level: 'L2', passes: true });
    expect(grade(gradeInput({ gates, required: 'L3' }))).toMatchObject({
      level: 'L2',
      passes: false,
    });
  });

  test('of a writing role does not pass without a change, nor with changes outside its paths', () => {
    expect(grade(gradeInput({ changedFiles: [] })).missing).toEqual([
      'Change what the work order asks for, or report "Status: blocked" and say why: no file was changed.',
    ]);
    expect(grade(gradeInput({ outsidePaths: ['package.json'] })).missing).toEqual([
      expect.stringContaining('outside the allowed paths: package.json. Take back your own edits'),
    ]);
  });

  test('does not pass with a test changed that showed the fault before it', () => {
    const { passes, missing } = grade(gradeInput({ sealedPaths: ['test/a.test.js'] }));
    expect([passes, ...missing]).toEqual([
      false,
      expect.stringContaining('Put these tests back as they were'),
    ]);
  });

  test('does not pass on the report of another run, or one that is not done', () => {
    expect(grade(gradeInput({ runId: 'r-2' })).missing).toEqual([
      'Write the line "RunId: r-2" in the header of the report.',
    ]);
    const blocked = { ...report(), status: 'blocked' } as const;
    expect(grade(gradeInput({ report: blocked })).passes).toBe(false);
  });

  test('of a reading role passes at L1 without any command', () => {
    const said = report('References:\n- src/a.js:1');
    const input = {
      report: said,
      observations: [],
      role: 'eye',
      required: 'L1',
      writes: false,
      changedFiles: [],
    } as const;
    expect(grade(gradeInput(input))).toMatchObject({ level: 'L1', passes: true, missing: [] });
  });
});

describe('for any run', () => {
  const observation = fc.oneof(
    fc
      .constantFrom(
        'npm test',
        'npm test | tail',
        'npm test || true',
        'echo x',
        'cd /repo && npm test',
      )
      .chain((command) =>
        fc
          .record({ isError: fc.boolean(), finished: fc.boolean() })
          .map((more) => bash(0, command, more)),
      ),
    fc.constant(edit(0)),
  );
  const run = fc
    .array(observation, { maxLength: 12 })
    .map((all) => all.map((one, seq) => ({ ...one, seq })));
  const levelOf = (observations: Parameters<typeof bash>[2][] | ReturnType<typeof bash>[]) =>
    rank(grade(gradeInput({ observations: observations as ReturnType<typeof bash>[] })).level);

  test('taking away a command that did not fail never raises the level', () => {
    fc.assert(
      fc.property(run, fc.nat(), (all, pick) => {
        const removable = all.filter((one) => one.tool === 'Bash' && !one.isError);
        const removed = removable[pick % Math.max(removable.length, 1)];
        expect(levelOf(all.filter((one) => one !== removed))).toBeLessThanOrEqual(levelOf(all));
      }),
    );
  });

  test('a change or a failure at the end never raises the level', () => {
    fc.assert(
      fc.property(run, (all) => {
        const before = levelOf(all);
        expect(levelOf([...all, edit(all.length)])).toBeLessThanOrEqual(
          Math.min(before, rank('L1')),
        );
        const failed = bash(all.length, 'npm test', { isError: true });
        expect(levelOf([...all, failed])).toBeLessThanOrEqual(rank('L1'));
      }),
    );
  });

  test('it passes exactly when nothing is missing', () => {
    fc.assert(
      fc.property(run, fc.constantFrom('L0', 'L1', 'L2', 'L3'), (observations, required) => {
        const { passes, missing } = grade(gradeInput({ observations, required }));
        expect(passes).toBe(missing.length === 0);
      }),
    );
  });
});

describe('L3', () => {
  const passed = { gate: 'tests', outcome: 'pass', mustPass: true, tree: 't1' } as const;
  const redGreen = { met: true, why: 'the check failed before and passes now', advice: [] };
  const third = (more: Parameters<typeof gradeInput>[0]) =>
    grade(
      gradeInput({ tree: 't1', gates: [passed], commandGates: [passed], required: 'L3', ...more }),
    );

  test('is reached when a gate the runtime ran passed on the tree of the report, and the check was red and is green', () => {
    expect(third({ redGreen })).toMatchObject({ level: 'L3', passes: true, missing: [] });
    // Where nothing has to be red first.
    expect(third({})).toMatchObject({ level: 'L3', passes: true });
  });

  test.each([
    ['no gate', [], /ask the user for a gate/],
    ['only a gate that need not pass', [{ ...passed, mustPass: false }], /ask the user for a gate/],
    ['a gate that passed on another tree', [{ ...passed, tree: 't0' }], /passed on another tree/],
    ['a gate of which nobody knows the tree', [{ ...passed, tree: undefined }], /another tree/],
    [
      'a gate that could not run',
      [passed, { gate: 'types', outcome: 'unavailable', mustPass: true, error: 'not approved' }],
      /Have the gate "types" run: it is unavailable \(not approved\)/,
    ],
  ] as const)(
    'is not reached with %s, and the agent reads what is missing',
    (_name, gates, advice) => {
      const commandGates = gates.map(({ ...gate }) => gate) as GateOutcome[];
      const { level, passes, missing } = third({ gates: commandGates, commandGates, redGreen });
      expect({ level, passes }).toEqual({ level: 'L2', passes: false });
      expect(missing.join(' ')).toMatch(advice);
    },
  );

  test('of a fix is not reached without red before and green after', () => {
    const open = { met: false, why: 'no check shows the fault', advice: ['Bring a test.'] };
    const { level, reasons, missing } = third({ redGreen: open });
    expect({ level, missing }).toEqual({ level: 'L2', missing: ['Bring a test.'] });
    expect(reasons.at(-1)).toEqual({ level: 'L3', met: false, why: 'No check shows the fault.' });
  });

  test('is not reached by what shows less, and that is said', () => {
    const limit = 'on one and the same tree it failed once, and passed once';
    const flaky = third({ redGreen: { ...redGreen, limit } });
    expect({ level: flaky.level, passes: flaky.passes }).toEqual({ level: 'L2', passes: false });
    expect(flaky.missing.join(' ')).toContain(limit);
    const gates = [{ ...passed, partial: '--retries: it runs again what fails' }];
    const { level, reasons } = third({ gates, commandGates: gates, redGreen });
    expect(level).toBe('L2');
    expect(reasons.at(-1)?.why).toContain('--retries: it runs again what fails');
    // Where L2 is enough nothing is missing.
    expect(third({ redGreen: { ...redGreen, limit }, required: 'L2' }).passes).toBe(true);
  });

  test('is never reached without L2, whatever ran', () => {
    const elsewhere = { ...passed, tree: 't0' };
    const more = { redGreen, observations: [], gates: [elsewhere], commandGates: [elsewhere] };
    expect(third(more).level).toBe('L1');
    expect(third({ redGreen, report: report('- Repro: `npm test`') }).level).toBe('L0');
  });
});

describe('changed tests', () => {
  const seal = { held: false, why: 'tests were changed (a.test.js)', advice: ['Put them back.'] };

  test('cap the level at L1 until they hold or a person accepts them, and say so', () => {
    const { level, passes, reasons, missing } = grade(gradeInput({ seal }));
    expect({ level, passes, missing }).toEqual({
      level: 'L1',
      passes: false,
      missing: ['Put them back.'],
    });
    expect(reasons[1]).toMatchObject({
      met: false,
      why: expect.stringMatching(/^Tests were changed/),
    });
    expect(grade(gradeInput({ seal: { ...seal, held: true, advice: [] } })).level).toBe('L2');
  });

  test('take nothing from who needs no more than L1', () => {
    expect(grade(gradeInput({ seal, required: 'L1' }))).toMatchObject({
      level: 'L1',
      passes: true,
    });
  });

  test('no gate, check or word lifts that cap', () => {
    const outcomes = fc.array(
      fc.record({
        gate: fc.string(),
        outcome: fc.constantFrom('pass', 'fail', 'unavailable', 'timeout'),
        mustPass: fc.boolean(),
        tree: fc.constantFrom('t1', 't2'),
      }),
    );
    fc.assert(
      fc.property(outcomes, fc.boolean(), fc.string(), (gates, met, summary) => {
        const more = {
          gates,
          commandGates: gates,
          tree: 't1',
          redGreen: { met, why: 'x', advice: [] },
        };
        const said = { ...report(), summary };
        expect(rank(grade(gradeInput({ ...more, seal, report: said })).level)).toBeLessThan(2);
      }),
    );
  });
});

test('a level is never above what all of its steps say', () => {
  const input = fc.record({
    ran: fc.boolean(),
    resolves: fc.boolean(),
    gate: fc.constantFrom('pass', 'fail', 'unavailable'),
    sameTree: fc.boolean(),
    redGreen: fc.option(fc.boolean(), { nil: undefined }),
    held: fc.option(fc.boolean(), { nil: undefined }),
  });
  fc.assert(
    fc.property(input, ({ ran, resolves, gate, sameTree, redGreen, held }) => {
      const said = report();
      const outcome = {
        gate: 'g',
        outcome: gate,
        mustPass: true,
        tree: sameTree ? 't1' : 't0',
      } as const;
      const { level, reasons } = grade(
        gradeInput({
          observations: ran ? [edit(0), bash(1, 'npm test')] : [],
          resolved: said.references.map((reference) => ({ reference, resolved: resolves })),
          gates: [outcome],
          commandGates: [outcome],
          tree: 't1',
          redGreen: redGreen === undefined ? undefined : { met: redGreen, why: 'x', advice: [] },
          seal: held === undefined ? undefined : { held, why: 'x', advice: [] },
        }),
      );
      const met = reasons.filter((reason) => reason.met).map((reason) => reason.level);
      expect(met).toEqual(['L1', 'L2', 'L3'].slice(0, rank(level)));
    }),
  );
});
