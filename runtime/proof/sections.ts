// The sections of a TOML or INI file, each with its lines. Pure.

type Section = Readonly<{
  /** `tool.pytest.ini_options`; empty: what stands before the first. */
  header: string;
  /** The header, and which of its name it is. */
  key: string;
  /** With its header, and what stands above that of comments. */
  text: string;
}>;

/** Undefined: a string or a bracket does not end. */
export function sectionsOf(text: string): readonly Section[] | undefined {
  const heads = headersOf(text);
  if (heads === undefined) return undefined;
  const seen = new Map<string, number>();
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const starts = [
    { header: '', line: 0 },
    ...heads.map((one) => ({ ...one, line: above(lines, one.line) })),
  ];
  return starts
    .map(({ header, line }, i): Section => {
      const nth = (seen.get(header) ?? 0) + 1;
      seen.set(header, nth);
      const end = starts[i + 1]?.line ?? lines.length;
      return {
        header,
        key: nth === 1 ? header : `${header} ${nth}`,
        text: lines.slice(line, end).join(''),
      };
    })
    .filter((section) => section.header !== '' || section.text !== '');
}

/** Comments right above a header are about it. */
function above(lines: readonly string[], line: number): number {
  let at = line;
  while (at > 0 && /^\s*[#;]/.test(lines[at - 1] ?? '')) at -= 1;
  return at;
}

const HEADER = /^\s*\[{1,2}\s*([^[\]#]+?|[^[\]#]*"[^"]*"[^[\]#]*?)\s*\]{1,2}\s*(?:[#;].*)?$/;

type Head = Readonly<{ header: string; line: number }>;

/** Lines in a string or a list over several lines are none. */
function headersOf(text: string): readonly Head[] | undefined {
  const found: Head[] = [];
  let depth = 0;
  let long: string | undefined;
  for (const [line, raw] of text.split('\n').entries()) {
    const whole = raw.replace(/\r$/, '');
    const header = depth === 0 && long === undefined ? HEADER.exec(whole)?.[1] : undefined;
    if (header !== undefined) {
      found.push({ header: header.replace(/\s*\.\s*/g, '.'), line });
      continue;
    }
    for (let at = 0; at < whole.length; at += 1) {
      const three = whole.slice(at, at + 3);
      if (long !== undefined) {
        if (whole[at] === '\\' && long === '"""') at += 1;
        else if (three === long) {
          long = undefined;
          at += 2;
        }
        continue;
      }
      if (three === '"""' || three === "'''") {
        long = three;
        at += 2;
        continue;
      }
      const sign = whole[at] ?? '';
      if (sign === '#') break;
      const string = /^(?:"(?:[^"\\]|\\.)*"|'[^']*')/.exec(whole.slice(at))?.[0];
      if (string !== undefined) at += string.length - 1;
      else if (/[[{]/.test(sign)) depth += 1;
      else if (/[\]}]/.test(sign)) depth -= 1;
      if (depth < 0) return undefined;
    }
  }
  return depth === 0 && long === undefined ? found : undefined;
}

/** Those of `own`, but these ones as they are in `other`: with their text there, without, or put in again. */
export function withSections(
  own: readonly Section[],
  other: readonly Section[],
  isTaken: (section: Section) => boolean,
): string {
  const laid = own.flatMap((one) => {
    if (!isTaken(one)) return [one];
    const old = other.find(({ key }) => key === one.key);
    if (!old) return [];
    return [old.text.trim() === one.text.trim() ? one : old];
  });
  for (const [at, old] of other.entries()) {
    if (!isTaken(old) || own.some(({ key }) => key === old.key)) continue;
    // Behind the one it stood behind; tables of one list keep their order.
    const before = other.slice(0, at).findLast(({ key }) => laid.some((one) => one.key === key));
    laid.splice(before ? laid.findIndex(({ key }) => key === before.key) + 1 : 0, 0, old);
  }
  return laid.map(({ text }, i) => (i < laid.length - 1 ? withEnd(text) : text)).join('');
}

function withEnd(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}
