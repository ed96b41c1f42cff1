// index.json: anchors.md for programs, in the form of anchor.schema.json. Derived, and never read back.

import { createHash } from 'node:crypto';
import { partsOf } from '../anchor-sections.ts';
import { fieldsOf } from '../recall/fields.ts';

export function indexText(markdown: string): string {
  const sha256 = createHash('sha256').update(markdown).digest('hex');
  const seen = new Set<string>();
  const anchors = partsOf(markdown).flatMap(({ entry, line }) => {
    if (!entry || seen.has(entry.id)) return [];
    seen.add(entry.id);
    const fields = fieldsOf(entry);
    const { context, statement, why, when } = fields;
    const said = { context, decision: statement, why, when };
    return {
      id: entry.id,
      type: entry.type,
      title: entry.title,
      line,
      text: fields.says,
      ...Object.fromEntries(Object.entries(said).filter(([, value]) => value !== '')),
      paths: fields.paths,
      tags: fields.tags,
      source: fields.source,
      last_validated: fields.validated,
      expiry: fields.expires,
      replaces: fields.replaces,
    };
  });
  return `${JSON.stringify({ schema_version: 1, sha256, anchors }, null, 1)}\n`;
}
