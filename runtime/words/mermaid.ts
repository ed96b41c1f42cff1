import { expressionOf, isConditional } from '../model/condition.ts';
import type { Edge } from '../model/edge.ts';
import { oneLine } from './plain-text.ts';

export type DrawnGraph = Readonly<{
  title: string;
  nodes: ReadonlyArray<
    Readonly<{ id: string; role: string; title: string; status?: string; level?: string }>
  >;
  edges: readonly Edge[];
}>;

const TITLE_CHARS = 80;

/** Colours that can be told apart in light and in dark. Statuses that are not here look plain. */
const STYLES: Readonly<Record<string, string>> = {
  done: 'fill:#d3f9d8,stroke:#2b8a3e,color:#000',
  running: 'fill:#d0ebff,stroke:#1971c2,color:#000',
  verify: 'fill:#d0ebff,stroke:#1971c2,color:#000',
  ready: 'fill:#fff3bf,stroke:#e67700,color:#000',
  blocked: 'fill:#ffe8cc,stroke:#d9480f,color:#000',
  failed: 'fill:#ffe3e3,stroke:#c92a2a,color:#000',
};

/** A Mermaid flowchart. Whatever titles hold, they are shown as they are and end no label. */
export function renderMermaid({ title, nodes, edges }: DrawnGraph): string {
  const used = [
    ...new Set(nodes.flatMap(({ status }) => (status && STYLES[status] ? [status] : []))),
  ];
  return [
    '---',
    `title: ${JSON.stringify(oneLine(title, TITLE_CHARS))}`,
    '---',
    'flowchart TD',
    ...nodes.map((node) => `  ${nameOf(node.id)}["${labelOf(node)}"]${classOf(node.status)}`),
    ...edges.map(
      ({ from, to, condition }) => `  ${nameOf(from)} ${arrowOf(condition)} ${nameOf(to)}`,
    ),
    ...used.map((status) => `  classDef ${status} ${STYLES[status]}`),
  ].join('\n');
}

const ARROWS = {
  on_success: '-->',
  on_failure: '-. "on failure" .->',
  always: '-- "always" -->',
} as const;

function arrowOf(condition: Edge['condition']): string {
  if (!isConditional(condition)) return ARROWS[condition];
  return `-- "${escaped(`if ${oneLine(expressionOf(condition) ?? '', TITLE_CHARS)}`)}" -->`;
}

function nameOf(id: string): string {
  return id.replaceAll(/[^A-Za-z0-9]/g, '_');
}

function classOf(status: string | undefined): string {
  return status && STYLES[status] ? `:::${status}` : '';
}

function labelOf({ id, role, title, status, level }: DrawnGraph['nodes'][number]): string {
  const state = [status, level].filter((word) => word).join(' ');
  const lines = [`${id} ${role}`, oneLine(title, TITLE_CHARS), ...(state ? [state] : [])];
  return lines.map(escaped).join('<br/>');
}

/** Characters that end a label, or mean something in one, as entities in Mermaid's own spelling. */
function escaped(text: string): string {
  return text.replaceAll(/["#;&<>`%{}\\*_~]/g, (sign) => `#${sign.charCodeAt(0)};`);
}
