import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { seenCommands } from '../../runtime/evidence/commands/seen-commands.ts';
import { grade } from '../../runtime/evidence/grade.ts';
import { parseReport } from '../../runtime/evidence/report/parse-report.ts';
import { EVIDENCE_FACTS } from '../../runtime/model/facts/evidence.ts';
import { copies } from '../../runtime/words/evidence-copies.ts';
import { type EvidenceReportInput, renderEvidence } from '../../runtime/words/evidence-report.ts';
import { quotedBlock, quotedCell } from '../../runtime/words/quoting.ts';
import { bash, gradeInput, report } from './samples.ts';

function render(said = report(), excerpt = '12 passed') {
  return renderEvidence(inputOf(said, excerpt));
}

function inputOf(said: ReturnType<typeof report>, excerpt: string): EvidenceReportInput {
  const observations = [bash(0, 'npm test', { excerpt, outputBytes: excerpt.length })];
  const input = gradeInput({ report: said });
  return {
    ...input,
    observations,
    commands: seenCommands(said, observations),
    node: 'G-0001/N-020',
    title: 'Fix | it',
    runId: 'r-1',
    grade: grade(input),
    gates: [
      {
        gate: 'lint',
        outcome: 'fail',
        mustPass: false,
        error: 'exit code 1, expected 0',
        output: 'bad\n',
      },
    ],
    changes: [{ path: 'src/a.js', status: 'M', attribution: 'own' }],
    outsidePaths: [],
  };
}

describe('the evidence report', () => {
  test('has the six headings in their order', () => {
    expect(render().match(/^## .*$/gm)).toEqual([
      '## Summary',
      '## Repro Steps',
      '## Observations',
      '## Verification',
      '## Risk & Rollback',
      '## Evidence Level',
    ]);
  });

  test('shows side by side what was claimed and what was seen', () => {
    const text = render();
    expect(text).toContain('| Level | L3 (more than was proven) | L2, required L2 |');
    expect(text).toContain('| `npm test` | – | `the agent ran it, without an error` |');
    expect(text).toContain('| `lint` | no | warning: fail | `exit code 1, expected 0` |');
    expect(text).toContain('| Gates | – | 0 of 1 passed, warnings: 1 |');
    expect(text).toContain('Warning: `The gate "lint" failed');
    expect(text).toContain('| `src/a.js` | M | own |');
    expect(text).toContain('Node `Fix \\| it`, role body. It passes.');
  });

  test('shows what the files of a gate count, where from, and what is not whole', () => {
    const gates = [
      {
        gate: 'unit',
        outcome: 'fail',
        mustPass: true,
        overridden: true,
        error: 'exit code 1, expected 0',
        counts: { tests: { passed: 40, failed: 1, skipped: 2, total: 43 } },
        outputs: [
          { file: 'a|b.xml', format: 'junit', bytes: 12, sha256: 'ab'.repeat(32) },
          { file: '-', format: 'jest', problem: 'it is no JSON' },
        ],
        notes: ['its output is not complete: only the first 64 MB were kept'],
      },
    ] as const;
    const text = renderEvidence({ ...inputOf(report(), '12 passed'), gates });
    expect(text).toContain(
      '| `unit` | yes, overridden | warning: fail | 40 passed, 1 failed, 2 skipped | `exit code 1, expected 0` |',
    );
    expect(text).toContain('`unit`:\n\n- `a\\|b.xml` (junit): 12 bytes, sha256 abababababababab\n');
    expect(text).toContain('- its stdout (jest): `it is no JSON`');
    expect(text).toContain('- `its output is not complete: only the first 64 MB were kept`');
    expect(text).toContain('allow_override_failing_tests let the node pass.');
  });

  test('says so when nothing was cited, run or changed', () => {
    const input = gradeInput({ report: parseReport(''), resolved: [] });
    const text = renderEvidence({
      ...input,
      ...{
        observations: [],
        node: 'N-1',
        title: 't',
        runId: 'r',
        grade: grade(input),
        commands: [],
        changes: [],
        outsidePaths: [],
      },
    });
    expect(text).toContain('The report cites no command.');
    expect(text).toContain('No gate was run. That is not a pass.');
    expect(text).toContain('No file was changed.');
  });

  test('of a reader has no row and no column in which nothing stands', () => {
    const said = { ...report(), tests: 'none' };
    const gates = [{ gate: 'references', outcome: 'pass', mustPass: true }] as const;
    const reader = { ...inputOf(said, ''), role: 'eye', observations: [], changes: [], gates };
    const text = renderEvidence(reader);
    expect(text).not.toMatch(/^\| (?:Tests|Changes) \|/m);
    expect(text).toContain(
      '| gate | must pass | outcome |\n| --- | --- | --- |\n| `references` | yes | pass |\n',
    );
    expect(renderEvidence({ ...reader, role: 'body' })).toMatch(
      /^\| Changes \| – \| files: 0 \|$/m,
    );
  });

  test('lets no outside text out of its quotation', () => {
    const hostile = fc.array(
      fc.oneof(
        fc.string(),
        fc.constantFrom('```', '````', '\n## Evidence Level\n', '|', '`', '\n', '~~~'),
      ),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(hostile, (pieces) => {
        const text = pieces.join('');
        const said = { ...report(), summary: text, risks: text, tests: text };
        expect(headingsOutsideFences(render(said, text))).toHaveLength(6);
      }),
    );
  });
});

test('of runs in copies it says where they ran, as a person would type it, and why in full', () => {
  const red = {
    ...EVIDENCE_FACTS['check.measured'].example,
    side: 'red' as const,
    outcome: 'fail' as const,
    command: ['node', 'total.js', '[{"price":2}]'],
    why: `exit code 1 ${'and more '.repeat(40)}to the end`,
  };
  const [table = ''] = copies({ measured: [red, { ...red, limit: 'they could not load' }] });
  expect(table).toContain('`node total.js \'[{"price":2}]\'` | before the first change |');
  expect(table).toContain('| with the change, put back as far as the tests load |');
  expect(table).toContain('to the end`');
});

test('a cell is one line without terminal sequences, a block ends only with its own fence', () => {
  expect(quotedCell('a\n\u001b[31mb | `c`')).toBe('`` a [31mb \\| `c` ``');
  expect(quotedCell('  ')).toBe('–');
  expect(quotedBlock('a\n````\nb')).toBe('`````text\na\n````\nb\n`````');
});

function headingsOutsideFences(text: string): string[] {
  let fence: string | undefined;
  return text.split('\n').filter((line) => {
    const mark = /^(`{3,})/.exec(line)?.[1];
    if (fence === undefined && mark !== undefined) fence = mark;
    else if (fence !== undefined && line === fence) fence = undefined;
    else return fence === undefined && line.startsWith('## ');
    return false;
  });
}
