// What a patch touches, by the names that git writes behind the place of each hunk.

import { oneLine } from '../plain-text.ts';

const MOST = 20;
const LONGEST = 200;
const MOST_READ = 500;

/** How the line that git shows declares a name, by the languages there are. The first that fits counts. */
const DECLARED: readonly RegExp[] = [
  /^\s*func\s+(?:\([^)]*\)\s*)?(\w+)/,
  /\b(?:function\s*\*?|class|interface|struct|enum|trait|impl|namespace|module|protocol|record|def|fn|fun)\s+([\w$.:]+)/,
  /\b(?:const|let|var|val|type)\s+([\w$]+)\s*[=:<]/,
  /([\w$~:]+)\s*\(/,
];

/** Of `@@ -1,4 +1,5 @@ export function decode(text) {`: `decode`. A line that declares nothing stays whole. */
export function hunkNames(patch: string): string[] {
  const heads = patch.matchAll(/^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@ (.+)$/gm);
  return [...new Set([...heads].map(([, head = '']) => nameIn(head)))].slice(0, MOST);
}

function nameIn(head: string): string {
  // git cuts it, others need not.
  const line = head.slice(0, MOST_READ);
  for (const pattern of DECLARED) {
    const name = pattern.exec(line)?.[1]?.replace(/:+$/, '');
    if (name) return name;
  }
  return oneLine(head, LONGEST);
}
