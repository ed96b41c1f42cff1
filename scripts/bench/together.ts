// Many hooks at once, each of a session of its own: is every one recorded, and how long did the last
// one wait, beside as many bare Nodes at once.

import { readFileSync } from 'node:fs';
import { files } from '../../runtime/store/paths.ts';
import { readState } from '../../runtime/store/step.ts';
import { run as runChild } from '../client/child.ts';
import { payloadOf } from './payload.ts';
import type { Row, Run } from './row.ts';
import { median, spread } from './timed.ts';
import { firstLane, hookScript, type Lane, type Prepared } from './workspace.ts';

const MOST_ROUNDS = 5;
const TIME_LIMIT_MS = 60_000;

export const AT_ONCE = [1, 8, 64] as const;

export const togetherName = (hooks: number): string => `at-once/${hooks}`;

export async function measureTogether(prepared: Prepared, run: Run): Promise<Row[]> {
  const lane = firstLane(prepared);
  const rows: Row[] = [];
  for (const hooks of AT_ONCE) {
    const name = togetherName(hooks);
    if (!run.wants(name)) continue;
    const rounds = Math.min(run.rounds, MOST_ROUNDS);
    const longest: number[] = [];
    const bare: number[] = [];
    let lost = 0;
    for (let round = 1; round <= rounds; round += 1) {
      run.progress(`${name}, round ${round} of ${rounds}`);
      lane.restore('working');
      bare.push(Math.max(...(await atOnce(prepared, lane, hooks, () => ['-e', '0']))));
      const script = hookScript(lane.repo);
      longest.push(
        Math.max(...(await atOnce(prepared, lane, hooks, () => [script, 'UserPromptSubmit']))),
      );
      lost += hooks - recorded(prepared, lane, hooks);
    }
    const ratios = longest.map((ms, i) => ms / (bare[i] ?? Number.NaN));
    rows.push({
      name,
      beside: `${hooks} × node -e 0 at once`,
      ratios: { wall: median(ratios), unrecorded: lost / (hooks * rounds) },
      spread: spread(ratios),
      figures: {
        longestMs: Math.max(...longest),
        longestBareMs: Math.max(...bare),
        asked: hooks * rounds,
        recorded: hooks * rounds - lost,
      },
    });
  }
  return rows;
}

/** How long each took from its start to its end. */
async function atOnce(
  prepared: Prepared,
  lane: Lane,
  count: number,
  args: () => string[],
): Promise<number[]> {
  const ended = await Promise.all(
    Array.from({ length: count }, (_, n) =>
      runChild(process.execPath, args(), {
        cwd: lane.repo,
        env: { ...prepared.environment, CLAUDE_PROJECT_DIR: lane.repo },
        stdin: payloadOf(lane, prepared.home, {
          event: 'UserPromptSubmit',
          session: `at-once-${n}`,
          payload: { prompt: 'hi', prompt_id: `at-once-${n}` },
        }),
        timeoutMs: TIME_LIMIT_MS,
      }),
    ),
  );
  const bad = ended.find(({ code, stderr }) => code !== 0 || stderr !== '');
  if (bad) throw new Error(`a hook failed among ${count} at once: ${bad.stderr}`);
  return ended.map(({ elapsedMs }) => elapsedMs);
}

/** One hook more takes up what waited in the inbox; then every delivery must be there once. */
function recorded(prepared: Prepared, lane: Lane, count: number): number {
  prepared.hook(lane, { event: 'Stop', session: 'other', payload: {} });
  const now = readState(lane.ws);
  if (!now.ok) throw new Error(`the log can not be read: ${now.failure.kind}`);
  const text = readFileSync(files.log(lane.ws), 'utf8');
  return Array.from({ length: count }, (_, n) => `"prompt_id":"at-once-${n}"`).filter(
    (id) => text.split(id).length === 2,
  ).length;
}
