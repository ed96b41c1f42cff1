// One word, one meaning, in what people read. What is refused here has another word: see the glossary of
// ARCHITECTURE.md.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');

/** By what is said instead. */
const NOT_SAID: ReadonlyArray<readonly [words: RegExp, instead: string]> = [
  [/\bsteps?\b/i, 'node'],
  [
    /步骤|\d ?步(?!骤)(?=完成|结束|在|已|[。，`'])|每步|[一几] ?步(?:完成|结束|在等)|下一步是/,
    '节点',
  ],
  [/\bwukong abort\b|\babort(?:ed|s)? (?:the |a )?goal\b|(?:was|is) aborted\b/i, 'cancel'],
  [/放弃|中止/, '取消'],
  [/--track\b/, '--template'],
];

/** Sentences of the log, whose steps these are, and a heading of reports. */
const OF_THE_LOG =
  /^## Steps$|Repro Steps|half (?:in )?a step|void step|the same step|ran a step|step (?:of a hook|heals|of \d|replaces|was never)|No step of Wukong|The next step|next step heals|Step of/i;

const OF_PEOPLE = ['runtime/words', 'runtime/hosts/claude-code/session', 'runtime/cli'];
/** The form in which agents write reports, and old names that still work. */
const APART =
  /report-sections|explain-finding|cli\/log\/|cli\/run-command|cli\/goals\/cancel|words\/escalation\/page-reader/;
const PAGES = ['README.md', 'README.zh-CN.md', 'docs/conversation.md', 'docs/first-executor.md'];

function sources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.ts') && !APART.test(path));
}

/** Whole sentences and parts of them, without what is put into them; a name in code has no space. */
function sentencesIn(path: string): string[] {
  const code = readFileSync(join(ROOT, path), 'utf8').replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '');
  const literals =
    code.replaceAll(/\bstep \? /g, '').match(/'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g) ?? [];
  return literals
    .map((text) => text.replaceAll(/\$\{[^{}]*\}/g, '0'))
    .filter((text) => /[ \p{Script=Han}]/u.test(text));
}

const isWrong = (text: string, words: RegExp): boolean =>
  words.test(text) && !(words.source.startsWith('\\bsteps') && OF_THE_LOG.test(text));

test.each(NOT_SAID)('no sentence for people says %s: it is %s', (words) => {
  const inSources = OF_PEOPLE.flatMap(sources).flatMap((path) =>
    sentencesIn(path)
      .filter((text) => isWrong(text, words))
      .map((text) => `${path}: ${text}`),
  );
  const inPages = PAGES.flatMap((path) =>
    readFileSync(join(ROOT, path), 'utf8')
      .split('\n')
      .filter((line) => isWrong(line, words))
      .map((line) => `${path}: ${line.slice(0, 120)}`),
  );
  expect([...inSources, ...inPages]).toEqual([]);
});

test('the words are looked for where they are', () => {
  expect(OF_PEOPLE.flatMap(sources).length).toBeGreaterThan(100);
  expect(isWrong('6 of 6 steps done', NOT_SAID[0]?.[0] ?? /x/)).toBe(true);
  expect(isWrong('the log ends in half a step', NOT_SAID[0]?.[0] ?? /x/)).toBe(false);
});
