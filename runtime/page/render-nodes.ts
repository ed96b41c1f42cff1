// Each node: what its agent said beside what the runtime saw. Pure.

import type { GoalPage, NodePart } from './goal-page.ts';
import { type Html, html, NOTHING, within } from './html.ts';
import { signOf, stateOf } from './node-state.ts';
import { cut, prose } from './text.ts';

/** Bytes. */
const ROOM = 140_000;
const MOST_ITEMS = 12;

export function renderNodes({ nodes, goal }: GoalPage): Html {
  const { shown, left } = within(nodes, ROOM, renderNode);
  return html`${shown}${
    left === 0
      ? NOTHING
      : html`<p class="dim">${left} more do not fit: <code>${`wukong evidence ${goal}`}</code> has all.</p>`
  }`;
}

function renderNode(node: NodePart): Html {
  const { id, role, title, status, level, required, runs, sentBack, summary, folder } = node;
  const about = [
    level === null ? '' : `${required} required`,
    runs > 1 ? `${runs} runs` : '',
    sentBack > 0 ? `sent back ${sentBack === 1 ? 'once' : `${sentBack} times`}` : '',
  ].filter((text) => text !== '');
  return html`<article id="${id}">
<h3><span class="s-${status}" aria-hidden="true">${signOf(status)}</span> ${`${id} `}<span dir="auto">${cut(title, 200)}</span></h3>
<p class="dim">${[role, stateOf({ status, level }), ...about].join(' · ')}</p>
${summary === '' ? NOTHING : html`<p dir="auto">${cut(summary, 600)}</p>`}
${comparison(node)}
${details(node)}
${folder === null ? NOTHING : html`<p class="dim path">Files: <code>${`.wukong/${folder}/`}</code></p>`}
</article>
`;
}

function comparison({ compared }: NodePart): Html {
  const [head = [], ...rows] = compared;
  if (rows.length === 0) return NOTHING;
  const [, said = '', seen = ''] = head;
  return html`<table class="compared"><thead><tr><td></td><th scope="col">${said}</th><th scope="col">${seen}</th></tr></thead><tbody>
${rows.map(
  ([name = '', claimed = '', found = '']) =>
    html`<tr><th scope="row">${name}</th><td data-of="${said}" dir="auto">${prose(claimed, 400)}</td><td data-of="${seen}" dir="auto">${prose(found, 400)}</td></tr>
`,
)}</tbody></table>`;
}

function details({ reasons, gates, files }: NodePart): Html {
  if (reasons.length + gates.length === 0) return NOTHING;
  const ofGates = gates
    .slice(0, MOST_ITEMS)
    .map(
      ({ gate, outcome, error }) => `gate ${gate}: ${outcome}${error === null ? '' : `, ${error}`}`,
    );
  const items = [...reasons.slice(0, MOST_ITEMS), ...ofGates];
  const more = gates.length - ofGates.length;
  return html`<details><summary>Why this level</summary><ul>
${items.map((item) => html`<li dir="auto">${prose(item, 400)}</li>`)}${more > 0 ? html`<li>${more} more gates</li>` : NOTHING}</ul>${
    files.length === 0
      ? NOTHING
      : html`<p class="dim path">Logs: ${files.slice(0, MOST_ITEMS).map((name) => html`<code>${name}</code> `)}</p>`
  }</details>`;
}
