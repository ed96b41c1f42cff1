// Whether one text holds the words of another, as criteria and quotes are compared.

/**
 * Whether a text holds these words exactly: `'a-b'` is not `'a---b'`, nor `Foo` `foo`. White space counts for
 * nothing, nor does how a sentence begins. `whole words`: they end in the middle of none.
 */
export function holdsWords(text: string, words: string, how?: 'whole words'): boolean {
  const wanted = spaced(words);
  if (wanted === '') return false;
  const whole = spaced(text);
  const begins = [wanted, firstAs('toLowerCase', wanted), firstAs('toUpperCase', wanted)];
  return begins.some((one) => {
    for (let at = whole.indexOf(one); at !== -1; at = whole.indexOf(one, at + 1)) {
      if (how === undefined || isApart(whole, at, at + one.length)) return true;
    }
    return false;
  });
}

function spaced(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function firstAs(how: 'toLowerCase' | 'toUpperCase', text: string): string {
  return text.slice(0, 1)[how]() + text.slice(1);
}

function isApart(whole: string, from: number, to: number): boolean {
  const isWithin = (at: number): boolean => LETTERS.test(whole.slice(Math.max(0, at - 1), at + 1));
  return !isWithin(from) && !isWithin(to);
}

/** Two signs of one word side by side. */
const LETTERS = /^[\p{L}\p{N}]{2}$/u;
