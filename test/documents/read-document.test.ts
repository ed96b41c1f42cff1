import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CONFIG } from '../../runtime/documents/config-file.ts';
import { type Kind, readDocument } from '../../runtime/documents/reader/read-document.ts';
import { TEMPLATE_SCHEMA } from '../../runtime/documents/reader/validators.ts';
import type { Template } from '../../runtime/model/documents/template.ts';
import { ok, type Problem } from '../../runtime/model/failure.ts';
import { didYouMean, editDistance } from '../../runtime/words/did-you-mean.ts';
import { put, told, workspace } from './workspace.ts';

/** As its schema alone says it. */
const TEMPLATE: Kind<Template> = { schema: TEMPLATE_SCHEMA, rules: [] };

type AnyKind = typeof CONFIG | typeof TEMPLATE;

function readAt(path: string, display: string, kind: AnyKind) {
  const file = { path, display };
  return kind === TEMPLATE ? readDocument(file, TEMPLATE) : readDocument(file, CONFIG);
}

function read(text: string | Buffer, kind: AnyKind = CONFIG) {
  const { dir } = workspace();
  put(dir, { 'file.yaml': text });
  const result = readAt(join(dir, 'file.yaml'), '.wukong/file.yaml', kind);
  return result.ok ? ok(result.value.value) : result;
}

function problemsOf(text: string | Buffer, kind: AnyKind = CONFIG): Problem[] {
  const result = read(text, kind);
  return result.ok ? [] : result.error;
}

const refused = (text: string | Buffer, kind: AnyKind = CONFIG): string[] =>
  told(problemsOf(text, kind));

test('defaults of the schema are filled in, also inside a gate', () => {
  const file = read('gates:\n  - { type: test, name: unit, command: [npm, test] }\n');
  expect(file).toEqual({
    ok: true,
    value: {
      gates: [
        {
          type: 'test',
          name: 'unit',
          command: ['npm', 'test'],
          mustPass: true,
          expect_exit: 0,
          timeout_sec: 300,
        },
      ],
    },
  });
});

test('a problem names file, line, column, source line, width and what to do', () => {
  expect(problemsOf('record: all\nlimits:\n  send_back: 2\n')).toEqual([
    {
      file: '.wukong/file.yaml',
      line: 3,
      column: 3,
      message: 'Unknown field "send_back".',
      source: '  send_back: 2',
      width: 9,
      hint: 'Did you mean "send_backs"?',
    },
  ]);
});

test('all problems are reported at once, in order, each once', () => {
  const text = `recrod: all
limits:
  send_backs: many
  no_progress_stops: 9
approval: git push
allow_dispatch: "yes"
gates:
  - type: tests
    name: a
  - name: b
  - type: test
    name: 12
    command: []
    timeout: 5
  - { type: builtin, name: reference }
`;
  expect(refused(text)).toEqual([
    '1:1 [recrod] Unknown field "recrod". | Did you mean "record"?',
    '3:15 [many] Expected a whole number, found text. | How often one run is sent back with what is missing. Default 3.',
    expect.stringMatching(
      /^4:22 \[9\] 9 is out of range: it must be at most 7\. \| Stop continuations/,
    ),
    '5:11 [git push] Expected a list, found text. | Write a list, even of one: [git push]',
    expect.stringMatching(/^6:17 \["yes"\] Expected true or false, found text\. \| Answer/),
    expect.stringMatching(
      /^8:11 \[tests\] "tests" is not possible here: .* \| Did you mean "test"\?$/,
    ),
    expect.stringMatching(
      /^10:5 \[name\] "type" is missing\. \| One of: test, build, .*builtin\.$/,
    ),
    '12:11 [12] Expected text, found the number 12. | Put it in quotes: "12"',
    expect.stringMatching(
      /^13:14 \[\[\]\] This list needs at least 1 entry\. \| Program and arguments/,
    ),
    '14:5 [timeout] Unknown field "timeout". | Did you mean "timeout_sec"?',
    expect.stringMatching(/^15:5 .*Built-in checks belong to the nodes of a template/),
    expect.stringMatching(
      /^15:28 \[reference\] "reference" is not possible here: .* \| Did you mean "references"\?$/,
    ),
  ]);
});

