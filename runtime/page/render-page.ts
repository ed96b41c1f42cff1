// The page of a goal as one HTML file: no script, nothing loaded, and below 1 MB whatever the goal is.
// Each section has its room; what does not fit is counted and said, with where it can be had. Well-formed
// as XML too, so that any parser can check it. Pure.

import { drawPlan } from './draw-plan.ts';
import type { Caught, GoalPage, Question } from './goal-page.ts';
import { type Html, html, NOTHING, within } from './html.ts';
import { renderChange } from './render-change.ts';
import { renderLogs } from './render-logs.ts';
import { renderNodes } from './render-nodes.ts';
import { STYLE } from './style.ts';
import { cut, prose } from './text.ts';

/** How a file begins that may be written over. */
export const MADE_BY = '<!doctype html>\n<!-- wukong show -->\n';

/** Bytes; with what is around them they stay below 1 MB. */
const ROOM = { doubts: 30_000, criteria: 15_000, caught: 50_000, asked: 50_000, decided: 20_000 };

export function renderPage(page: GoalPage): string {
  const waiting = page.questions.filter(({ next }) => next !== null);
  const sections = [
    section('doubts', 'In doubt', doubts(page)),
    section('change', 'The change', renderChange(page.change)),
    section('logs', 'Red and green', renderLogs(page.logs)),
    section('plan', 'The plan', drawPlan(page.plan)),
    section('caught', 'Caught on the way', caughtOnTheWay(page.caught)),
    section('questions', 'Questions and answers', questions(page.questions)),
    section('decided', 'Decided by persons', decided(page.decided)),
    section('nodes', 'Claimed beside seen', renderNodes(page)),
  ];
  const document = html`<html lang="en">
<head>
<meta charset="utf-8"/>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta name="color-scheme" content="light dark"/>
<title>${`${page.goal} ${cut(page.title, 120)}`}</title>
<style>${{ html: STYLE }}</style>
</head>
<body>
<a class="skip" href="#verdict">To the verdict</a>
<header>
<p class="dim">${`${page.goal} · ${page.template} · ${page.issue}`}</p>
<h1 dir="auto">${cut(page.title, 200)}</h1>
</header>
<main>
${verdict(page)}
${waiting.length > 0 ? waits(waiting) : NOTHING}
<nav aria-label="On this page">${sections.map(({ link }) => link)}</nav>
${request(page)}
${sections.map(({ body }) => body)}
</main>
<footer class="dim"><p>${`Made by wukong show from the log as of ${page.asOf}. Times are UTC. The log itself: wukong log --goal ${page.goal}`}</p></footer>
</body>
</html>
`;
  return MADE_BY + document.html;
}

type Section = Readonly<{ link: Html; body: Html }>;

/** One that is empty is not there at all. */
function section(id: string, title: string, content: Html): Section {
  if (content.html === '') return { link: NOTHING, body: NOTHING };
  return {
    link: html`<a href="#${id}">${title}</a> `,
    body: html`<section id="${id}">
<h2>${title}</h2>
${content}
</section>
`,
  };
}

const TONES = {
  good: { sign: '✓', word: 'Shown' },
  doubt: { sign: '?', word: 'Complete, read what is in doubt' },
  open: { sign: '…', word: 'Open' },
  bad: { sign: '✗', word: 'Cancelled' },
} as const;

function verdict({ verdict: { tone, sentence, counts } }: GoalPage): Html {
  const { sign, word } = TONES[tone];
  return html`<section id="verdict" class="verdict t-${tone}">
<p class="tone"><span aria-hidden="true">${sign}</span> ${word}</p>
<p class="said" dir="auto">${prose(sentence, 1200)}</p>
<ul class="counts">${counts.map((count) => html`<li>${prose(count, 600)}</li>`)}</ul>
</section>`;
}

function waits(waiting: readonly Question[]): Html {
  const { shown, left } = within(
    waiting,
    ROOM.asked / 4,
    ({ node, asked, next }) =>
      html`<li><a href="#${node}">${node}</a> <span dir="auto">${prose(asked, 1200)}</span><br/><span class="dim">${prose(next ?? '', 1200)}</span></li>`,
  );
  return html`<section class="waits"><h2>Waits for you</h2><ul>${shown}</ul>${more(left, 'wukong status')}</section>`;
}

function request({ request: asked, criteria, given, started }: GoalPage): Html {
  const { shown, left } = within(
    criteria,
    ROOM.criteria,
    (text) => html`<li class="exact" dir="auto">${prose(text, 600)}</li>`,
  );
  return html`<details><summary>What was asked</summary>
<blockquote dir="auto">${cut(asked, 2000)}</blockquote>
<p class="dim">${`Started ${time(started)}. ${given ? 'Done when:' : 'What the plan is for:'}`}</p>
<ul>${shown}</ul>${more(left, 'wukong status')}
</details>`;
}

function doubts({ doubts: all, goal, nodes }: GoalPage): Html {
  if (all.length === 0) {
    const isJudged = nodes.some(({ run }) => run !== null);
    return isJudged ? html`<p>Nothing of what was measured is in doubt.</p>` : NOTHING;
  }
  const { shown, left } = within(
    all,
    ROOM.doubts,
    ({ text, nodes: of }) =>
      html`<li>${of.map((node) => html`<a href="#${node}">${node}</a> `)}<span dir="auto">${prose(text, 1000)}</span></li>`,
  );
  return html`<ul>${shown}</ul>${more(left, `wukong evidence ${goal}`)}`;
}

function caughtOnTheWay(all: readonly Caught[]): Html {
  if (all.length === 0) return NOTHING;
  const { shown, left } = within(
    all,
    ROOM.caught,
    ({ at, node, what, items }) =>
      html`<li>${node === null ? NOTHING : html`<a href="#${node}">${node}</a> `}<span dir="auto">${prose(what, 400)}</span> <time class="dim" datetime="${at}">${time(at)}</time>${
        items.length === 0
          ? NOTHING
          : html`<ul>${items.slice(0, 10).map((item) => html`<li dir="auto">${prose(item, 600)}</li>`)}</ul>`
      }</li>
`,
  );
  return html`<ul>${shown}</ul>${more(left, 'wukong log')}`;
}

function questions(all: readonly Question[]): Html {
  if (all.length === 0) return NOTHING;
  const { shown, left } = within(
    all,
    ROOM.asked,
    ({ node, escalation, at, asked, answer }) =>
      html`<dt><a href="#${node}">${node}</a> ${escalation === null ? NOTHING : html`<span class="dim">${escalation}</span> `}<span dir="auto">${prose(asked, 1500)}</span> <time class="dim" datetime="${at}">${time(at)}</time></dt>
<dd dir="auto">${answer === null ? 'No answer yet.' : cut(answer, 2000)}</dd>
`,
  );
  return html`<dl>${shown}</dl>${more(left, 'wukong log --type node.answered')}`;
}

function decided(all: readonly string[]): Html {
  if (all.length === 0) return NOTHING;
  const { shown, left } = within(
    all,
    ROOM.decided,
    (text) => html`<li dir="auto">${prose(text, 800)}</li>`,
  );
  return html`<ul>${shown}</ul>${more(left, 'wukong log')}`;
}

function more(left: number, command: string): Html {
  return left === 0
    ? NOTHING
    : html`<p class="dim">${left} more do not fit: <code>${command}</code> has all.</p>`;
}

function time(iso: string): string {
  return iso.slice(0, 16).replace('T', ' ');
}
