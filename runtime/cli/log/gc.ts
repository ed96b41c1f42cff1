import { configOf } from '../../documents/config.ts';
import { leftLanes, removeLeftLanes } from '../../engine/lanes/remove-lanes.ts';
import { removeStrays, type Stray, strayLanes } from '../../engine/lanes/stray-lanes.ts';
import { carryOut } from '../../engine/retention/carry-out.ts';
import { oldObjects } from '../../engine/retention/old-objects.ts';
import {
  type Collectable,
  type Kept,
  planCollection,
} from '../../engine/retention/plan-collection.ts';
import { counted, oneLine, sizeText } from '../../words/plain-text.ts';
import type { Command } from '../frame/command.ts';
import { laneLines } from '../frame/lane-lines.ts';
import { openNow } from '../frame/open-workspace.ts';
import { done, failed, misused, needsPerson, type Outcome } from '../frame/outcome.ts';
import { printLine, warn } from '../frame/output.ts';
import { isAgreed, personHere } from '../frame/person.ts';

export const gc: Command = {
  description: 'Show what old goals left that nothing needs any more; with --yes, remove it',
  args: {
    days: {
      type: 'string',
      valueHint: 'DAYS',
      description: 'How long ago a goal ended at least; else as the configuration says, 90',
    },
    yes: { type: 'boolean', description: 'Remove it' },
  },
  examples: [
    ['wukong gc', 'what old goals left, with sizes; removes nothing'],
    ['wukong gc --days 30 --yes', 'remove what ended 30 days ago'],
  ],
  async run(args) {
    const days = args.text('days');
    if (days !== undefined && !/^\d{1,5}$/.test(days)) {
      return misused('--days takes a number of whole days.', 'wukong gc --days 30');
    }
    const opened = openNow();
    if (!opened.ok) return failed(opened.error);
    const { ws, state } = opened.value;
    const config = configOf(ws, state.config).config;
    const artifactsDays = Number(days ?? config.artifacts_retention_days);
    const packsDays = Number(days ?? config.context_packs_retention_days);
    const retention = { artifactsDays, packsDays, now: new Date() };
    const planned = planCollection(ws, state, retention);
    if (!planned.ok) return failed(planned.error);
    const { kept, trees } = planned.value;
    const objects = await oldObjects(ws, trees, retention);
    if (!objects.ok) warn(`.wukong/objects is left as it is: ${oneLine(objects.error)}`);
    const found = [...planned.value.found, ...(objects.ok ? objects.value : [])];
    const lanes = await leftLanes(ws, state);
    const strays = await strayLanes(ws, state);
    const plan = {
      ...{ found, kept },
      lanes: [
        ...lanes.map(({ path }) => ({ path, stays: null })),
        ...strays.map(({ path, why = null }) => ({ path, stays: why })),
      ],
    };
    const going = lanes.length + strays.filter(({ tree }) => tree !== undefined).length;
    const all = going === 0 ? '' : `${counted(going, 'lane')}, `;
    const lines = [
      ...found.map(lineOf),
      ...lanes.map(laneLine),
      ...strays.map(strayLine),
      ...kept.map(keptLine),
    ];
    if (found.length + going === 0) {
      const times = `artifacts ${artifactsDays} days after their goal ended, context packs ${packsDays}`;
      return shown([...lines, `Nothing to remove. Kept are ${times}.`], {
        ...plan,
        removed: false,
      });
    }
    if (!args.flag('yes')) {
      const again = `wukong gc${days === undefined ? '' : ` --days ${days}`} --yes`;
      return shown([...lines, `${all}${total(found)} may go. To remove them: ${again}`], {
        ...plan,
        removed: false,
      });
    }
    const person = personHere(state);
    if (!person.ok) return person.error;
    if (person.value.terminal) for (const line of lines) printLine(line);
    if (!(await isAgreed(person.value, `Remove ${all}${total(found)}?`, true))) {
      return needsPerson('Nothing was removed.', 'Type it again: wukong gc --yes');
    }
    const removed = carryOut(ws, found, person.value);
    if (!removed.ok) return failed(removed.error);
    const ours = await removeLeftLanes(ws, state);
    const stay = await removeStrays(ws, strays);
    const count = lanes.length + strays.length - ours.left.length - stay.length;
    const some = count === 0 ? '' : `${counted(count, 'lane')}, `;
    const text = `Removed: ${some}${total(removed.value)}. The log keeps what it says of them.`;
    const said = [...laneLines(ws, ours), ...stay.map(strayLine), text];
    const gone = removed.value.map(lineOf);
    const stays = new Map([...ours.left, ...stay].map(({ path, why = null }) => [path, why]));
    return shown([...gone, ...said], {
      found: removed.value,
      kept,
      lanes: plan.lanes.map(({ path }) => ({ path, stays: stays.get(path) ?? null })),
      patches: ours.kept,
      removed: true,
    });
  },
};

type Collected = Readonly<{
  found: readonly Collectable[];
  kept: readonly Kept[];
  /** `stays`: why one is not to go, or has not gone. */
  lanes: ReadonlyArray<Readonly<{ path: string; stays: string | null }>>;
  /** Of what was done in lanes that are gone. */
  patches?: readonly string[];
  removed: boolean;
}>;

function shown(lines: readonly string[], { found, patches = [], ...rest }: Collected): Outcome {
  const items = found.map(({ second: _, is_recorded: __, only: ___, ...item }) => item);
  return done(lines.join('\n'), { bytes: bytesOf(found), items, patches, ...rest });
}

const NAMES = {
  artifacts: 'artifacts',
  'context-pack': 'context pack',
  trial: 'old trial of a gate',
  turn: 'what a session changed, judged after its turns',
  copy: 'record of the copy that reports take, which goes as well',
  objects: 'git objects of trees that nothing asks for any more',
  'left-over': 'half-written file',
} as const;

function lineOf({ kind, path, goal, ended_at, bytes }: Collectable): string {
  const whose = goal === null ? '' : ` of ${goal}, ended ${ended_at?.slice(0, 10)}`;
  return `${sizeText(bytes).padStart(9)}  .wukong/${path}  ${NAMES[kind]}${whose}`;
}

function laneLine({ path }: Readonly<{ path: string }>): string {
  return `     lane  ${path}, whose goal is over; what is only there is kept in .wukong/artifacts/lanes`;
}

function strayLine({ path, of, why }: Stray): string {
  const rest = why === undefined ? 'nobody is in it, and nothing is its own' : `it stays: ${why}`;
  const whose = of === undefined ? '' : ` (it was that of ${oneLine(of, 40)})`;
  return `     lane  ${path}, of which the log knows nothing${whose}; ${rest}`;
}

function keptLine({ goal }: Kept): string {
  return `     kept  ${goal}: an anchor or a candidate cites it`;
}

function total(found: readonly Collectable[]): string {
  const files = found.reduce((sum, one) => sum + one.files, 0);
  return `${counted(files, 'file')}, ${sizeText(bytesOf(found))}`;
}

function bytesOf(found: readonly Collectable[]): number {
  return found.reduce((sum, { bytes }) => sum + bytes, 0);
}
