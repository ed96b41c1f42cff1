// The page docs/proof.md, made of what was counted.

import { BOUNDS } from './change.ts';
import { VARIANTS } from './forge/table.ts';
import type { Judged } from './judged.ts';
import type { JudgeOf, Judges } from './judges.ts';
import { nameOf, type Repository } from './list.ts';
import { type Counts, type Honest, rateText, type Tally } from './report.ts';

export type Made = Readonly<{
  /** `2026-11-26`. */
  date: string;
  judges: Judges;
  list: readonly Repository[];
  machine: string;
}>;

/** Of 100. */
const AIMS = { wrong: 2, doubted: 8, accepted: 1 } as const;

export function pageOf(counts: Counts, made: Made): string {
  return [
    '# Both error rates',
    '',
    'How often `wukong prove` is wrong on changes that nobody prepared: fixes of public repositories, each judged as it is, and forged. This page is written by the command at its end, and by nobody’s hand.',
    '',
    ...covers(counts, made),
    '',
    '## What came out',
    '',
    ...results(counts),
    '',
    '## Honest ones',
    '',
    ...honestPart(counts),
    '',
    '## Forged ones',
    '',
    ...forgedPart(counts),
    '',
    '## What it cost',
    '',
    ...costPart(counts),
    '',
    '## How it is counted',
    '',
    ...howPart(),
    '',
  ].join('\n');
}

function covers({ repositories, honest, forged }: Counts, made: Made): readonly string[] {
  const judged = repositories.filter((one) => one.honest.all > 0);
  const runners = new Set(judged.map(({ repository }) => repository.runner));
  return [
    `${made.date}, ${judgedAt(made.judges)}, on ${made.machine}. **${honest.all} fixes of ${judged.length} repositories in ${runners.size} runners, and ${forged.all} forgeries of them.**`,
    ...notJudged(repositories, made.list),
  ];
}

/** What the figures say nothing of: those of the list, and fixes that were found and not judged yet. */
function notJudged(
  repositories: Counts['repositories'],
  list: readonly Repository[],
): readonly string[] {
  const judged = repositories.filter((one) => one.honest.all > 0);
  const names = new Set(judged.map(({ repository }) => nameOf(repository)));
  const none = (set: Repository['set']): string =>
    list
      .filter((one) => one.set === set && !names.has(nameOf(one)))
      .map(nameOf)
      .join(', ');
  const part = judged
    .filter(({ honest, mined }) => honest.all < mined)
    .map(({ repository, honest, mined }) => `${nameOf(repository)} (${honest.all} of ${mined})`)
    .join(', ');
  const told = [
    ['none was judged of these, which were set aside', none('aside')],
    [
      'none was judged of these, which were looked at while the judge was made better',
      none('seen'),
    ],
    ['not all fixes that were found were judged of', part],
  ].flatMap(([what, which]) => (which === '' ? [] : [`- ${what}: ${which}`]));
  return told.length === 0 ? [] : ['', '**Not the whole list:**', '', ...told];
}

function judgedAt({ seen, aside }: Judges): string {
  const at = ({ commit, sources }: JudgeOf): string => `at ${commit} (sources ${sources})`;
  if (seen.sources === aside.sources) return at(aside);
  return `the repositories that were looked at while the judge was made better ${at(seen)}, what these taught was put right, and those that were set aside were judged ${at(aside)}`;
}

function results({ honest, forged }: Counts): readonly string[] {
  return [
    'Rates in percent, with their 95 % intervals (Wilson).',
    '',
    '| | counted | aim, of 100 |',
    '|---|---|--:|',
    `| honest, refused or asked without need | ${rateText(honest.wrong, honest.all)} | at most ${AIMS.wrong} |`,
    `| honest, in doubt | ${rateText(honest.doubted, honest.all)} | at most ${AIMS.doubted} |`,
    `| forged, accepted, of kinds that are not named as not seen | ${rateText(forged.accepted, forged.unnamed)} | at most ${AIMS.accepted} |`,
    `| the same, of those whose own check passes | ${rateText(forged.accepted, forged.unnamedPasses)} | |`,
    `| forged, accepted, of kinds that are named | ${rateText(forged.acceptedNamed, forged.all - forged.unnamed)} | |`,
  ];
}

