import { readAnchors } from '../../memory/anchors.ts';
import {
  indexAnchors,
  type Ranked,
  type RecallIndex,
  rank,
  take,
} from '../../memory/recall/recall.ts';
import type { Gone } from '../../memory/recall/standing.ts';
import { RECALL_PARTS, ROLES } from '../../model/vocabulary.ts';
import { didYouMean } from '../../words/did-you-mean.ts';
import { oneLine } from '../../words/plain-text.ts';
import type { Workspace } from '../../workspace/paths.ts';
import type { Args } from '../frame/command.ts';
import { done, joined, misused, type Outcome } from '../frame/outcome.ts';
import { colors } from '../frame/output.ts';

const EXAMPLE = 'For example: wukong anchors recall "the decoder crashes on empty input"';

/** More than a run is ever given, so that the ranking itself can be judged. */
const MOST_RANKED = 50;
const MOST_EXPLAINED = 12;

/** What a goal with this request would be given, by the same rules as at its start. */
export function recallFor(ws: Workspace, words: readonly string[], args: Args): Outcome {
  const text = words.join(' ').trim();
  if (text === '') return misused('Recall for which request?', EXAMPLE);
  const named = args.text('role');
  const role = ROLES.find((known) => known === named);
  if (named !== undefined && !role) {
    const hints = [didYouMean(named, ROLES), `Roles: ${ROLES.join(', ')}.`];
    return misused(`"${oneLine(named, 40)}" is no role.`, joined(hints));
  }
  const anchors = readAnchors(ws);
  const index = indexAnchors(anchors.values(), new Date().toISOString().slice(0, 10));
  const ranked = rank(index, { text, role, files: args.texts('path') });
  const given = new Set(take(index, ranked));
  const titleOf = (id: string): string => {
    const { type, title } = anchors.get(id) ?? { type: null, title: '' };
    return oneLine(type === null ? title : `${type}: ${title}`, 100);
  };
  const lines = args.flag('explain')
    ? explain(index, ranked, given, titleOf)
    : [...given].map(({ id }) => `${id}  ${titleOf(id)}`);
  const none =
    anchors.size === 0
      ? 'There are no anchors in .wukong/anchors/anchors.md.'
      : 'No anchor fits this request well enough to be given.';
  return done(
    (given.size > 0 ? lines : [none, ...lines]).join('\n'),
    ranked.slice(0, MOST_RANKED).map((one) => ({ ...one, given: given.has(one) })),
  );
}

function explain(
  { standing }: RecallIndex,
  ranked: readonly Ranked[],
  given: ReadonlySet<Ranked>,
  titleOf: (id: string) => string,
): string[] {
  const shown = ranked.slice(0, MOST_EXPLAINED).flatMap((one) => {
    const mark = given.has(one) ? 'given' : colors.dim('not given');
    return [`${one.id}  ${titleOf(one.id)}`, `  ${mark}, ${sumText(one)}`];
  });
  const more = ranked.length - MOST_EXPLAINED;
  const gone = [...standing.gone].map(([id, why]) => `${id}  ${titleOf(id)}\n  ${goneText(why)}`);
  return [
    ...shown,
    ...(more > 0 ? [`${more} more have something to do with it, and less.`] : []),
    ...(gone.length > 0 ? ['', 'Never given, whatever the request:', ...gone] : []),
  ];
}

/** `15.4 = words 7.4 + paths 8`. */
function sumText({ score, parts }: Ranked): string {
  const some = RECALL_PARTS.filter((part) => parts[part] > 0).map(
    (part) => `${part.replaceAll('_', ' ')} ${parts[part].toFixed(2)}`,
  );
  return `${score.toFixed(2)} = ${some.join(' + ')}`;
}

function goneText(why: Gone): string {
  switch (why.because) {
    case 'replaced':
      return `replaced by ${why.by}`;
    case 'expired':
      return `expired on ${why.on}`;
    case 'older':
      return `${why.than} is a newer Decision of the same title or tag on the same paths. If it replaces this one, write there: Replaces: …; if both hold, give them different tags or paths.`;
  }
}