test('a field that is misspelt is not missing as well', () => {
  const text =
    'nmae: t\nversion: 1\ndescription: d\nsuccess_criteria: [x]\nnodes: [{ id: N-001, titel: t, role: ear }]\n';
  expect(refused(text, TEMPLATE)).toEqual([
    '1:1 [nmae] Unknown field "nmae". | Did you mean "name"?',
    '5:22 [titel] Unknown field "titel". | Did you mean "title"?',
  ]);
  const extending = 'name: t\nversion: 1\nexends: fix\nremove: [N-010]\nnodes: [{ id: N-001 }]\n';
  expect(refused(extending, TEMPLATE)).toEqual([
    '3:1 [exends] Unknown field "exends". | Did you mean "extends"?',
  ]);
  expect(refused('name: t\nversion: 1\nremove: [N-010]\n', TEMPLATE)).toContain(
    '3:1 [remove] "remove" means something only with "extends". | Write "extends" as well, or leave it out.',
  );
});

test('a missing field points at the map it is missing in and says what it is for', () => {
  const text = 'name: t\nversion: 1\nsuccess_criteria: [x]\nnodes:\n  - id: N-001\n    role: ear\n';
  expect(refused(text, TEMPLATE)).toEqual([
    '1:1 [name] "description" is missing. | What the template is for.',
    '5:5 [id] "title" is missing. | One line a person understands.',
  ]);
});

test('a value of the wrong form is reported with what the form is', () => {
  const text = `name: Fix It
version: 0
description:
success_criteria: []
nodes:
  - { id: N-1, title: "", role: bod }
`;
  expect(refused(text, TEMPLATE)).toEqual([
    '1:7 [Fix It] "Fix It" does not have the right form. | The template’s name: /wukong_<name> starts it.',
    '2:10 [0] 0 is out of range: it must be more than 0. | Counts up when the template changes.',
    '3:1 [description] This is empty; expected text. | What the template is for.',
    '4:19 [[]] This list needs at least 1 entry. | What the plan is for; its orders say it.',
    '6:11 [N-1] "N-1" does not have the right form. | Node id, unique in its graph, for example N-010.',
    '6:23 [""] This text is too short. | One line a person understands.',
    '6:33 [bod] "bod" is not possible here: ear, eye, nose, tongue, body, mind. | Did you mean "body"?',
  ]);
});

test.each([
  [
    'a tab that indents',
    'limits:\n\tsend_backs: 1\n',
    '2:1 [\t] A tab cannot indent. | Indent with spaces.',
  ],
  [
    'a key that is there twice',
    'record: all\nlimits: {}\nrecord: off\n',
    '3:1 [record] "record" is here twice. | It is in line 1 already. Keep one of them.',
  ],
  [
    'a second document',
    'record: all\n---\nrecord: off\n',
    '2:1 [---] A second document begins here. | Remove the line "---".',
  ],
  ['an unclosed quote', 'record: "all\n', '1:9 ["] This quote is not closed. | Close it with "'],
  [
    'an unclosed list',
    'approval: [a, b\nrecord: all\n',
    '1:11 [[] This list is not closed. | Close it with ]',
  ],
  [
    'a quote within a map, which swallows the rest,',
    'gates:\n  - { type: test, name: "单元, command: [a] }\n  - { type: lint }\n',
    '2:25 ["] This quote is not closed. | Close it with "',
  ],
  [
    'a text with a colon',
    'owner: team: core\n',
    '1:8 [t] This cannot be a key: the line has one already. | If ":" belongs to the text, quote the text; else look how the next line is indented.',
  ],
  ['a text that begins with a sign of YAML', 'owner: @core\n', /^1:8 \[@\] .* quote it\.$/],
  ['a tag', 'record: !!js/function x\n', /^1:9 \[!!js\/function\] Tags/],
  ['a key that is a list', '? [a, b]\n: 1\n', '1:3 [[] A key must be a plain word.'],
  ['an alias to nowhere', 'record: *x\n', /^1:9 \[\*\] Unresolved alias/],
  ['a merge key', 'limits:\n  <<: { send_backs: 1 }\n', /^2:3 \[<<\] Unknown field "<<"/],
  ['a key for the prototype', '__proto__: { record: all }\n', /^1:1 \[__proto__\] Unknown field/],
  [
    'a list instead of fields',
    '- record: all\n',
    /^1:1 \[- record: all\] Expected a map of fields, found a list/,
  ],
  ['a word instead of fields', 'hello\n', /^1:1 \[hello\] Expected a map of fields, found text/],
  [
    'a number that is none',
    'limits: { send_backs: .nan }\n',
    /^1:23 \[\.nan\] Expected a whole number/,
  ],
])('%s is refused where it stands', (_, text, expected) => {
  expect(refused(text)).toContainEqual(
    typeof expected === 'string' ? expected : expect.stringMatching(expected),
  );
});