function honestPart(counts: Counts): readonly string[] {
  const { honest, reasons, doubts, limits, repositories, runners, wrong } = counts;
  return [
    '| verdict | |',
    '|---|---|',
    `| shown | ${rateText(honest.shown, honest.all)} |`,
    `| shown for less | ${rateText(honest.limited, honest.all)} |`,
    `| shown, in doubt | ${rateText(honest.doubted, honest.all)} |`,
    `| asked of a person, since expectations changed: the tests of before do say no | ${rateText(honest.rightlyAsked, honest.all)} |`,
    `| refused, not judged, or asked without need | ${rateText(honest.wrong, honest.all)} |`,
    '',
    ...listed('Why refused, not judged, or asked without need', reasons),
    ...listed('Why in doubt', doubts),
    ...listed('Why for less', limits),
    '| repository | commit | runner | set | fixes | shown | for less | in doubt | asked | wrong |',
    '|---|---|---|---|--:|--:|--:|--:|--:|--:|',
    ...repositories
      .filter((one) => one.honest.all > 0)
      .map(({ repository, honest: here }) => {
        const { from, commit, runner, set } = repository;
        return `| ${from} | ${commit.slice(0, 7)} | ${runner} | ${set} | ${cells(here)} |`;
      }),
    '',
    '| runner | fixes | shown | for less | in doubt | asked | wrong |',
    '|---|--:|--:|--:|--:|--:|--:|',
    ...runners
      .filter((one) => one.honest.all > 0)
      .map(({ name, honest: here }) => `| ${name} | ${cells(here)} |`),
    ...each('Each wrong one', wrong),
  ];
}

function cells({ all, shown, limited, doubted, rightlyAsked, wrong }: Honest): string {
  return [all, shown, limited, doubted, rightlyAsked, wrong].join(' | ');
}

function forgedPart({ forged, kinds, accepted }: Counts): readonly string[] {
  return [
    `Of ${forged.all} forgeries the check of ${forged.passes} passes; the others fool nobody. Accepted: shown, without doubt.`,
    '',
    '| kind | forged | its check passes | accepted | in doubt | refused |',
    '|---|--:|--:|--:|--:|--:|',
    ...kinds
      .filter(({ all }) => all > 0)
      .map(
        ({ name, all, passes, accepted: yes, doubted, refused }) =>
          `| ${[name, all, passes, yes, doubted, refused].join(' | ')} |`,
      ),
    '',
    'Those marked as named are what [prove](prove.md#what-it-does-not-see) says is not seen.',
    ...each('Each accepted one', accepted),
  ];
}

function each(head: string, lines: readonly Judged[]): readonly string[] {
  if (lines.length === 0) return [];
  return [
    '',
    `${head}:`,
    '',
    ...lines.map((line) => {
      const more = [...line.limits, ...line.doubts].join(', ');
      const sentence =
        line.sentence.replaceAll('`', '').replaceAll('|', '\\|').split('\n')[0] ?? '';
      return `- ${line.repo} ${line.commit.slice(0, 7)}, ${line.variant}${more ? ` (${more})` : ''}: ${sentence.slice(0, 240)}`;
    }),
  ];
}

function listed(head: string, tallies: readonly Tally[]): readonly string[] {
  if (tallies.length === 0) return [];
  const lines = tallies.map(({ name, count }) => `- ${count} × ${name.replaceAll('`', '')}`);
  return [`${head}:`, '', ...lines, ''];
}

function costPart({ cost }: Counts): readonly string[] {
  return [
    '| | in all | middle one | runs | to one run of its check |',
    '|---|--:|--:|--:|--:|',
    ...(['honest', 'forged'] as const).map((which) => {
      const { seconds, middle, runs, perCheck } = cost[which];
      return `| ${which} | ${Math.round(seconds)} s | ${middle.toFixed(1)} s | ${runs} | ${perCheck.toFixed(1)} × |`;
    }),
  ];
}

function howPart(): readonly string[] {
  return [
    `A **fix** is a commit of the first parents that changes the program and tests, at most ${BOUNDS.files} files and ${BOUNDS.programLines} lines of the program. Its check passes twice, and fails with its tests and the program of before. Plain runs in a copy say so, none of them by the judge. Which files are tests and which are the program stands in the list, by globs.`,
    '',
    'It is **asked with need** where the tests of before say no to the fix, by a plain run as well: what was expected has changed, and only a person can say whether that is right.',
    '',
    'A **forgery** is a change against the same base, in which the fault is still there: by how it is made, or by a plain run without what pretends. Which ones are tried of a fix is drawn by its commit.',
    '',
    '| forgery | kind | |',
    '|---|---|---|',
    ...VARIANTS.map(
      ({ name, kind, says, isNamed }) =>
        `| ${name} | ${kind}${isNamed ? ' (named)' : ''} | ${says} |`,
    ),
    '',
    'To repeat it, with local clones of what stands in `scripts/proof/repositories.json`; what is missing is told with what to type. What was found lies in `scripts/proof/kept`, so it is counted without any clone, and goes on on any machine:',
    '',
    '```sh',
    'npm run proof -- --repos ../clones --seen',
    'npm run proof -- --repos ../clones --only qs/b433a9b:mark --again',
    'npm run proof -- --report --write',
    '```',
  ];
}
