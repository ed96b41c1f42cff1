import { describe, expect, test } from 'vitest';
import { isTestFile, runBuiltInGate } from '../../runtime/evidence/gates/built-in-gates.ts';
import { parseReport } from '../../runtime/evidence/report/parse-report.ts';
import type { ReportGate } from '../../runtime/model/gate.ts';

const EMPTY = parseReport('');
const FULL = parseReport(
  [
    'Verdict: accept',
    '## Summary\nThe decoder takes empty input.\n## Steps\n1. Check the length first.',
    '## Evidence\nRepro: `npm test`\nReferences:\n- a.js:1',
    '## Risks\nNone: nobody calls it with null.',
    'Criterion: decode("") gives an empty list',
  ].join('\n'),
);

function outcome(
  name: ReportGate['name'],
  report = FULL,
  paths: readonly string[] = ['test/a.js'],
) {
  const changes = paths.map((path) => ({ path, status: 'M' }) as const);
  const resolved = report.references.map((reference) => ({ reference, resolved: true }));
  return runBuiltInGate({ type: 'builtin', name, mustPass: true }, { report, resolved, changes });
}

describe('a built-in gate', () => {
  test.each([
    ['references', 'the report cites no file and line'],
    ['criteria', 'no line "Criterion: …" says what counts as done'],
    ['verdict', 'the header has no line "Verdict: accept", "rework", "reject"'],
    ['summary', 'the section "## Summary" is empty'],
    ['plan', 'the section "## Steps" is empty'],
    ['tests_added', 'no test file was added or changed'],
    ['repro_steps', 'there is no command under "Repro:"'],
    ['risk_assessment', 'the section "## Risks" is empty'],
  ] as const)('%s passes on a full report and tells what an empty one lacks', (name, error) => {
    expect(outcome(name)).toEqual({ gate: name, mustPass: true, outcome: 'pass' });
    expect(outcome(name, EMPTY, ['src/a.js'])).toEqual({
      gate: name,
      mustPass: true,
      outcome: 'fail',
      error,
    });
  });

  const REQUEST = 'The decoder crashes on empty input, make it work';
  const judge = (name: ReportGate['name'], text: string) =>
    runBuiltInGate(
      { type: 'builtin', name, mustPass: true },
      { report: parseReport(text), resolved: [], changes: [], request: REQUEST },
    ).error;

  test.each<[ReportGate['name'], string, string]>([
    [
      'summary',
      '## Summary\nDone.',
      'the section "## Summary" says too little: say in a sentence what came out',
    ],
    [
      'plan',
      '## Steps\n1. fix',
      'the section "## Steps" says too little: say step by step what is to be done',
    ],
    [
      'risk_assessment',
      '## Risks\nNone.',
      'the section "## Risks" says too little: say what could break, or why nothing can',
    ],
    [
      'risk_assessment',
      '## Risks\n没有',
      'the section "## Risks" says too little: say what could break, or why nothing can',
    ],
    ['criteria', 'Criterion: works', 'no criterion says what can be checked'],
    [
      'criteria',
      'Criterion: the decoder crashes on empty input',
      'the criteria only repeat the request: name the input and the outcome',
    ],
    [
      'repro_steps',
      '## Evidence\nRepro:\n- `echo ok && true`',
      'no command under "Repro:" shows anything',
    ],
  ])('%s does not pass on words that say nothing: %j', (name, text, error) => {
    expect(judge(name, text)).toBe(error);
  });

  test.each<[ReportGate['name'], string]>([
    ['summary', '## Summary\n修复了空输入的崩溃'],
    ['risk_assessment', '## Risks\nNone: documentation only.'],
    ['criteria', 'Criterion: the decoder crashes on empty input\nCriterion: decode("") gives []'],
    ['repro_steps', '## Evidence\nRepro:\n- `echo start && npm test`'],
  ])('%s passes on few words that say something: %j', (name, text) => {
    expect(judge(name, text)).toBeUndefined();
  });

  test('repro_steps asks no command of a change of documentation alone, but a line of it', () => {
    const gate = { type: 'builtin', name: 'repro_steps', mustPass: true } as const;
    const judged = (text: string, owesLine: boolean) =>
      runBuiltInGate(gate, {
        report: parseReport(text),
        resolved: [],
        changes: [],
        documentation: { owesLine },
      }).error;
    expect(judged('', false)).toBeUndefined();
    expect(judged('## Evidence\nRepro:\n- `npm test`', true)).toBeUndefined();
    expect(judged('## Evidence\nRepro:\n- `cat README.md`', true)).toBe(
      'only documentation was changed: quote a line that was added under "References:", as `path:line "words"`',
    );
  });

  test.each([
    'mean([]) === 0',
    'exit code 0',
    'HTTP 404',
    'returns []',
    '`parse("")` throws',
    '退出码为 0',
    '返回 0',
    'mean([]) 等于 0',
    '空输入 → []',
    'tests/test_bits.py::test_length passes',
    'test/bits.test.js:12 passes',
  ])('an exact criterion is enough, however short: %j', (criterion) => {
    expect(judge('criteria', `Criterion: ${criterion}`)).toBeUndefined();
  });

  test.each([
    ['mean([]) === 0', 'make mean([]) === 0 hold'],
    ['tests/test_bits.py::test_length', 'make tests/test_bits.py::test_length pass'],
  ])('an exact criterion may say it as the request does: %j', (criterion, request) => {
    const report = parseReport(`Criterion: ${criterion}`);
    const gate = { type: 'builtin', name: 'criteria', mustPass: true } as const;
    const input = { report, resolved: [], changes: [], request };
    expect(runBuiltInGate(gate, input).error).toBeUndefined();
  });

  test.each([
    ["slugify('a-b') gives 'a-b'", "slugify('a---b') gives 'a-b'"],
    ["initials('Ada L') gives 'AL'", "initials('ada l') gives 'AL'"],
    ['the header has x-a: 1 and x-b', 'the header has x.a: 1 and x.b'],
  ])(
    'a criterion that differs from the request in its signs repeats nothing: %j',
    (criterion, request) => {
      const report = parseReport(`Criterion: ${criterion}`);
      const gate = { type: 'builtin', name: 'criteria', mustPass: true } as const;
      const error = (asked: string) =>
        runBuiltInGate(gate, { report, resolved: [], changes: [], request: asked }).error;
      expect(error(request)).toBeUndefined();
      expect(error(`Make it so:  ${criterion.replace(' ', '  ')}.`)).toContain('only repeat');
    },
  );

  test.each(['1. works', 'works 100 %', 'done 1', 'ok = ', '通过', '正常 1'])(
    'a number alone makes no criterion exact: %j',
    (criterion) => {
      expect(judge('criteria', `Criterion: ${criterion}`)).toBe(
        'no criterion says what can be checked',
      );
    },
  );

  test.each(['rework', 'reject'])('a verdict of %s names a severity and a place', (verdict) => {
    const asked = `"Verdict: ${verdict}" needs a line "Finding: <blocker|high|medium|low|info> path:line what is wrong"`;
    const head = `Verdict: ${verdict}\n`;
    expect(judge('verdict', head)).toBe(asked);
    expect(judge('verdict', `${head}Finding: it is ugly`)).toBe(asked);
    expect(judge('verdict', `${head}Finding: high it is ugly`)).toBe(asked);
    expect(judge('verdict', `${head}Finding: src/a.js:3 it is ugly`)).toBe(asked);
    expect(judge('verdict', `${head}Finding: terrible src/a.js:3 it is ugly`)).toBe(asked);
    expect(judge('verdict', `${head}Finding: high src/a.js:3 越界读取`)).toBeUndefined();
    expect(judge('verdict', `${head}Finding: [critical] src/a.js:3 reads on`)).toBeUndefined();
  });

  test('a verdict of accept leaves no blocker open', () => {
    expect(judge('verdict', 'Verdict: accept\nFinding: blocker a.js:1 loses data')).toBe(
      '"Verdict: accept" contradicts a finding of severity blocker',
    );
    expect(judge('verdict', 'Verdict: accept\nFinding: low a.js:1 odd name')).toBeUndefined();
  });

  test('references fails when one of them does not resolve', () => {
    const [reference] = FULL.references;
    if (reference === undefined) throw new Error('a reference expected');
    const input = { report: FULL, resolved: [{ reference, resolved: false }], changes: [] };
    expect(
      runBuiltInGate({ type: 'builtin', name: 'references', mustPass: true }, input),
    ).toMatchObject({
      outcome: 'fail',
      error: '0 of 1 references resolve',
    });
  });

  test('tests_added does not count a deleted test', () => {
    const changes = [{ path: 'test/a.js', status: 'D' }] as const;
    const gate = { type: 'builtin', name: 'tests_added', mustPass: true } as const;
    expect(runBuiltInGate(gate, { report: FULL, resolved: [], changes }).outcome).toBe('fail');
  });

  test('tests_added counts tests that stand inside the program', () => {
    const gate = { type: 'builtin', name: 'tests_added', mustPass: true } as const;
    const input = { report: FULL, resolved: [], changes: [], testsInside: true };
    expect(runBuiltInGate(gate, input).outcome).toBe('pass');
  });

  test('tests_added says why it passes where no test file was changed, and only there', () => {
    const gate = { type: 'builtin', name: 'tests_added', mustPass: true } as const;
    const nothingToChange = 'tests that were there show the fault';
    const input = { report: FULL, resolved: [], nothingToChange };
    expect(runBuiltInGate(gate, { ...input, changes: [] })).toEqual({
      gate: 'tests_added',
      mustPass: true,
      outcome: 'pass',
      notes: [nothingToChange],
    });
    const added = [{ path: 'test/a.js', status: 'A' }] as const;
    expect(runBuiltInGate(gate, { ...input, changes: added }).notes).toBeUndefined();
  });
});

