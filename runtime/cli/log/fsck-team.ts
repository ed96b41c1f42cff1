// `wukong fsck --team`: the log here against what is mirrored of it.

import { type Compared, compareMirror, type Differs } from '../../engine/team/compare-mirror.ts';
import { standingOf } from '../../engine/team/mirror-rules.ts';
import { teamOrNone } from '../../engine/team/team-here.ts';
import { eventId } from '../../kernel/state/ids.ts';
import { openDatabase } from '../../team/database.ts';
import { counted, oneLine } from '../../words/plain-text.ts';
import { openTrusted } from '../frame/open-workspace.ts';
import { EXIT, failed, type Outcome } from '../frame/outcome.ts';
import { colors, printLine } from '../frame/output.ts';

export async function fsckTeam(): Promise<Outcome> {
  const opened = openTrusted();
  if (!opened.ok) return failed(opened.error);
  const { ws, trust } = opened.value;
  const here = teamOrNone(ws);
  if (!here.ok) return failed(here.error);
  const database = await openDatabase(here.value);
  if (!database.ok) return failed(database.error);
  try {
    const compared = await compareMirror(ws, database.value, trust.log_id);
    return compared.ok ? outcome(compared.value, here.value.key.id) : failed(compared.error);
  } finally {
    await database.value.close();
  }
}

function outcome(compared: Compared, me: string): Outcome {
  const { row, note, same, here, differs } = compared;
  const findings = [differs && differsText(differs), homeText(compared, me)].filter(
    (text) => text !== undefined,
  );
  const name = oneLine(row.name, 60);
  const behind = row.records - here;
  const more =
    behind > 0
      ? `, ${behind} more are mirrored`
      : behind < 0
        ? `, ${-behind} are not mirrored yet`
        : '';
  const what = `${counted(same, 'record')} here and in the mirror are the same${more}. At home on ${name}, epoch ${row.epoch}.`;
  const lines = findings.map((text) => `${colors.red('finding')}  ${text}`);
  printLine([...lines, what].join('\n'));
  const json = {
    ...{ log: row.log, home: row.name, epoch: row.epoch, noted_epoch: note?.epoch ?? null },
    ...{ role: note?.role ?? null, records: here, mirrored: row.records, same },
    differs: differs ? { event: eventId(differs.number), how: differs.how } : null,
    findings,
  };
  return { exit: findings.length === 0 ? EXIT.done : EXIT.failed, text: '', json };
}

const HOW: Readonly<Record<Differs['how'], string>> = {
  missing: 'is not in the mirror, which has what comes behind it',
  other: 'is another record in the mirror',
  end: 'is the last one in both, and the mirror names another checksum for it',
};

function differsText({ number, how }: Differs): string {
  return `${eventId(number)} ${HOW[how]}.`;
}

/** What this clone takes itself for is not what the team has. */
function homeText({ row, note }: Compared, me: string): string | undefined {
  const name = oneLine(row.name, 60);
  if (note?.role === 'mirror') {
    if (row.epoch === note.epoch) return undefined;
    return `The log was moved to ${name} since this mirror was read. To read on: wukong team mirror`;
  }
  const standing = standingOf(row, me, note);
  if (standing === 'home') return undefined;
  if (standing === 'set-back') {
    return `The database has epoch ${row.epoch}, and this clone was the home since: it was set back, or made again. To put there what it lacks: wukong team mirror`;
  }
  return `The log was moved to ${name}, and this clone still takes itself for its home. To see what that has more, and set it aside: wukong team mirror`;
}
