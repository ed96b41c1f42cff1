import { configOf } from '../../documents/config.ts';
import { explainConfig, type Said, type Setting } from '../../documents/explain-config.ts';
import type { Problem } from '../../model/failure.ts';
import { didYouMean } from '../../words/did-you-mean.ts';
import { oneLine } from '../../words/plain-text.ts';
import { atItsPlace, renderProblem } from '../../words/render-problem.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { readTrust } from '../../workspace/trust.ts';
import type { Command } from '../frame/command.ts';
import { inColumns } from '../frame/in-columns.ts';
import { here, noun } from '../frame/noun.ts';
import { stateOf } from '../frame/open-workspace.ts';
import { done, joined, misused, type Outcome } from '../frame/outcome.ts';
import { colors } from '../frame/output.ts';

type Seen = Readonly<{ settings: readonly Setting[]; problems: readonly Problem[] }>;

const ACTIONS = {
  list: here((ws) => list(settingsOf(ws))),
  explain: here((ws, [key]) => explain(settingsOf(ws), key)),
};
const ALL = 'wukong config list';

export const config: Command = {
  description: 'Show which settings are in force, where each comes from, and what it does',
  args: {
    action: { type: 'positional', required: false, description: 'list or explain' },
    key: {
      type: 'positional',
      required: false,
      description:
        'To explain: one setting, limits.send_backs or send_backs, or a group, limits; all without it',
    },
  },
  examples: [
    ['wukong config list', 'the settings in force, and the lines that set them'],
    ['wukong config explain send_backs', 'what one means, and what it is by default'],
  ],
  run: noun('config', ACTIONS, `${ALL} · wukong config explain limits.send_backs`),
};

/** As the files are now, which the next hook takes up; what is wrong with them leaves the last good ones. */
function settingsOf(ws: Workspace): Seen {
  const state = stateOf(ws);
  const lastGood = state.ok ? state.value.config : undefined;
  const now = configOf(ws, lastGood);
  const settings = explainConfig(ws, now, readTrust(ws)?.off === undefined);
  return { settings, problems: now.problems };
}

function list({ settings, problems }: Seen): Outcome {
  const rows = settings.map((one) => {
    const from = one.said[0] ? `  ${placeOf(one.said[0])}` : '';
    return [one.key, `${shown(one.value)}${colors.dim(from)}`];
  });
  const lines = [...problemLines(problems), ...inColumns(rows, 2), TO_EXPLAIN];
  return done(lines.join('\n'), jsonOf({ settings, problems }));
}

const TO_EXPLAIN = 'What one means: wukong config explain KEY';

function explain({ settings, problems }: Seen, key: string | undefined): Outcome {
  if (key === undefined) return explained({ settings, problems });
  const found = namedBy(settings, key);
  if (found.length > 0) return explained({ settings: found, problems });
  const meant = didYouMean(
    key,
    settings.flatMap((one) => [one.key, one.key.slice(one.key.lastIndexOf('.') + 1)]),
  );
  const message = `There is no setting "${oneLine(key, 80)}".`;
  return misused(message, joined([meant, `All of them: ${ALL}`]));
}

/** By its whole name, else by the last part of it, else all of a group. */
function namedBy(settings: readonly Setting[], key: string): readonly Setting[] {
  const exact = settings.filter((one) => one.key === key);
  if (exact.length > 0) return exact;
  const last = settings.filter((one) => one.key.endsWith(`.${key}`));
  return last.length > 0 ? last : settings.filter((one) => `.${one.key}`.includes(`.${key}.`));
}

function explained({ settings, problems }: Seen): Outcome {
  const blocks = settings.map((one) => explainedLines(one).join('\n'));
  const text = [...problemLines(problems), blocks.join('\n\n')].join('\n');
  return done(text, jsonOf({ settings, problems }));
}

function explainedLines(one: Setting): string[] {
  const [counts, ...hidden] = one.said;
  return [
    colors.bold(one.key),
    `  ${one.means}`,
    `  value    ${shown(one.value)}${counts ? ` (${placeOf(counts)})` : ''}`,
    `  default  ${shown(one.default)}`,
    ...hidden.map((said) => `  also     ${placeOf(said)} says ${shown(said.value)}`),
    ...one.ignored.map(
      (said) => `  ignored  ${placeOf(said)} says ${shown(said.value)}: ${whyIgnored(said)}`,
    ),
    ...(one.other_names.length > 0 ? [`  names    ${one.other_names.join(', ')}`] : []),
    ...(one.no_effect === null ? [] : [`  effect   none. ${one.no_effect}`]),
  ];
}

function whyIgnored({ file }: Said): string {
  return file.endsWith('.local.yaml')
    ? 'all of it counts once you type `wukong trust`'
    : 'it counts only in config.local.yaml';
}

function problemLines(problems: readonly Problem[]): string[] {
  if (problems.length === 0) return [];
  const lines = [...problems.map(renderProblem), 'The last good configuration is in force.'];
  return lines.map(colors.yellow);
}

/** `problem`: the first one, in a line. */
function jsonOf({ settings, problems }: Seen): Readonly<Record<string, unknown>> {
  return { settings, problem: problems.map(atItsPlace)[0] ?? null, problems };
}

function placeOf({ file, line }: Said): string {
  return `${file}:${line}`;
}

function shown(value: unknown): string {
  return value === null ? 'none' : oneLine(JSON.stringify(value), 300);
}
