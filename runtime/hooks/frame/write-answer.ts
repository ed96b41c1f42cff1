import { tell } from '../../files/changing.ts';
import { type Answer, encodeAnswer } from '../../hosts/claude-code/events/answer.ts';

/** Writes the whole answer: a pipe may take it in parts. */
export function say(event: string, answer: Answer): void {
  const text = encodeAnswer(event, answer);
  if (text !== '') writeAll(text);
}

export function writeAll(text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) {
    try {
      at += tell(1, bytes, at);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
    }
  }
}
