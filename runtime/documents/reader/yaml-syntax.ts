// What the parser of YAML found, in words for the person who wrote the file.

import { isNode, type Node, visit, type YAMLError } from 'yaml';
import { problem, type Source } from '../../files/problem-at.ts';
import type { Problem } from '../../model/failure.ts';

const SYNTAX: Readonly<
  Partial<Record<YAMLError['code'], Readonly<{ message?: string; hint: string }>>>
> = {
  TAB_AS_INDENT: { message: 'A tab cannot indent.', hint: 'Indent with spaces.' },
  MULTIPLE_DOCS: { message: 'A second document begins here.', hint: 'Remove the line "---".' },
  TAG_RESOLVE_FAILED: {
    message: 'Tags (!…) have no meaning here.',
    hint: 'If the text begins with "!", quote it.',
  },
  BAD_SCALAR_START: { hint: 'If the text begins with it, quote it.' },
  BLOCK_AS_IMPLICIT_KEY: {
    message: 'This cannot be a key: the line has one already.',
    hint: 'If ":" belongs to the text, quote the text; else look how the next line is indented.',
  },
};

export function syntaxProblem(source: Source, error: YAMLError, root: Node | null): Problem {
  const open = openedAt(source, error, root);
  if (open) {
    const { start, closing } = open;
    const message = `This ${NAMES[closing] ?? 'quote'} is not closed.`;
    return problem(source, start, 1, message, `Close it with ${closing}`);
  }
  const [start, end] = error.pos;
  const { message = `${error.message.replace(/\.$/, '')}.`, hint } = SYNTAX[error.code] ?? {};
  return problem(source, start, end - start, message, hint);
}

const NAMES: Readonly<Record<string, string>> = { ']': 'list', '}': 'map' };

/** What is not closed swallows the rest of the file: the parser names its end, a person looks for its begin. */
function openedAt(
  { text }: Source,
  { code, pos: [end] }: YAMLError,
  root: Node | null,
): Readonly<{ start: number; closing: string }> | undefined {
  if (code !== 'MISSING_CHAR' && code !== 'BAD_INDENT') return undefined;
  let found: Readonly<{ start: number; closing: string }> | undefined;
  visit(root, (_, node) => {
    if (!isNode(node) || node.range?.[1] !== end) return;
    const [start] = node.range;
    const closing = CLOSING[text[start] ?? ''];
    // The innermost is visited last.
    if (closing !== undefined && (end === start + 1 || text[end - 1] !== closing)) {
      found = { start, closing };
    }
  });
  return found;
}

const CLOSING: Readonly<Record<string, string>> = { '[': ']', '{': '}', '"': '"', "'": "'" };
