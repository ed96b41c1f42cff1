// What is said of a goal beside its nodes: whether its fault was shown, and what a person decided.

import type { Terminal } from '../model/actors/terminal.ts';
import type { Decided, Fault } from '../model/proof.ts';
import { asSentence } from './plain-text.ts';

/** What is said first of a goal that was to be shown red and green: whole sentences. */
export function faultText(fault: Fault): string {
  switch (fault.kind) {
    case 'shown':
      return `Proven: \`${fault.check}\` failed before, passes now.`;
    case 'nothing-changed':
      return 'The fault was not seen, nothing was changed.';
    case 'documentation':
      return `No check opens what was changed: ${fault.files.join(', ')}.`;
    case 'not-shown': {
      const what = `The fault was not shown: ${asSentence(fault.why)}`;
      if (fault.accepted === null) return what;
      const { by, why } = fault.accepted;
      return `${what} Accepted by ${by}${why === '' ? '.' : `: ${asSentence(why)}`}`;
    }
  }
}

/** What counts because a person said so: who, when, at which terminal, why, about what. */
export function decidedText({ what, node, at, by, why, about, terminal }: Decided): string {
  const where = terminal ? `at ${terminalText(terminal)}` : 'in Claude Code';
  const who = `${by || 'a person'}, ${at.slice(0, 16).replace('T', ' ')} UTC, ${where}`;
  const files = about.length > 0 ? `: ${about.join(', ')}` : '';
  const of = node === null ? '' : `${node}: `;
  return `${of}${WHAT[what]}${files} (${who}).${why === '' ? '' : ` ${asSentence(why)}`}`;
}

const WHAT: Readonly<Record<Decided['what'], string>> = {
  unproven: 'accepted, although the fault was not shown',
  'no-change': 'accepted that nothing had to be changed',
  'tests-changed': 'accepted changed tests',
  foreign: 'took these changes for their own',
  approve: 'allowed, once',
  trust: 'said that these settings count',
};

/** A terminal made by a program is one as well: what stands above it, and since when, may tell. */
export function terminalText({ name, parents, age_sec: age }: Terminal): string {
  const above = parents.length > 0 ? `below ${parents.join(' < ')}` : '';
  const open = age === null ? '' : `open for ${ageText(age)}`;
  const more = [above, open].filter((text) => text !== '').join(', ');
  return more === '' ? name : `${name}, ${more}`;
}

function ageText(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 120) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`;
}
