// What a goal changed, file by file, with which lines a test holds. Pure.

import type { Change, FileChange, PatchHunk, PatchLine } from './goal-page.ts';
import { type Html, html, NOTHING, within } from './html.ts';
import { cut } from './text.ts';

/** Bytes. */
const ROOM = 210_000;
/** Of one file, so that a long one hides no other. */
const ROOM_OF_FILE = 90_000;
const MOST_COLUMNS = 400;
/** More begin closed. */
const MOST_OPEN_LINES = 400;

export function renderChange({ files, held, notes }: Change): Html {
  const told = notes.map((note) => html`<p class="dim">${cut(note, 400)}</p>`);
  if (files.length === 0) return html`<p>No file was changed.</p>${told}`;
  let open = MOST_OPEN_LINES;
  const { shown, left } = within(files, ROOM, (file) => {
    open -= file.added + file.removed;
    return renderFile(file, open >= 0);
  });
  const marks = files.flatMap(({ hunks }) => hunks.flatMap(({ lines }) => lines));
  const hasMarks = marks.some(({ mark }) => mark !== null);
  return html`${held === null ? NOTHING : html`<p>${cut(held, 1500)}</p>`}
${
  hasMarks
    ? html`<p class="dim">Each part of the program was put back alone and the check run: <span class="mark m-held">held</span> it failed then, <span class="mark m-open">not held</span> it still passed. Without a mark: tests, prose, or not tried.</p>`
    : NOTHING
}${told}
${shown}
${left === 0 ? NOTHING : html`<p class="dim">${`${left} more ${left === 1 ? 'file does' : 'files do'} not fit; git diff has all.`}</p>`}`;
}

function renderFile(
  { path, how, isBinary, added, removed, hunks }: FileChange,
  open: boolean,
): Html {
  const rows = hunks.flatMap(rowsOf);
  const { shown, left } = within(rows, ROOM_OF_FILE, renderRow);
  const counts = isBinary ? 'binary' : `+${added} −${removed}`;
  const summary = html`<summary><code dir="auto">${cut(path, 300)}</code> <span class="dim">${how === 'changed' ? counts : `${how}, ${counts}`}</span></summary>`;
  const body = html`<div class="code"><table class="patch"><colgroup><col/><col/><col/></colgroup><tbody>
${shown}</tbody></table></div>${
    left === 0
      ? NOTHING
      : html`<p class="dim">${`${left} more ${left === 1 ? 'line does' : 'lines do'} not fit; git diff has all.`}</p>`
  }`;
  const content = html`${summary}
${hunks.length === 0 ? NOTHING : body}`;
  return open ? html`<details open="">${content}</details>` : html`<details>${content}</details>`;
}

type Row = Readonly<{ line: PatchLine; above: PatchLine | undefined }> | string;

function rowsOf({ header, lines }: PatchHunk): Row[] {
  return [header, ...lines.map((line, i) => ({ line, above: lines[i - 1] }))];
}

function renderRow(row: Row): Html {
  return typeof row === 'string'
    ? html`<tr class="at"><td></td><td></td><td>${cut(row, 200)}</td></tr>
`
    : renderLine(row.line, row.above);
}

const SIGNS = { '+': 'add', '-': 'del', ' ': 'same' } as const;
const MARKS = { held: 'm-held', 'not held': 'm-open' } as const;

function renderLine(
  { sign, before, after, text, mark }: PatchLine,
  above: PatchLine | undefined,
): Html {
  // Said once, at the first of the lines that were put back together.
  const isFirst = mark !== null && (above === undefined || above.sign === ' ');
  const label =
    mark !== null && isFirst ? html`<span class="mark ${MARKS[mark]}">${mark}</span>` : NOTHING;
  const style = mark === null ? SIGNS[sign] : `${SIGNS[sign]} ${MARKS[mark]}`;
  return html`<tr class="${style}"><td data-n="${before ?? ''}"></td><td data-n="${after ?? ''}"></td><td class="line">${label}<span class="sign">${sign}</span>${cut(text, MOST_COLUMNS)}</td></tr>
`;
}