test('a file of comments is an empty configuration, and no template', () => {
  for (const text of ['', '# record: off\n', '\uFEFF\n\n']) {
    expect(read(text)).toEqual({ ok: true, value: {} });
    expect(problemsOf(text, TEMPLATE)).toMatchObject([
      { line: 1, column: 1, message: 'The file is empty.' },
    ]);
  }
});

test('Chinese text, a byte order mark and Windows line ends are fine, and places stay right', () => {
  const text = '\uFEFF# 配置\r\napproval: ["部署 生产"]\r\nrecord: 全部\r\n';
  expect(refused(text)).toEqual(['3:9 [全部] "全部" is not possible here: all, goals, off.']);
  expect(read('approval: ["部署 生产"]\r\n')).toEqual({
    ok: true,
    value: { approval: ['部署 生产'] },
  });
  const twice =
    'name: t\nversion: 1\ndescription: 修复\nsuccess_criteria: [测试通过]\nnodes: [{ id: N-001, title: 找出原因, role: 眼 }]\n';
  expect(refused(twice, TEMPLATE)).toEqual([
    '5:41 [眼] "眼" is not possible here: ear, eye, nose, tongue, body, mind.',
  ]);
});

test('text that is not UTF-8 is refused where it begins', () => {
  const bytes = Buffer.concat([
    Buffer.from('record: all\napproval: ['),
    Buffer.from([0xff, 0xfe]),
    Buffer.from(']\n'),
  ]);
  const [problem, ...more] = problemsOf(bytes);
  expect(problem).toMatchObject({
    line: 2,
    column: 12,
    message: 'This is not UTF-8 text.',
    hint: 'Save the file as UTF-8.',
  });
  expect(more).toEqual([]);
});

test('aliases may repeat a value, and may not unfold into more than the file holds', () => {
  expect(read('approval: [&a git push, *a]\n')).toEqual({
    ok: true,
    value: { approval: ['git push', 'git push'] },
  });
  const line = (i: number) =>
    `k${i}: &k${i} [${Array(9)
      .fill(`*k${i - 1}`)
      .join(', ')}]\n`;
  const bomb = `k0: &k0 [x, x, x, x, x, x, x, x, x]\n${[1, 2, 3, 4, 5, 6, 7, 8].map(line).join('')}`;
  expect(refused(bomb)).toEqual([
    '2:10 [*] Excessive alias count indicates a resource exhaustion attack.',
  ]);
  const many = `approval: [&a x, ${Array(101).fill('*a').join(', ')}]\n`;
  expect(refused(many)).toEqual([expect.stringContaining('There are more than 100 aliases.')]);
  expect(refused('approval: &a [*a]\n')).toEqual([
    '1:15 [*] An alias stands within what it names.',
  ]);
});

test('what nests too deeply is refused before the parser meets it', () => {
  for (const part of ['[', '{a: ', '- ', '? ']) {
    const [problem] = problemsOf(part.repeat(150_000));
    expect(problem?.message).toBe('More than 64 lists and maps stand within each other here.');
    expect(problem?.line).toBe(1);
  }
  const stairs = Array.from({ length: 100 }, (_, i) => `${' '.repeat(i)}a:`).join('\n');
  expect(problemsOf(stairs)).toMatchObject([{ line: expect.any(Number) }]);
});