test.each([
  'test/a.js',
  'src/a.test.ts',
  'pkg/a_test.go',
  'tests/test_a.py',
  'test_a.py',
  'src/ATest.java',
  'spec/a_spec.rb',
  'src/__tests__/a.js',
  'src/解码.test.js',
  'MyApp.Tests/UnitTest1.cs',
  'My.App.IntegrationTests/My.App.IntegrationTests.csproj',
  'app/src/androidTest/java/Login.kt',
  'app/src/it/java/Login.java',
  'app/LoginIT.java',
  'app/LoginTestCase.php',
  't/01-basic.t',
  'features/login.feature',
  'features/step_definitions/login.rb',
  'cypress/integration/login.js',
  'suites/login.robot',
  'export_test.go',
  'src/decoder/tests.rs',
  'app/tests.py',
  'decoder_test.rb',
  'lib/decoder_test.exs',
  'lib/decoder_test.dart',
  'Sources/DecoderTests.swift',
  'src/decoder_unittest.cc',
  'spec/decoder_spec.lua',
  'src/DecoderSpec.hs',
  'core/DecoderSuite.scala',
  'apps/decoder_SUITE.erl',
  'modules/runtests.jl',
  'core/TestDecoder.java',
  'src/Button.cy.tsx',
  'cli/decode.bats',
])('%s is a test file', (path) => expect(isTestFile(path)).toBe(true));

test.each([
  'src/a.js',
  'src/latest.js',
  'contest/a.js',
  'src/attestation.ts',
  'protest.md',
  'src/it/a.ts',
  'src/features/a.ts',
  'My.App/Program.cs',
  't/a.js',
  'AUDIT.java',
  'testing.go',
  'latest_go.go',
  'src/main/java/TestRunner.java',
  'src/Suite.ts',
  'policy.ts',
])('%s is no test file', (path) => expect(isTestFile(path)).toBe(false));
