// The output of a check before the first change and after the last, side by side. On a narrow screen what
// is the same is shown once. Pure.

import type { LogLine, LogPair, LogRow, LogSide } from './goal-page.ts';
import { bytesOf, type Html, html, NOTHING, within } from './html.ts';
import { cut } from './text.ts';

/** Bytes. */
const ROOM = 210_000;
/** Columns of a line: of a wide log fewer are shown, so that all its lines are. */
const WIDTHS = [400, 160, 80, 40] as const;
/** More rows begin closed. */
const MOST_OPEN_ROWS = 80;

export function renderLogs(pairs: readonly LogPair[]): Html {
  if (pairs.length === 0) return NOTHING;
  const room = Math.floor(ROOM / Math.min(pairs.length, 3));
  // The newest check is what counts.
  const { shown, left } = within([...pairs].reverse(), ROOM, (pair) => renderPair(pair, room));
  return html`${shown}${left === 0 ? NOTHING : html`<p class="dim">${`${left} more do not fit; their logs are in the order folders of the nodes.`}</p>`}`;
}

function renderPair(pair: LogPair, room: number): Html {
  for (const width of WIDTHS) {
    const shown = renderAt(pair, pair.rows, width);
    if (bytesOf(shown) <= room) return shown;
  }
  return renderAt(pair, [], WIDTHS[1]);
}

function renderAt(pair: LogPair, rows: readonly LogRow[], width: number): Html {
  const { command, red, green, first } = pair;
  return html`<h3><code dir="auto">${cut(command, 300)}</code></h3>
<p class="sides">${sideText('before the first change', red)}<br/>${sideText('after the last', green)}</p>
${first ? firstOf(pair, first) : NOTHING}
${table(pair, rows, width)}
`;
}

function sideText(when: string, { outcome, path, missing, gap }: LogSide): Html {
  const cutText = gap === null ? '' : `, ${gap} only there`;
  const note = missing === undefined ? cutText : `, cannot be shown: ${missing}`;
  return html`${`${when}: `}<strong>${outcome}</strong> <span class="dim"><code>${`.wukong/${path}`}</code>${note}</span>`;
}

function firstOf(pair: LogPair, { red, green }: NonNullable<LogPair['first']>): Html {
  return html`<div class="first"><p class="dim">The first difference</p>
<p class="line ${colourOf(pair.red)}"><span class="sign">−</span>${lineText(red)}</p>
<p class="line ${colourOf(pair.green)}"><span class="sign">+</span>${lineText(green)}</p></div>`;
}

/** By how it ended, not by when: a check may pass before the first change, and fail after the last. */
function colourOf({ outcome }: LogSide): string {
  return outcome === 'passed' || outcome === 'failed' ? outcome : '';
}

function lineText(line: LogLine | null): Html {
  if (line === null) return html`<span class="dim">no line</span>`;
  const where =
    line.number === null ? NOTHING : html` <span class="dim">line ${line.number}</span>`;
  return html`${cut(line.text, 400)}${where}`;
}

function table(pair: LogPair, rows: readonly LogRow[], width: number): Html {
  const differs = pair.first !== null;
  if (rows.length === 0) return html`<p class="dim">Their lines do not fit on this page.</p>`;
  const content = html`<summary>${differs ? 'Side by side' : 'Side by side: nothing differs but times and addresses'}</summary>
<div class="code"><table class="logs"><colgroup><col/><col/><col/><col/></colgroup><thead><tr><td></td><th scope="col">before</th><td></td><th scope="col">after</th></tr></thead><tbody>
${rows.map((row) => renderRow(pair, row, width))}</tbody></table></div>`;
  return rows.length <= MOST_OPEN_ROWS
    ? html`<details open="">${content}</details>`
    : html`<details>${content}</details>`;
}

function renderRow(pair: LogPair, row: LogRow, width: number): Html {
  if (row.kind === 'gap') {
    return html`<tr class="at"><td></td><td>${row.red ?? ''}</td><td></td><td>${row.green ?? ''}</td></tr>
`;
  }
  const { kind, red, green } = row;
  const cell = (line: LogLine | null, side: string): Html =>
    line === null
      ? html`<td class="none"></td><td class="none"></td>`
      : html`<td data-n="${line.number ?? ''}"></td><td class="line ${side}">${cut(line.text, width)}</td>`;
  const [before, after] = [`before ${colourOf(pair.red)}`, `after ${colourOf(pair.green)}`];
  return html`<tr class="${kind}">${cell(red, before)}${cell(green, after)}</tr>
`;
}
