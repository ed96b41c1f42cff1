import { describeEvent } from '../diagnostics/describe-event.ts';
import { type Damaged, lookForDamage, type Repaired, setDamageAside } from '../store/repair.ts';
import { ask } from './ask.ts';
import type { Command } from './commands.ts';
import { done, failed, misused, needsPerson, type Outcome } from './outcome.ts';
import { isAttended, tell } from './output.ts';
import { progress } from './progress.ts';
import { openTrusted } from './workspace.ts';

export const repair: Command = {
  description: 'Give up what stands behind a damage of the log; what is damaged is kept aside',
  args: {
    'set-aside': {
      type: 'boolean',
      description: 'Keep the damaged files in archive/, and go on before the damage',
    },
    yes: { type: 'boolean', description: 'Do not ask' },
  },
  async run(args) {
    if (!args.flag('set-aside')) {
      return misused(
        'A repair loses what stands behind the damage, so it has to be named.',
        'See what is wrong with `wukong fsck`; then type: wukong repair --set-aside',
      );
    }
    const opened = openTrusted();
    if (!opened.ok) return failed(opened.error);
    const { ws } = opened.value;
    const looking = progress();
    const looked = lookForDamage(ws, ({ event_id }) => looking.tell(`${event_id} read`));
    looking.end();
    if (!looked.ok) return failed(looked.failure);
    if (!looked.damaged) return NOTHING;
    tell(describe(looked.damaged));
    if (!args.flag('yes')) {
      const agreed = isAttended() && (await ask('Set this aside and go on without it?'));
      if (agreed !== true) {
        return needsPerson('Nothing was done.', 'Type: wukong repair --set-aside --yes');
      }
    }
    const shown = progress();
    const repaired = setDamageAside(ws, ({ event_id }) => shown.tell(`${event_id} read`));
    shown.end();
    if (!repaired.ok) return failed(repaired.failure);
    return repaired.repaired ? outcome(repaired.repaired) : NOTHING;
  },
};

const NOTHING = done('There is nothing to repair: every record counts, or is a tail that heals.', {
  repaired: false,
});

function describe({ damage, kept, lost }: Damaged): string {
  const told = lost.told.map((record) => {
    const where = [record.goal_id, record.node_id].filter((id) => id !== undefined).join('/');
    return `    ${record.event_id}  ${where.padEnd(12)}  ${describeEvent(record)}`;
  });
  const more = lost.readable - told.length;
  return [
    `.wukong/${damage.file} is damaged at line ${damage.line}, byte ${damage.byte}: ${damage.why}.`,
    `  ${kept.events} events before it count and stay.`,
    `  ${lost.lines} lines (${lost.bytes} bytes) behind them would count no more.`,
    ...(told.length === 0 ? [] : ['  Of these can still be read:', ...told]),
    ...(more > 0 ? [`    … and ${more} more`] : []),
  ].join('\n');
}

function outcome({ damaged, copies, event }: Repaired): Outcome {
  const { kept, lost } = damaged;
  const lines = [
    `The log goes on after ${kept.events} events; ${event} says what was set aside.`,
    ...copies.map(({ file, sha256 }) => `Kept whole: .wukong/${file}\n  SHA-256 ${sha256}`),
    'What happened behind the damage is forgotten: nodes that were done there are open again, and runs that ended there look alive until `/wukong_resume`. Files that agents changed stay as they are.',
    'Look with: wukong status',
  ];
  return done(lines.join('\n'), {
    repaired: true,
    event,
    kept_events: kept.events,
    lost: { lines: lost.lines, bytes: lost.bytes, readable: lost.readable },
    set_aside: copies,
  });
}
