// What the skills say about levels and anchors, written from the model, as the schemas are.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { anchorSchema } from '../runtime/model/documents/anchor.ts';
import { LEVEL_RULES } from '../runtime/model/level-rules.ts';
import { EVIDENCE_LEVELS } from '../runtime/model/vocabulary.ts';

const SKILLS = fileURLToPath(new URL('../.claude/skills/', import.meta.url));

const LEVELS = /(<!-- levels: [^\n]*-->\n)[\s\S]*?(<!-- \/levels -->)/;

/** By path below the folder of skills: what stands there, as it should be. */
function written(folder: string): ReadonlyMap<string, string> {
  const evidence = join('evidence', 'SKILL.md');
  const text = readText(join(folder, evidence));
  return new Map([
    [evidence, text.replace(LEVELS, (_, open, close) => `${open}${levelsText()}${close}`)],
    [join('anchor_writer', 'rules', 'anchor_schema.md'), anchorText()],
  ]);
}

/** Names of the files that do not say what the model says. */
export function skillDrift(folder: string = SKILLS): string[] {
  const all = [...written(folder)];
  return all
    .filter(([path, text]) => text !== readText(join(folder, path)) || !hasLevels(path, text))
    .map(([path]) => path);
}

export function writeSkills(folder: string = SKILLS): void {
  for (const [path, text] of written(folder)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** Without its marks nothing would be replaced, and nothing found to differ. */
function hasLevels(path: string, text: string): boolean {
  return !path.endsWith('SKILL.md') || LEVELS.test(text);
}

export function levelsText(): string {
  const rows = EVIDENCE_LEVELS.map((level) => [level, LEVEL_RULES[level].proven]);
  const rules = EVIDENCE_LEVELS.filter((level) => LEVEL_RULES[level].conditions.length > 0).map(
    (level) =>
      [
        `**${level}** takes all of this:`,
        '',
        ...LEVEL_RULES[level].conditions.map((condition) => `- ${condition}`),
        '',
        `To reach it: ${LEVEL_RULES[level].raise}`,
        '',
      ].join('\n'),
  );
  return ['', table([['level', 'proven by the runtime'], ...rows]), '', ...rules].join('\n');
}

/** In columns of one width, as formatters have it: what is installed must not fail their checks. */
function table([head = [], ...rows]: readonly (readonly string[])[]): string {
  const widths = head.map((name, at) =>
    Math.max(3, ...[name, ...rows.map((row) => row[at] ?? '')].map((cell) => cell.length)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

type Field = Readonly<{ description?: string; enum?: string[]; default?: unknown } & Limits>;
type Limits = Readonly<{ type?: string; pattern?: string; minLength?: number; maxLength?: number }>;

function anchorText(): string {
  const schema = z.toJSONSchema(anchorSchema, { io: 'input', target: 'draft-07' });
  const required = new Set(schema.required ?? []);
  const rows = Object.entries(schema.properties ?? {}).map(([name, value]) => {
    const field = value as Field;
    const needed = required.has(name) ? 'yes' : 'no';
    return [`\`${name}\``, needed, limitsOf(field), field.description ?? ''];
  });
  return `# Fields of an anchor

${schema.description} The same for programs: \`.git/wukong/schemas/anchor.schema.json\`.

${table([['field', 'required', 'form', 'what it says'], ...rows])}

No other field is known.
`;
}

const FORMS: Readonly<Record<string, string>> = { string: 'text', array: 'a list of texts' };

function limitsOf({ enum: words, pattern, minLength, maxLength, type }: Field): string {
  if (words) return words.join(', ');
  const parts = [
    ...(pattern === undefined ? [] : [`\`${pattern.replaceAll('|', '\\|')}\``]),
    ...(maxLength === undefined ? [] : [`${minLength ?? 0} to ${maxLength} characters`]),
  ];
  return (parts.join(', ') || FORMS[type ?? '']) ?? 'text, or null';
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}
