/** A yes or no from the person at the terminal; undefined if they broke off. */
export async function ask(question: string): Promise<boolean | undefined> {
  const { confirm, isCancel } = await import('@clack/prompts');
  const answer = await confirm({ message: question, initialValue: false, output: process.stderr });
  return isCancel(answer) ? undefined : answer;
}
