import { type CacheChange, rebuildCaches } from '../store/rebuild-caches.ts';
import type { Command } from './commands.ts';
import { done, failed } from './outcome.ts';
import { progress } from './progress.ts';
import { openTrusted } from './workspace.ts';

export const rebuild: Command = {
  description: 'Make state.json and taskgraph.json again from the log',
  args: {},
  run() {
    const opened = openTrusted();
    if (!opened.ok) return failed(opened.error);
    const shown = progress();
    let events = 0;
    const rebuilt = rebuildCaches(opened.value.ws, () => {
      events += 1;
      shown.tell(`${events} events read`);
    });
    shown.end();
    if (!rebuilt.ok) return failed(rebuilt.failure);
    const { state, changes, tornAt } = rebuilt;
    const lines = [
      ...changes
        .filter(({ file }) => !isPage(file))
        .map(({ file, change }) => `.wukong/${file} ${WORDS[change]}.`),
      ...pageLines(changes),
      `As of ${state.as_of}, from ${state.log.events} events.`,
      ...(tornAt === null ? [] : ['The log ends in half a step; the next hook sets that aside.']),
    ];
    return done(lines.join('\n'), { as_of: state.as_of, events: state.log.events, files: changes });
  },
};

/** `goals/G-0001.0a1b2c3d/0007.….json`: a large goal has hundreds. */
function isPage(file: string): boolean {
  return file.split('/').length > 2;
}

function pageLines(changes: readonly CacheChange[]): string[] {
  const pages = changes.filter(({ file }) => isPage(file));
  const fresh = pages.filter(({ change }) => change !== 'same').length;
  if (pages.length === 0) return [];
  return [`Pages of large goals: ${pages.length}, of which ${fresh} were missing or wrong.`];
}

const WORDS = {
  made: 'was missing, and is there again',
  corrected: 'was corrected',
  same: 'was right already',
} as const;
