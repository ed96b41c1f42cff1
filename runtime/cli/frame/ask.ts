/** A yes or no from the person at the terminal; undefined if they broke off. */
export async function ask(question: string, initialValue = false): Promise<boolean | undefined> {
  const { confirm, isCancel } = await import('@clack/prompts');
  const answer = await confirm({ message: question, initialValue, output: process.stderr });
  return isCancel(answer) ? undefined : answer;
}

/** Which of them, by their place, from the person at the terminal; undefined if they broke off. */
export async function askWhich(
  question: string,
  choices: readonly string[],
): Promise<readonly number[] | undefined> {
  const { isCancel, multiselect } = await import('@clack/prompts');
  const answer = await multiselect({
    message: question,
    options: choices.map((label, value) => ({ value, label })),
    required: false,
    output: process.stderr,
  });
  return isCancel(answer) ? undefined : answer;
}

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
