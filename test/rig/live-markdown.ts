// What a reader of GitHub's Markdown would make live of a text: an oracle of its own, which knows nothing of
// words/quoting.ts. Code in fences and in spans is taken away as CommonMark says; what is left is looked through.

const LIVE: ReadonlyArray<readonly [what: string, pattern: RegExp]> = [
  ['a mention', /(?<![\w`])@[\w-]/],
  ['a picture or a link', /!?\[[^\]]*\](?:\(|\[)/],
  ['HTML', /<(?:[a-z/!?])/i],
  ['an address', /https?:\/\/\S|\bwww\.\w/i],
  ['an issue', /(?:^|[^\w&])#\d|\bgh-\d/i],
  ['a commit', /\b[0-9a-f]{40}\b/],
];

/** Empty where nothing is. `known`: what we put there ourselves. */
export function liveIn(markdown: string, known: RegExp = /(?!)/g): readonly string[] {
  const text = withoutSpans(withoutFences(markdown)).replaceAll(known, '');
  return LIVE.flatMap(([what, pattern]) => {
    const found = pattern.exec(text);
    return found ? [`${what}: ${text.slice(Math.max(0, found.index - 30), found.index + 60)}`] : [];
  });
}

function withoutFences(markdown: string): string {
  const kept: string[] = [];
  let open = '';
  for (const line of markdown.split('\n')) {
    const [, mark = '', info = ''] = /^(?:[ >]|\d+\.)*(`{3,})(.*)$/.exec(line) ?? [];
    if (open === '' && mark !== '' && !info.includes('`')) open = mark;
    else if (open !== '' && mark.length >= open.length && info.trim() === '') open = '';
    else if (open === '') kept.push(line);
  }
  return kept.join('\n');
}

/** A run of backticks is closed by the next of the same length in its paragraph, here its line. */
function withoutSpans(text: string): string {
  return text
    .split('\n')
    .map((line) => {
      let left = line;
      let kept = '';
      for (let mark = /`+/.exec(left); mark; mark = /`+/.exec(left)) {
        const [run] = mark;
        const rest = left.slice(mark.index + run.length);
        const end = [...rest.matchAll(/`+/g)].find(([other]) => other.length === run.length);
        kept += left.slice(0, mark.index);
        if (end) left = rest.slice(end.index + run.length);
        else {
          kept += run;
          left = rest;
        }
      }
      return kept + left;
    })
    .join('\n');
}
