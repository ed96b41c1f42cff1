// A file or a failing test that a request names: then nobody has to look for the cause first.

const SOURCE =
  '(?:[cm]?[jt]sx?|py|go|rs|java|kt|kts|scala|c|cc|cpp|cxx|h|hpp|cs|rb|php|swift|m|mm|vue|svelte|sh|lua|ex|exs|erl|hs|ml|clj|dart|sql|css|scss|less|html|ya?ml|toml|json)';

const PLACES: readonly RegExp[] = [
  // src/parser.ts, src/parser.ts:42, parser.ts:42, parser.py. A bare "Vue.js" is the name of a product.
  new RegExp(String.raw`(?<![\w/:@.-])(?:[\w@.-]+/)+[\w@.-]+\.${SOURCE}(?::\d+)*(?![\w/])`, 'i'),
  new RegExp(String.raw`(?<![\w/:@.-])[\w-]+(?:\.[\w-]+)*\.${SOURCE}:\d+(?![\w/])`, 'i'),
  /(?<![\w/:@.-])[\w-]+\.(?:test|spec)\.[cm]?[jt]sx?(?![\w/])/,
  new RegExp(String.raw`(?<![\w/:@.-])[\w-]+\.(?!js\b|io\b|m\b|c\b|h\b)${SOURCE}(?![\w/.])`),
  // TestParseHeader, test_empty_input, runSchedulerNoPhantomPodsTest.
  /\bTest[A-Z]\w+|\btest_\w+|\b[A-Za-z]\w*[a-z0-9]Tests?\b/,
];

/** All of them, each once, as they were typed. */
export function namedPlaces(text: string): string[] {
  const found = PLACES.flatMap((place) => {
    const every = new RegExp(place.source, `${place.flags}g`);
    return [...text.matchAll(every)].map(([named]) => named);
  });
  return [...new Set(found)].slice(0, 32);
}

/** As it was typed; undefined if there is none. */
export function namedPlace(text: string): string | undefined {
  for (const place of PLACES) {
    const [found] = place.exec(text) ?? [];
    if (found !== undefined) return found;
  }
  return undefined;
}
