// A person says whether what config.local.yaml sets counts in this clone: once, at a terminal, with what widens.

import { configIfConfirmed, configOf, type LocalFile } from '../../documents/config.ts';
import { oneLine } from '../../words/plain-text.ts';
import {
  confirmedLocal,
  isDeclined,
  keepConfirmed,
  keepDeclined,
} from '../../workspace/local-config.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { stateOf } from '../frame/open-workspace.ts';
import { isAttended, warn } from '../frame/output.ts';
import { isAgreed, type Person, personHere } from '../frame/person.ts';

/** What a person would say yes to: exactly this text. */
export type LocalQuestion = Readonly<{ text: string; lines: readonly string[] }>;

export const LOCAL_WAITS = 'Of .wukong/config.local.yaml this does not count in this clone yet:';
export const LOCAL_COUNTS = 'Confirmed in this clone: .wukong/config.local.yaml.';

/** Undefined: nothing of the file waits for a person. */
export function localQuestion(ws: Workspace): LocalQuestion | undefined {
  const { text, unconfirmed } = configIfConfirmed(ws).local;
  if (text === undefined || unconfirmed.length === 0) return undefined;
  return { text, lines: unconfirmed.map(changeLine) };
}

function changeLine({ name, now, was }: LocalFile['unconfirmed'][number]): string {
  return changeText(name, now, was);
}

/** A setting with what it is now and what it was. */
export function changeText(setting: string, now: unknown, was: unknown): string {
  const text = (value: unknown): string => JSON.stringify(value ?? null);
  return oneLine(`${setting}: ${text(now)}, was ${text(was)}`, 1000);
}

export function confirmText(ws: Workspace, { text }: Pick<LocalQuestion, 'text'>): void {
  keepConfirmed(ws, { text, isAsked: true });
}

/** They are not asked about this text again, but where they type `wukong trust`. */
export function declineText(ws: Workspace, { text }: LocalQuestion): void {
  const before = confirmedLocal(ws);
  if (before) keepDeclined(ws, before, text);
}

/** Asks if there is somebody to ask. Undefined: nobody is. */
export async function askLocal(
  ws: Workspace,
  question: LocalQuestion,
  person: Person,
): Promise<boolean | undefined> {
  if (!person.terminal && !isAttended()) return undefined;
  const lines = [LOCAL_WAITS, ...question.lines.map((line) => `  ${line}`)];
  const isRight = await isAgreed(person, `${lines.join('\n')}\nDoes it count from now on?`);
  if (isRight) confirmText(ws, question);
  else declineText(ws, question);
  return isRight;
}

/** What the local file sets: `--yes` answers for it as it does for approvals. What came of it, as lines. */
export async function confirmAtInit(ws: Workspace, yes: boolean): Promise<readonly string[]> {
  const question = localQuestion(ws);
  if (!question) return nothingWidens(ws);
  const state = stateOf(ws);
  const person = personHere(state.ok ? state.value : undefined);
  const isRight =
    person.ok && ((yes && !person.value.terminal) || (await askLocal(ws, question, person.value)));
  if (isRight) confirmText(ws, question);
  const lines = question.lines.map((line) => `  ${line}`);
  if (isRight) return [LOCAL_COUNTS, ...lines];
  return [LOCAL_WAITS, ...lines, 'To let it count, type in a terminal: wukong trust'];
}

/** Then nobody needs to be asked about what an earlier version let count. */
function nothingWidens(ws: Workspace): readonly string[] {
  const { text } = configOf(ws).local;
  if (text !== undefined && confirmedLocal(ws)?.isAsked === false) confirmText(ws, { text });
  return [];
}

/**
 * Before a command that begins work or runs gates. Where nobody can be asked, and where they said no before, it
 * goes on with what was confirmed last, and says so on stderr.
 */
export async function confirmFirst(ws: Workspace): Promise<void> {
  const { local, problems } = configOf(ws);
  const { text, unconfirmed } = local;
  for (const { file, message, hint = '' } of problems) {
    if (file === '.wukong/config.local.yaml') warn(`note  ${file}: ${message} ${hint}`);
  }
  const before = confirmedLocal(ws);
  if (text === undefined || unconfirmed.length === 0 || !before) return;
  const state = stateOf(ws);
  const person = personHere(state.ok ? state.value : undefined);
  const question = { text, lines: unconfirmed.map(changeLine) };
  const isOpen = person.ok && !isDeclined(before, text);
  if (isOpen && (await askLocal(ws, question, person.value))) return;
  const names = unconfirmed.map(({ name }) => name).join(', ');
  warn(
    `note  .wukong/config.local.yaml sets ${names}, which nobody confirmed in this clone: what was confirmed last is in force. To let it count, type in a terminal: wukong trust`,
  );
}
