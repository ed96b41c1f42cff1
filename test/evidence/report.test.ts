import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseReport } from '../../runtime/evidence/report/parse-report.ts';

const FULL = `Here is my report:

**IssueRef:** local#12
**RunId:** 2026-11-21-body-0001
**Status:** done
**Commit:** none
**Tests:** npm test => 12 passed
**Evidence-Level:** L2

## Summary
Fixed the crash.

## Steps / Findings
1. Added a guard.

## Evidence
- Level: L2
- Repro:
  - command: \`npm test\`
  - result: 12 passed
- References:
  - src/decode.js:3 "if (bytes.length === 0)"
  - request: "crashes on empty input"

## Risks / Caveats
- none known

## Next
- nothing
`;

describe('the report', () => {
  test('is read with its header, sections, commands and references', () => {
    expect(parseReport(FULL)).toEqual({
      issueRef: 'local#12',
      runId: '2026-11-21-body-0001',
      status: 'done',
      tests: 'npm test => 12 passed',
      claimedLevel: 'L2',
      summary: 'Fixed the crash.',
      steps: '1. Added a guard.',
      evidence: expect.stringContaining('Repro'),
      risks: '- none known',
      next: '- nothing',
      repro: [{ command: 'npm test', result: '12 passed' }],
      references: [
        {
          kind: 'file',
          path: 'src/decode.js',
          line: 3,
          quote: 'if (bytes.length === 0)',
          text: 'src/decode.js:3 "if (bytes.length === 0)"',
        },
        {
          kind: 'request',
          quote: 'crashes on empty input',
          text: 'request: "crashes on empty input"',
        },
      ],
      questions: [],
      decisions: [],
      criteria: [],
      findings: [],
      accepts: [],
      missingParts: [],
      problems: [],
    });
  });

  test.each([
    ['CRLF line ends', FULL.replaceAll('\n', '\r\n')],
    ['a full-width colon', FULL.replaceAll(':** ', '：** ')],
    ['a fence around all of it', `\`\`\`markdown\n${FULL}\`\`\`\n`],
    [
      'chatter and a fence',
      `Sure! Here it is:\n\n\`\`\`\n${FULL}\n\`\`\`\nTell me if you need more.`,
    ],
    ['headings one level down', FULL.replaceAll('## ', '### ')],
    ['headings one level up', FULL.replaceAll('## ', '# ')],
    ['bold titles instead of headings', FULL.replaceAll(/^## (.*)$/gm, '**$1**')],
    ['titles with a colon', FULL.replaceAll(/^## (.*)$/gm, '$1:')],
    ['header lines as a list', FULL.replaceAll(/^\*\*(.*?):\*\*/gm, '- **$1**:')],
  ])('says the same with %s', (_name, text) => {
    const { runId, status, summary, repro, references, risks, problems } = parseReport(text);
    expect({ runId, status, summary, problems }).toEqual({
      runId: '2026-11-21-body-0001',
      status: 'done',
      summary: 'Fixed the crash.',
      problems: [],
    });
    expect(repro).toEqual([{ command: 'npm test', result: '12 passed' }]);
    expect(references).toHaveLength(2);
    expect(risks).toContain('none known');
  });

  test('keeps a command block inside a fenced report inside it', () => {
    const text = `\`\`\`markdown\nRunId: r-1\nStatus: done\n\n## Evidence\nRepro:\n\`\`\`sh\n$ npm test\nok 12\n\`\`\`\n## Risks\nfew\n\`\`\`\n`;
    const report = parseReport(text);
    expect(report.repro).toEqual([{ command: 'npm test' }]);
    expect(report.risks).toBe('few');
  });

  test('names in words what the format requires and the text lacks', () => {
    const report = parseReport('I fixed it, trust me.');
    expect(report.missingParts).toEqual(['RunId', 'Status', 'Summary', 'Evidence']);
    expect(report.problems[1]).toBe(
      'Write the line "Status: done", "Status: blocked" or "Status: failed" in the header.',
    );
  });

  test('does not take the form for an answer', () => {
    const report = parseReport(
      'RunId: <run id>\nStatus: done|blocked|failed\nVerdict: accept | rework',
    );
    expect(report).not.toHaveProperty('status');
    expect(report).not.toHaveProperty('runId');
    expect(report).not.toHaveProperty('verdict');
  });

  test('reads an auditor’s verdict, the node to reopen and findings with their place', () => {
    const report = parseReport(
      [
        'RunId: r-1',
        'Status: ok',
        'Verdict: rework',
        'Reopen: N-020',
        '',
        '## Findings',
        'Finding: high src/a.js:3 reads past the end',
        '- **Finding:** [low] `src/b.js:7` — unused',
        'Finding: no tests at all',
      ].join('\n'),
    );
    expect(report.verdict).toBe('rework');
    expect(report.reopen).toBe('N-020');
    expect(report.status).toBe('done');
    expect(report.findings).toEqual([
      { severity: 'high', path: 'src/a.js', line: 3, text: 'reads past the end' },
      { severity: 'low', path: 'src/b.js', line: 7, text: 'unused' },
      { severity: '', text: 'no tests at all' },
    ]);
    expect(report.references).toHaveLength(2);
  });

  test('collects questions, decisions and criteria wherever they stand, but not out of code', () => {
    const report = parseReport(
      [
        'RunId: r-1',
        'Status: blocked',
        'Questions:',
        '1. Which port?',
        '- Which host?',
        '',
        '## Summary',
        'Decision: keep the old format, two clients read it',
        'Criterion: an empty file decodes to nothing; request: "empty input"',
        '```',
        'Decision: quoted from a file',
        '```',
        'Questions: none',
      ].join('\n'),
    );
    expect(report.questions).toEqual(['Which port?', 'Which host?']);
    expect(report.decisions).toEqual(['keep the old format, two clients read it']);
    expect(report.criteria).toHaveLength(1);
    expect(report.references).toMatchObject([{ kind: 'request', quote: 'empty input' }]);
  });

  test('names the candidates it accepts one by one or in a list, and anchors it only speaks of do not count', () => {
    const report = parseReport(
      [
        'Anchor: accept A-2026-k3f7 — its test says so',
        '```',
        'Anchor: accept A-2026-aaaa — quoted',
        '```',
        '## Anchors',
        '- accept: `A-2026-m2qd`: seen in src/a.js',
        '- A-2026-bbbb was of use',
        '- accept A-2026-cccc1',
      ].join('\n'),
    );
    expect(report.accepts).toEqual([
      { id: 'A-2026-k3f7', why: 'its test says so' },
      { id: 'A-2026-m2qd', why: 'seen in src/a.js' },
    ]);
  });

  test.each([
    ['src/a.js:12', { path: 'src/a.js', line: 12 }],
    ['src/a.js:12-18', { path: 'src/a.js', line: 12, endLine: 18 }],
    ['src/a.js:12:5 something', { path: 'src/a.js', line: 12 }],
    ['src/a.js#L12-L18', { path: 'src/a.js', line: 12, endLine: 18 }],
    ['src/a.js line 12', { path: 'src/a.js', line: 12 }],
    ['src/a.js, lines 12-18', { path: 'src/a.js', line: 12, endLine: 18 }],
    ['src/a.js (line 12)', { path: 'src/a.js', line: 12 }],
    ['[src/a.js:12](src/a.js#L12)', { path: 'src/a.js', line: 12 }],
    ['[the decoder](src/a.js#L12)', { path: 'src/a.js', line: 12 }],
    ['`src/a.js:12`', { path: 'src/a.js', line: 12 }],
    ['`src/a.js` line 12', { path: 'src/a.js', line: 12 }],
    ['**src/a.js:12** the guard', { path: 'src/a.js', line: 12 }],
    ['see src/a.js:12', { path: 'src/a.js', line: 12 }],
    ['`docs/my file.md:3`', { path: 'docs/my file.md', line: 3 }],
    ['docs/my file.md:3', { path: 'docs/my file.md', line: 3 }],
    ['C:\\repo\\src\\a.js:12', { path: 'C:\\repo\\src\\a.js', line: 12 }],
    ['src/解码器.js:3 「空输入」', { path: 'src/解码器.js', line: 3, quote: '空输入' }],
    ['src/解码器.js 第 3 行', { path: 'src/解码器.js', line: 3 }],
    ['src/a.js:12 — “const x = 1”', { path: 'src/a.js', line: 12, quote: 'const x = 1' }],
    ['src/a.js:12 `const x = 1`', { path: 'src/a.js', line: 12, quote: 'const x = 1' }],
    ['src/a.js:12 "const x = "one""', { path: 'src/a.js', line: 12, quote: 'const x = "one"' }],
    [
      'src/a.js:12 "throw new Error("empty")"',
      { path: 'src/a.js', line: 12, quote: 'throw new Error("empty")' },
    ],
    [
      'src/a.js:12 "if (x === "a") return "b";"',
      { path: 'src/a.js', line: 12, quote: 'if (x === "a") return "b";' },
    ],
    ['src/a.js:12 ""key": "value""', { path: 'src/a.js', line: 12, quote: '"key": "value"' }],
    ['src/a.js:12 "print("(empty)")"', { path: 'src/a.js', line: 12, quote: 'print("(empty)")' }],
    ['src/a.js:12 "return """', { path: 'src/a.js', line: 12, quote: 'return ""' }],
    ['src/a.js:12 "it\'s "odd"', { path: 'src/a.js', line: 12, quote: 'it\'s "odd' }],
    ['src/a.js:12 "one" and "two"', { path: 'src/a.js', line: 12, quote: 'one' }],
    ['src/a.js:12 "f("a")" and "two"', { path: 'src/a.js', line: 12, quote: 'f("a")' }],
    ['Makefile:4', { path: 'Makefile', line: 4 }],
    ['src/a.js', { path: 'src/a.js' }],
  ])('reads the reference %s', (item, expected) => {
    const [reference, ...others] = parseReport(`## References\n- ${item}`).references;
    expect(reference).toEqual({ kind: 'file', ...expected, text: item });
    expect(others).toEqual([]);
  });

  test('keeps a quote together that runs over several lines, and none that never ends', () => {
    const report = parseReport(
      [
        '## Evidence',
        '- References:',
        '  - src/a.js:3 "if (rows.length === 0) {',
        '    - return [];',
        '  }"',
        '  - src/b.js:7 “第一行，',
        '第二行”',
        '  - src/c.js:1 "never closed',
        '  - src/d.js:2',
      ].join('\n'),
    );
    expect(report.references).toMatchObject([
      { path: 'src/a.js', line: 3, quote: 'if (rows.length === 0) {     - return [];   }' },
      { path: 'src/b.js', line: 7, quote: '第一行， 第二行' },
      { path: 'src/c.js', line: 1 },
      { path: 'src/d.js', line: 2 },
    ]);
    expect(report.references[2]).not.toHaveProperty('quote');
  });

  test('reads two references of one item', () => {
    const { references } = parseReport('## References\n- `src/a.js:1`, `src/b.js:2` both guard');
    expect(references).toMatchObject([{ path: 'src/a.js' }, { path: 'src/b.js', line: 2 }]);
  });

  test.each(['http://localhost:3000/x', 'at 12:30 it passed', 'log snippet', 'ratio 3:1'])(
    'does not take "%s" for a place',
    (item) => {
      expect(parseReport(`## References\n- ${item}`).references).toEqual([]);
    },
  );

  test.each([
    ['- Repro: `npm test` → 12 passed', { command: 'npm test', result: '12 passed' }],
    ['- Repro:\n  - npm run test:unit => ok', { command: 'npm run test:unit', result: 'ok' }],
    ['Repro:\n```sh\nnpm test\n```', { command: 'npm test' }],
    ['- command: npm test\n  result: fine', { command: 'npm test', result: 'fine' }],
    ['### Repro\n1. Ran `npm test`: all green', { command: 'npm test', result: 'all green' }],
  ])('reads the repro %j', (evidence, expected) => {
    expect(parseReport(`## Evidence\n${evidence}\n`).repro).toEqual([expected]);
  });

  test('in Chinese is read the same way', () => {
    const report = parseReport(
      'RunId：r-1\nStatus：done\n\n## 摘要\n空输入会崩溃。\n\n## 证据\n- 引用:\n  - src/解码.js:3「bytes[0]」\n' +
        '- 复现：node cli.js 空.bin => 退出码 1\n\nQuestions：\n1. 端口用哪个？\n',
    );
    expect(report).toMatchObject({
      runId: 'r-1',
      status: 'done',
      summary: '空输入会崩溃。',
      references: [{ path: 'src/解码.js', line: 3, quote: 'bytes[0]' }],
      questions: ['端口用哪个？'],
      problems: [],
    });
    expect(report.repro).toEqual([{ command: 'node cli.js 空.bin', result: '退出码 1' }]);
  });

  test('is total: any text gives a report', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '## Evidence\n',
        '```\n',
        '- ',
        'Repro:\n',
        'References:\n',
        'Status: ',
        '\r\n',
      ),
      fc.constantFrom('src/a.js:1 "', '`', '「', 'Questions:\n', '**', '：', '\u2028', '\0', '🧱'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const report = parseReport(pieces.join(''));
        expect(report.problems).toHaveLength(report.missingParts.length);
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    ['spaces', ' '],
    ['backticks', '`'],
    ['fences', '```\n'],
    ['open quotes', '「'],
    ['quotation marks', '"a'],
    ['hashes', '# '],
    ['list marks', '- '],
    ['references', '- a.b:1 "x\n'],
    ['brackets', '['],
    ['stars', '**'],
    ['keys', 'a:'],
    ['digits', '1'],
  ])('reads 1 MB of %s to its end, however its patterns could be led astray', (_name, unit) => {
    const text = `## Evidence\nReferences:\n${unit.repeat(Math.ceil(2 ** 20 / unit.length))}`;
    expect(parseReport(text).evidence.length).toBeGreaterThan(0);
  });
});

test.each([
  ['0.8', 0.8],
  ['80%', 0.8],
  ['1', 1],
  ['0', 0],
  ['high', undefined],
  ['1.5', undefined],
  ['-0.2', undefined],
  ['120 %', undefined],
  ['', undefined],
])('Confidence: %s is read as %s', (value, expected) => {
  expect(parseReport(`Status: done\nConfidence: ${value}\n`).confidence).toBe(expected);
});