test('more than 1 MB is not read; just below it is', () => {
  expect(refused(`# ${'x'.repeat(1024 * 1024)}`)).toEqual([
    '1:1 [] The file has 1048578 bytes; more than 1048576 (1 MB) are not read.',
  ]);
  const keys = Array.from({ length: 20_000 }, (_, i) => `key${i}: 1`).join('\n');
  expect(problemsOf(keys)).toHaveLength(50);
});

test('a missing file, a folder and a link are refused by name', () => {
  const { dir } = workspace({ 'real.yaml': 'record: all\n' });
  const at = (name: string) => readAt(join(dir, name), name, CONFIG);
  mkdirSync(join(dir, 'folder.yaml'));
  symlinkSync('../real.yaml', join(dir, 'link.yaml'));
  expect(at('none.yaml')).toMatchObject({
    ok: false,
    error: [{ message: 'The file is not there.' }],
  });
  expect(at('folder.yaml')).toMatchObject({
    ok: false,
    error: [{ message: 'This is not a file.' }],
  });
  expect(at('link.yaml')).toMatchObject({
    ok: false,
    error: [{ file: 'link.yaml', line: 1, column: 1 }],
  });
});

test('no text makes the reader throw, and every problem lies within the file', () => {
  const piece = fc.constantFrom(
    'record',
    ': ',
    'all',
    '\n',
    '  ',
    '- ',
    '[',
    ']',
    '{',
    '}',
    '"',
    '&a',
    '*a',
    '\t',
    '#',
    '---\n',
    '!x ',
    '? ',
    '|\n',
    '解',
    '\r\n',
    'gates',
    'type: test',
    ',',
    '%',
  );
  const { dir } = workspace();
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const text = pieces.join('');
      put(dir, { 'any.yaml': text });
      for (const kind of [CONFIG, TEMPLATE]) {
        const result = readAt(join(dir, 'any.yaml'), 'any.yaml', kind);
        if (result.ok) continue;
        expect(result.error.length).toBeGreaterThan(0);
        const lines = text.replace(/^\uFEFF/, '').split('\n');
        for (const { line, column, width = 1 } of result.error) {
          expect(line).toBeGreaterThanOrEqual(1);
          expect(line).toBeLessThanOrEqual(lines.length);
          expect(column).toBeGreaterThanOrEqual(1);
          expect(column).toBeLessThanOrEqual((lines[line - 1]?.length ?? 0) + 2);
          expect(width).toBeGreaterThanOrEqual(1);
        }
      }
    }),
    { numRuns: 400 },
  );
});

test('what a file says cannot paint the terminal or fill it', () => {
  const [escaped] = problemsOf('"\\e[31mred": 1\n');
  expect(escaped?.message).toBe('Unknown field "\uFFFD[31mred".');
  const [raw] = problemsOf('\u001b[31m: 1\n');
  expect(JSON.stringify(raw)).not.toContain('\\u001b');
  const [long] = problemsOf(`${'x'.repeat(900)}: 1\n`);
  expect(long?.message.length).toBeLessThanOrEqual(500);
  expect(long?.source?.length).toBeLessThanOrEqual(500);
});

test('a near word is suggested, a far one is not', () => {
  expect(didYouMean('need', ['needs', 'name'])).toBe('Did you mean "needs"?');
  expect(didYouMean('tyep', ['type', 'title'])).toBe('Did you mean "type"?');
  expect(didYouMean('Role', ['role'])).toBe('Did you mean "role"?');
  expect(didYouMean('zebra', ['role', 'type'])).toBeUndefined();
  fc.assert(
    fc.property(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }), (a, b) => {
      expect(editDistance(a, b)).toBe(editDistance(b, a));
      expect(editDistance(a, b) === 0).toBe(a === b);
      expect(editDistance(a, b)).toBeLessThanOrEqual(Math.max(a.length, b.length));
    }),
  );
});
