import { fail, ok, type Result } from '../../model/failure.ts';
import { didYouMean } from '../../words/did-you-mean.ts';
import { oneLine } from '../../words/plain-text.ts';
import { joined, misused, type Outcome } from './outcome.ts';

export type ArgDef = Readonly<{
  type: 'positional' | 'string' | 'boolean';
  description: string;
  /** How its value is named in the help. */
  valueHint?: string;
  required?: boolean;
}>;

/** By name: words in their order, and options. */
export type ArgsDef = Readonly<Record<string, ArgDef>>;

/** A line to type, and what it does. */
export type Example = readonly [line: string, does: string];

/** A subcommand. The command line is read by `args`; `run` gives back what to show. */
export type Command = Readonly<{
  description: string;
  args: ArgsDef;
  /** What people type most with it; a test holds each against the command. */
  examples: readonly Example[];
  /** Takes as many words as there are; its positional argument only describes them. */
  takesWords?: true;
  /** No person types it, so nothing a person decided is taken up before it. */
  startedBy?: 'client';
  run: (args: Args) => Outcome | Promise<Outcome>;
}>;

/** What a person typed. Options that were not given are absent. */
export type Args = Readonly<{
  text: (name: string) => string | undefined;
  /** All values of an option that may be given several times. */
  texts: (name: string) => readonly string[];
  flag: (name: string) => boolean;
  /** All words that are no options. */
  words: readonly string[];
}>;

/** What a command that does several things is asked to do, by its first word; else what to type. */
export function actionNamed<A>(
  command: string,
  actions: Readonly<Record<string, A>>,
  name: string,
  how: string,
): Result<A, Outcome> {
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (action !== undefined) return ok(action);
  const known = Object.keys(actions);
  const got = name === '' ? '' : `, not "${oneLine(name, 40)}"`;
  const message = `\`wukong ${command}\` takes one of ${known.join(', ')}${got}.`;
  return fail(misused(message, joined([didYouMean(name, known), `Type: ${how}`])));
}
