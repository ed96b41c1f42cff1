// What only a person decides while a goal is open. One check for every command that does so: at a
// terminal, in its foreground, not below a client, and asked there.

import { openGoals } from '../../kernel/requests/goals.ts';
import { knownClients } from '../../kernel/state/clients.ts';
import type { ProcessRef } from '../../model/actors/process-ref.ts';
import type { Terminal } from '../../model/actors/terminal.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import { shellWord } from '../../model/gate.ts';
import type { State } from '../../model/state/state.ts';
import { redactor } from '../../privacy/redact.ts';
import { oneLine } from '../../words/plain-text.ts';
import { personName } from '../../workspace/person.ts';
import { depthOf, descendsFrom } from '../../workspace/processes.ts';
import { type Lineage, lineage, type Seat, seatOf } from '../../workspace/terminal.ts';
import { ask } from './ask.ts';
import { needsPerson, type Outcome } from './outcome.ts';
import { isAttended } from './output.ts';

/** Who decides. Without a terminal no goal is open, and nobody has to be asked. */
export type Person = Readonly<{ by: string; terminal?: Terminal }>;

/**
 * `instead`: what a person can type into the client to the same end. A log that cannot be read may hold
 * an open goal.
 */
export function personHere(state: State | undefined, instead?: string): Result<Person, Outcome> {
  if (state && openGoals(state).length === 0) return ok({ by: personName() });
  return personAtTerminal(state, {
    what: 'While a goal is open only a person decides this',
    instead,
  });
}

/** The same whether a goal is open or not. */
export function personAtTerminal(
  state: State | undefined,
  { what, instead }: Readonly<{ what: string; instead?: string | undefined }>,
): Result<Person, Outcome> {
  const by = personName();
  const rows = lineage();
  const seat = seatOf(rows);
  const wrong = isBelowClient(state, rows) ? BELOW_CLIENT : wrongWith(seat);
  if (seat.kind === 'foreground' && wrong === undefined) {
    const clean = redactor(process.env);
    const parents = seat.terminal.parents.map((name) => oneLine(clean(name)));
    return ok({ by, terminal: { ...seat.terminal, parents } });
  }
  const prompt =
    instead === undefined ? '' : ` Or in Claude Code, as your own prompt: \`${instead}\``;
  return fail(
    needsPerson(
      `${what}, at a terminal, ${wrong}.`,
      `Type it in a terminal of your own: \`${typedLine()}\`.${prompt}`,
    ),
  );
}

/** The person’s yes. What `--yes` says counts only while no goal is open. */
export async function isAgreed(person: Person, question: string, yes = false): Promise<boolean> {
  return (!person.terminal && yes) || (await saysYes(person, question, false));
}

/** Their yes to what they have just typed here themselves: Enter is one. */
export function isConfirmed(person: Person, question: string): Promise<boolean> {
  return saysYes(person, question, true);
}

async function saysYes(person: Person, question: string, byDefault: boolean): Promise<boolean> {
  const isThere = person.terminal !== undefined || isAttended();
  return isThere && (await ask(question, byDefault)) === true;
}

const BELOW_CLIENT = 'and this was started by an agent’s client';

/** Whether an agent's client is above this process. */
function isBelowClientHere(state: State): boolean {
  return isBelowClient(state, lineage());
}

/** What no agent begins, and no executor: `they` says what they do not do. Undefined: a person may have typed it. */
export function refusedToPrograms(
  state: State,
  they: string,
  line: string | undefined,
): Outcome | undefined {
  if (depthOf(process.env) === 0 && !isBelowClientHere(state)) return undefined;
  const what = line === undefined ? '.' : `: ${line}`;
  return needsPerson(
    `This was started by an agent or by another executor, and they ${they}.`,
    `Type it in a terminal of your own${what}`,
  );
}

/** By what the client sets for all it starts, and by whose child this is. */
function isBelowClient(state: State | undefined, rows: Lineage): boolean {
  if (process.env.CLAUDECODE) return true;
  // Where nothing tells when a process was started, its number has to do.
  const isAbove = (client: ProcessRef): boolean =>
    client.started === null
      ? rows.slice(1).some(({ pid }) => pid === client.pid)
      : descendsFrom(process.ppid, client);
  return state !== undefined && knownClients(state).some(isAbove);
}

function wrongWith(seat: Seat): string | undefined {
  switch (seat.kind) {
    case 'no-terminal':
      return 'and this process has none';
    case 'background':
      return 'and this process is in the background of its own';
    case 'unknown':
      return `and where this process runs is unknown: ${seat.why}`;
    case 'foreground': {
      const canAsk = process.stdin.isTTY === true && process.stderr.isTTY === true;
      return canAsk ? undefined : 'and its input or its error output is no terminal';
    }
  }
}

/** As it was typed, but for the flag that answers nothing here, and for passwords. */
export function typedLine(): string {
  const words = process.argv.slice(2).filter((word) => word !== '--yes');
  const clean = redactor(process.env);
  return oneLine(clean(['wukong', ...words.map(shellWord)].join(' ')), 300);
}
