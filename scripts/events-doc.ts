// docs/events.md, from the definitions of the facts: what each means, when it is written, an example.

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { z } from 'zod';
import { type Definition, IDS } from '../runtime/model/facts/definition.ts';
import { FAMILIES } from '../runtime/model/facts/fact.ts';

const FILE = fileURLToPath(new URL('../docs/events.md', import.meta.url));

const HEAD = `# Events

\`.wukong/events.jsonl\` has one JSON object a line; what the keys around the payload mean is in [the log](internals/log.md). This page is written from the definitions in \`runtime/model/facts/\` by \`npm run schemas\`; \`schemas/event.schema.json\` says the same for programs.

Each type is one word to grep for:

\`\`\`sh
grep '"type":"node.done"' .wukong/events.jsonl
grep '"node_id":"N-020"' .wukong/events.jsonl | grep '"type":"run\\.'
\`\`\`
`;

const TITLES: Readonly<Record<keyof typeof FAMILIES, string>> = {
  goal: 'Goals and their graphs',
  node: 'Nodes',
  run: 'Runs',
  lane: 'Lanes',
  order: 'Folders of orders',
  usage: 'Usage and budgets',
  evidence: 'Evidence',
  acceptance: 'What counts because a person said so',
  criteria: 'Criteria',
  escalation: 'What only a person can answer',
  memory: 'What outlives a goal',
  post: 'What leaves this machine',
  log: 'The log, its configuration, and what people are shown',
  host: 'Events of the client',
};

export function eventsDoc(): string {
  const sections = Object.entries(FAMILIES).map(([family, facts]) => {
    const title = TITLES[family as keyof typeof FAMILIES];
    const entries = Object.entries<Definition>(facts);
    const all = family === 'host' ? [hostSection(entries)] : entries.map(factSection);
    return [`## ${title}`, ...all].join('\n\n');
  });
  return `${[HEAD.trimEnd(), ...sections].join('\n\n')}\n`;
}

/** They differ in name and meaning only. */
function hostSection(facts: ReadonlyArray<readonly [string, Definition]>): string {
  const rows = facts.map(([type, { means }]) => `| \`${type}\` | ${means} |`);
  const [, first] = facts[0] ?? [];
  const fields = first ? fieldsOf(first.payload) : '';
  return [['| type | means |', '|---|---|', ...rows].join('\n'), fields].join('\n\n');
}

function factSection([type, { about, means, when, payload, example }]: readonly [
  string,
  Definition,
]): string {
  const ids = Object.fromEntries(IDS[about].map((id) => [id, SAMPLE_IDS[id]]));
  const line = JSON.stringify({ type, ...ids, payload: example });
  return [
    `### \`${type}\``,
    `${means}\n\n*Written:* ${when}`,
    fieldsOf(payload),
    `\`\`\`json\n${line}\n\`\`\``,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

const SAMPLE_IDS = {
  session_id: '11111111-1111-4111-8111-111111111111',
  goal_id: 'G-0001',
  node_id: 'N-020',
  run_id: '2026-11-22-body-0004',
} as const;

function fieldsOf(payload: z.ZodObject): string {
  return Object.entries(payload.shape)
    .map(([name, field]) => {
      const optional = field.safeParse(undefined).success ? ', optional' : '';
      const means = field.description ? `: ${field.description}` : '';
      return `- \`${name}\`${optional}${means}`;
    })
    .join('\n');
}

export function eventsDocDrift(): boolean {
  return readFileSync(FILE, 'utf8') !== eventsDoc();
}

export function writeEventsDoc(): void {
  writeFileSync(FILE, eventsDoc());
}
