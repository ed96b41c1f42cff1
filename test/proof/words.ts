// Words for planting, as they are made at the edge: letters alone, none a part of another one.

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** `begin`: what tells the words of one text from those of another. */
export function wordsOf(begin: string): (nth: number) => string {
  return (nth) => `Wukong${begin}${LETTERS[Math.floor(nth / 26)]}${LETTERS[nth % 26]}Planted`;
}
