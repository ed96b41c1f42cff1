import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { grade, rank } from '../../runtime/evidence/grade.ts';
import type { GateOutcome } from '../../runtime/model/gate.ts';
import { gradeInput, report } from './samples.ts';

describe('the level', () => {
  test('is L2 when a gate that a person approved passed on the tree of the report', () => {
    expect(grade(gradeInput())).toEqual({
      level: 'L2',
      required: 'L2',
      passes: true,
      reasons: [
        { level: 'L1', met: true, why: '1 of 1 references resolve.' },
        {
          level: 'L2',
          met: true,
          why: 'The gate "unit" passed when the runtime ran it on this tree.',
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

  test('stays L1 where no gate ran, and the agent is told what counts', () => {
    const { level, passes, missing } = grade(gradeInput({ commandGates: [] }));
    expect({ level, passes, missing }).toEqual({
      level: 'L1',
      passes: false,
      missing: [
        'Have a gate pass that a person approved: name it under "Repro:" in "## Evidence", and the runtime runs it on your files.',
      ],
    });
  });

  test('is that of what an approved gate does on the tree of the report, and of none that failed beside it', () => {
    const passed = { gate: 'suite', outcome: 'pass', mustPass: true, tree: 't1' } as const;
    const ran = (gates: GateOutcome[], tree: string | null = 't1', approvedGates = ['suite']) =>
      grade(gradeInput({ gates, commandGates: gates, tree, approvedGates })).level;
    expect(ran([passed])).toBe('L3');
    for (const outcome of ['fail', 'unavailable', 'timeout'] as const)
      expect(ran([{ ...passed, outcome }])).toBe('L1');
    expect(ran([{ ...passed, tree: 't0' }])).toBe('L1');
    const { tree: _, ...nowhere } = passed;
    expect(ran([nowhere])).toBe('L1');
    expect(ran([passed], null)).toBe('L1');
    for (const outcome of ['fail', 'timeout'] as const) {
      const other = { gate: 'other', outcome, mustPass: true, tree: 't1' } as const;
      expect(ran([passed, other])).toBe('L1');
      expect(ran([other, passed])).toBe('L1');
    }
    // Nobody approved it.
    expect(ran([passed], 't1', [])).toBe('L1');
    // It fails as it did before the work, and in nothing else.
    const old = { ...passed, outcome: 'fail', excused: 'failed-before' } as const;
    expect(ran([old])).toBe('L2');
    expect(ran([{ ...old, mustPass: false }])).toBe('L1');
  });

  test('is not raised by anything the report says', () => {
    const level = (text: string) =>
      grade(
        gradeInput({
          report: { ...report('nothing'), summary: text, tests: text },
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
      commandGates: [],
      role: 'eye',
      required: 'L1',
      writes: false,
      changedFiles: [],
    } as const;
    expect(grade(gradeInput(input))).toMatchObject({ level: 'L1', passes: true, missing: [] });
  });
});

test('a node passes exactly when nothing is missing', () => {
  const outcomes = fc.array(fc.constantFrom('pass', 'fail', 'unavailable', 'timeout'));
  fc.assert(
    fc.property(outcomes, fc.constantFrom('L0', 'L1', 'L2', 'L3'), (all, required) => {
      const gates = all.map((outcome) => ({ gate: 'g', outcome, mustPass: true, tree: 't1' }));
      const { passes, missing } = grade(gradeInput({ gates, commandGates: gates, required }));
      expect(passes).toBe(missing.length === 0);
    }),
  );
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
    ['no gate', [], /ask the user for a gate/, 'L1'],
    [
      'only a gate that need not pass',
      [{ ...passed, mustPass: false }],
      /ask the user for a gate/,
      'L2',
    ],
    [
      'a gate that passed on another tree',
      [{ ...passed, tree: 't0' }],
      /passed on another tree/,
      'L1',
    ],
    [
      'a gate of which nobody knows the tree',
      [{ ...passed, tree: undefined }],
      /another tree/,
      'L1',
    ],
    [
      'a gate that could not run',
      [passed, { gate: 'types', outcome: 'unavailable', mustPass: true, error: 'not approved' }],
      /Have the gate "types" run: it is unavailable \(not approved\)/,
      'L2',
    ],
  ] as const)(
    'is not reached with %s, and the agent reads what is missing',
    (_name, gates, advice, reached) => {
      const commandGates = gates.map(({ ...gate }) => gate) as GateOutcome[];
      const { level, passes, missing } = third({ gates: commandGates, commandGates, redGreen });
      expect({ level, passes }).toEqual({ level: reached, passes: false });
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
    const more = { redGreen, gates: [elsewhere], commandGates: [elsewhere] };
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
    approved: fc.boolean(),
    resolves: fc.boolean(),
    gate: fc.constantFrom('pass', 'fail', 'unavailable'),
    sameTree: fc.boolean(),
    redGreen: fc.option(fc.boolean(), { nil: undefined }),
    held: fc.option(fc.boolean(), { nil: undefined }),
  });
  fc.assert(
    fc.property(input, ({ approved, resolves, gate, sameTree, redGreen, held }) => {
      const said = report();
      const outcome = {
        gate: 'g',
        outcome: gate,
        mustPass: true,
        tree: sameTree ? 't1' : 't0',
      } as const;
      const { level, reasons } = grade(
        gradeInput({
          approvedGates: approved ? ['g'] : [],
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
