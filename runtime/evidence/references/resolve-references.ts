import { createHash } from 'node:crypto';
import type { CitedPlace, ResolvedReference } from '../../model/evidence.ts';
import { holdsWords } from '../../model/holds-words.ts';
import type { FileReference, Reference } from '../../model/report.ts';
import { eachTreeFile, type TreeFile } from '../trees/tree-files.ts';
import type { RecordedTree } from '../trees/tree-lookup.ts';
import { findQuote, type LineRange } from './quoted-lines.ts';

/** How far from the cited line a quote may stand: agents count lines before their own last edit. */
const NEARBY_LINES = 3;

/**
 * Holds each reference against the recorded tree of its run and the user's words. What is not in the
 * tree (ignored files, later ones, links out of it), binary files and those above 2 MB don't resolve.
 * Without a tree no file does. The result has the length and order of `references`. Never rejects.
 */
export async function resolveReferences(
  references: readonly Reference[],
  { from, request }: Readonly<{ from: RecordedTree | undefined; request: string }>,
): Promise<ResolvedReference[]> {
  const resolved = new Map<Reference, ResolvedReference>();
  const byPath = new Map<string, FileReference[]>();
  for (const reference of references) {
    if (reference.kind === 'request') resolved.set(reference, inRequest(reference, request));
    else byPath.set(reference.path, [...(byPath.get(reference.path) ?? []), reference]);
  }
  const take = (cited: string, file: TreeFile): void => {
    for (const reference of byPath.get(cited) ?? [])
      resolved.set(reference, inFile(reference, file));
  };
  if (from) await eachTreeFile(from, [...byPath.keys()], take);
  return references.map(
    (reference) =>
      resolved.get(reference) ?? {
        reference,
        resolved: false,
        why: 'the tree of this run could not be recorded',
      },
  );
}

function inRequest(
  reference: Extract<Reference, { kind: 'request' }>,
  request: string,
): ResolvedReference {
  if (holdsWords(request, reference.quote)) {
    return { reference, resolved: true };
  }
  return { reference, resolved: false, why: 'these words are not in the request' };
}

function inFile(reference: FileReference, file: TreeFile): ResolvedReference {
  const no = (why: string): ResolvedReference => ({ reference, resolved: false, why });
  if (!file.ok) return no(file.why);
  const { line, quote } = reference;
  const count = file.lines.length;

  if (line === undefined) {
    if (quote === undefined) return no('it names no line (write path:line)');
    const found = findQuote(file.lines, quote, { first: 1, last: count, around: 0 });
    if (!found) return no('the quoted text is not in the file');
    return yes(reference, file, found, true);
  }
  const last = reference.endLine ?? line;
  const isBeyond = last > count + (quote === undefined ? 0 : NEARBY_LINES);
  if (line < 1 || last < line || isBeyond) {
    const asked = reference.endLine === undefined ? `${line}` : `${line}-${last}`;
    return no(`line ${asked} does not exist (the file has ${count} lines)`);
  }
  if (quote === undefined) return yes(reference, file, { line, endLine: last }, false);
  const found = findQuote(file.lines, quote, { first: line, last, around: NEARBY_LINES });
  return found
    ? yes(reference, file, found, true)
    : no(`the quoted text is not within ${NEARBY_LINES} lines of it`);
}

function yes(
  reference: FileReference,
  file: Extract<TreeFile, { ok: true }>,
  found: LineRange,
  isQuote: boolean,
): ResolvedReference {
  const { line = found.line, endLine = line } = reference;
  const said = [
    ...(file.renamedTo === undefined ? [] : [`the file is ${file.renamedTo} now`]),
    ...(found.line < line || found.line > endLine
      ? [`the quoted text begins at line ${found.line}`]
      : []),
  ];
  return {
    reference,
    resolved: true,
    ...(isQuote ? { foundLine: found.line } : {}),
    ...(said.length === 0 ? {} : { why: said.join('; ') }),
    place: placeOf(file, found),
  };
}

function placeOf(
  { path, blob, lines }: Extract<TreeFile, { ok: true }>,
  { line, endLine }: LineRange,
): CitedPlace {
  const text = lines.slice(line - 1, endLine).join('\n');
  return { path, line, endLine, blob, sha256: createHash('sha256').update(text).digest('hex') };
}

/** What of the places of a run is not in its tree any more as it was: why, by their position. */
export async function changedPlaces(
  references: readonly ResolvedReference[],
  from: RecordedTree,
): Promise<ReadonlyMap<number, string>> {
  const wrong = new Map<number, string>();
  const places = references.map(({ place }) => place);
  const take = (path: string, file: TreeFile): void => {
    for (const [i, place] of places.entries()) {
      if (place?.path !== path) continue;
      const why = file.ok ? whatChanged(place, placeOf(file, place)) : file.why;
      if (why !== undefined) wrong.set(i, why);
    }
  };
  await eachTreeFile(
    from,
    places.flatMap((place) => place?.path ?? []),
    take,
  );
  return wrong;
}

function whatChanged(was: CitedPlace, is: CitedPlace): string | undefined {
  if (was.sha256 !== is.sha256) return 'other lines stand there';
  return was.blob === is.blob ? undefined : 'the file is another one';
}
