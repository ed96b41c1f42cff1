import { simpleCommand } from './simple-command.ts';

/** Programs that show, filter, comment or tidy up, and check nothing. */
const SHOWS: ReadonlySet<string> = new Set(
  (
    'echo printf true : false exit return cat tac head tail less more tee grep egrep fgrep rg sed awk cut sort ' +
    'uniq wc tr nl fold fmt jq column strings xxd date pwd ls git wait sleep rm kill pkill ps cp mv find stat ' +
    'file type which cd pushd popd mkdir touch chmod du test ['
  ).split(' '),
);

export function onlyShows(command: Readonly<{ text: string }>): boolean {
  const { name, program } = simpleCommand(command);
  return program === '' || (SHOWS.has(name) && !program.startsWith('./'));
}
