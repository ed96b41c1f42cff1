import { rebuildCaches } from '../../cache/rebuild-caches.ts';
import type { Command } from '../frame/command.ts';
import { openTrusted } from '../frame/open-workspace.ts';
import { done, failed } from '../frame/outcome.ts';
import { progress } from '../frame/progress.ts';

export const rebuild: Command = {
  description: 'Rebuild state.json and taskgraph.json from the log',
  args: {},
  examples: [['wukong rebuild', 'after a cache was lost or edited']],
  run() {
    const opened = openTrusted();
    if (!opened.ok) return failed(opened.error);
    const shown = progress();
    let events = 0;
    const rebuilt = rebuildCaches(opened.value.ws, () => {
      events += 1;
      shown.update(`${events} events read`);
    });
    shown.end();
    if (!rebuilt.ok) return failed(rebuilt.failure);
    const { state, changes, tornAt } = rebuilt;
    const lines = [
      ...changes.map(({ file, change }) => `.wukong/${file} ${WORDS[change]}.`),
      `As of ${state.as_of}, from ${state.log.events} events.`,
      ...(tornAt === null ? [] : ['The log ends in half a step; the next hook sets that aside.']),
    ];
    return done(lines.join('\n'), { as_of: state.as_of, events: state.log.events, files: changes });
  },
};

const WORDS = {
  made: 'was missing, and is there again',
  corrected: 'was corrected',
  same: 'was right already',
} as const;
