// Pages by value, and what every page of a goal has to be.

import sax from 'sax';
import { expect } from 'vitest';
import type { GoalPage, NodePart } from '../../runtime/page/goal-page.ts';

export function nodePart(id: string, more: Partial<NodePart> = {}): NodePart {
  return {
    id,
    role: 'body',
    title: `Do ${id}`,
    status: 'done',
    level: 'L2',
    required: 'L2',
    run: '2026-11-22-body-0001',
    runs: 1,
    sentBack: 0,
    summary: '',
    compared: [
      ['', 'said by the agent', 'seen by the runtime'],
      ['level', 'L3', 'L2'],
    ],
    reasons: ['L2 met: The gate "npm test" passed when the runtime ran it on this tree.'],
    gates: [{ gate: 'npm test', outcome: 'pass', error: null }],
    folder: 'artifacts/S-20261122-001/N-001/2026-11-22-body-0001',
    files: ['gate-npm-test.log'],
    ...more,
  };
}

export function goalPage(more: Partial<GoalPage> = {}): GoalPage {
  return {
    goal: 'G-0001',
    title: 'the decoder crashes',
    request: 'the decoder crashes',
    template: 'fix 1',
    issue: 'local#1',
    started: '2026-11-22T10:00:00.000Z',
    asOf: 'E-000042',
    verdict: {
      tone: 'good',
      sentence: 'Proven: `npm test` failed before, passes now.',
      counts: [],
    },
    doubts: [],
    criteria: ['it works'],
    given: true,
    plan: { nodes: [], edges: [] },
    change: { files: [], held: null, notes: [] },
    logs: [],
    caught: [],
    questions: [],
    decided: [],
    nodes: [nodePart('N-001')],
    ...more,
  };
}

export type Parsed = Readonly<{ elements: readonly sax.Tag[]; text: string }>;

/** Throws where a tag is not closed, an attribute not quoted or an id there twice. */
export function parsed(document: string): Parsed {
  const parser = sax.parser(true, { position: true });
  const elements: sax.Tag[] = [];
  const ids = new Set<string>();
  let text = '';
  parser.onerror = (error) => {
    throw error;
  };
  parser.onopentag = (tag) => {
    elements.push(tag as sax.Tag);
    const id = tag.attributes.id;
    if (typeof id !== 'string') return;
    if (ids.has(id)) throw new Error(`The id ${id} is there twice.`);
    ids.add(id);
  };
  parser.ontext = (part) => {
    text += part;
  };
  parser.write(document).close();
  return { elements, text };
}

/** One file that loads and runs nothing, whatever it is made from. */
export function expectHarmless(document: string): Parsed {
  const page = parsed(document);
  const names = new Set(page.elements.map(({ name }) => name));
  for (const name of ['script', 'img', 'iframe', 'link', 'object', 'form', 'base', 'use']) {
    expect(names, name).not.toContain(name);
  }
  for (const { name, attributes } of page.elements) {
    for (const [key, value] of Object.entries(attributes)) {
      expect(key, name).not.toMatch(/^on|^src$|^style$/);
      if (key === 'href') expect(value).toMatch(/^#/);
    }
  }
  expect(document).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`);
  return page;
}
