/** A yes or no from the person at the terminal; undefined if they broke off. */
export async function ask(question: string, initialValue = false): Promise<boolean | undefined> {
  const { confirm, isCancel } = await import('@clack/prompts');
  const answer = await confirm({ message: question, initialValue, output: process.stderr });
  return isCancel(answer) ? undefined : answer;
}

/**
 * Asks about one after the other; Enter is no, and `all` is yes to those that are left, too. Which of them, by
 * their place; undefined if the person broke off.
 */
export async function askEach(choices: readonly string[]): Promise<readonly number[] | undefined> {
  const chosen: number[] = [];
  for (const [at, choice] of choices.entries()) {
    const left = choices.map((_, i) => i).slice(at);
    const words = left.length > 1 ? 'y/N/all' : 'y/N';
    const problemOf = (typed: string): string | undefined =>
      ANSWER.test(typed.trim()) ? undefined : `Type one of ${words}.`;
    const typed = await askText(`${choice} [${words}]`, '', problemOf);
    if (typed === undefined) return undefined;
    const answer = typed.trim().toLowerCase();
    if (answer.startsWith('a')) return [...chosen, ...left];
    if (answer.startsWith('y')) chosen.push(at);
  }
  return chosen;
}

const ANSWER = /^(?:y|yes|n|no|a|all|)$/i;

/** A line of text, to begin with `initialValue`; undefined if they broke off. */
export async function askText(
  question: string,
  initialValue: string,
  problemOf: (text: string) => string | undefined,
): Promise<string | undefined> {
  const { isCancel, text } = await import('@clack/prompts');
  const answer = await text({
    message: question,
    initialValue,
    validate: (typed = '') => problemOf(typed),
    output: process.stderr,
  });
  return isCancel(answer) ? undefined : answer;
}
