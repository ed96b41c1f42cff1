// From the screen of a terminal to what a picture shows of it: the part that matters, and nothing that is
// another at each run.

/** What the client says of itself: that it works, in a word of its own choice; how it is steered; tips. */
const OF_THE_CLIENT = /^(?:[·✢✳✶✻✽*] \S| +◐ | +⏵⏵ | +⎿ +Tip: )/;
const ONE_RUN: readonly (readonly [RegExp, string])[] = [
  [/ (?:·| {2}) ?\d+s$/gm, ''],
  [/ \(\d+ s\)|（\d+ 秒）/g, ''],
  [/ in \d+\s+s\./g, '.'],
  [/，用时 \d+\s+秒/g, ''],
  [/S-\d{8}-/g, 'S-20260101-'],
];

/** From the last line that fits on. */
export function shownFrom(screen: string, from: RegExp): string {
  const lines = screen.split('\n').map((line) => line.trimEnd());
  const begin = lines.findLastIndex((line) => from.test(line));
  if (begin < 0) throw new Error(`The screen does not show ${from}:\n${screen}`);
  const kept = lines.slice(begin).filter((line) => !OF_THE_CLIENT.test(line));
  const text = kept.filter((line, i) => line !== '' || kept[i + 1] !== '').join('\n');
  return ONE_RUN.reduce((rest, [seen, instead]) => rest.replace(seen, instead), text).trimEnd();
}
