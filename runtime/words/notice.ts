// What the user of a session is told when a hook can next say something.

import type { Notice } from '../model/notice.ts';
import { trialText, wayOutText } from './evidence-copies.ts';
import { besideText, faultText } from './fault.ts';
import { nameOf } from './name-of.ts';
import { asSentence } from './plain-text.ts';
import { reasonText } from './reason.ts';
import { acceptGoalText, nextText, pausedNext, waitsText } from './waiting.ts';

export function noticeText(notice: Notice): string {
  switch (notice.kind) {
    case 'text':
      return notice.text;
    case 'node-waits': {
      const waiting = { ...notice, kind: notice.blocked };
      const { goal, node } = notice;
      return `Wukong: ${goal}/${node} waits for you: ${waitsText(waiting)} ${nextText(waiting, 'session')}`;
    }
    case 'goal-parked':
      return `Wukong: ${notice.goal} is parked: ${reasonText(notice.because)}. Nothing is lost. Type /wukong_resume when it is over.`;
    case 'goal-waits': {
      const { goal: id, because } = notice;
      return `Wukong: ${id} is paused: ${asSentence(reasonText(because))} ${pausedNext(id, because)}`;
    }
    case 'no-progress': {
      const ready = notice.ready.map(({ id, role }) => `${id} (${role})`).join(', ');
      return `Wukong: ${notice.goal} is paused, because nothing moved after ${notice.reminders} reminders. Ready: ${ready}. Type /wukong_resume to go on.`;
    }
    case 'cut-short': {
      const nodes = notice.nodes.join(', ');
      return `Wukong: nothing more can run in ${notice.goal}, and it is not complete: ${nodes}, with which its plan ends, was skipped. It is paused. \`wukong abort ${notice.goal}\` ends it; \`join: any\` lets a node run when one of the ways to it is taken.`;
    }
    case 'final-gates': {
      const gates = notice.gates.map((gate) => `"${gate}"`).join(', ');
      return `Wukong: all nodes of ${notice.goal} are done, but on the final tree these gates fail: ${gates}. No finished node of it changes files, so none is opened again, and ${notice.goal} is paused. Fix it and type /wukong_resume ${notice.goal}: the gates run once more at the next stop. Or give it up with \`wukong abort ${notice.goal}\`.`;
    }
    case 'fault-not-shown':
      return `Wukong: all nodes of ${notice.goal} are done. The fault was not shown: ${asSentence(notice.why)} ${notice.goal} is paused. ${acceptGoalText(notice.goal, 'session')}, or give it up with \`wukong abort ${notice.goal}\`.`;
    case 'cannot-close':
      return `Wukong: all nodes of ${notice.goal} are done, and it could not be closed: ${notice.why}. Fix that; closing is tried again when Claude next stops.`;
    case 'goal-completed':
      return completedText(notice);
    case 'gate-differs':
      return `Wukong: the gate "${notice.gate}" ${trialText(notice)}. ${wayOutText(notice)} Until then no run of it in a copy shows anything in ${notice.goal}. To try it again: wukong gates --try`;
    case 'settings-uncounted':
      return `Wukong: since ${notice.goal} began this was changed: ${notice.what.join(', ')}. Its gates run as if it was not, until you type \`wukong trust\` in a terminal of your own.`;
    case 'settings-changed':
      return `Wukong: ${notice.goal} is paused, and no gate of it runs: ${notice.what.join(', ')}. Put that back, or let it count by typing \`wukong trust\` in a terminal of your own; then type /wukong_resume ${notice.goal}.`;
    case 'config-rejected':
      return `Wukong: ${notice.problem} The last good configuration stays in force.`;
    default:
      return nameOf(notice);
  }
}

function completedText(notice: Extract<Notice, { kind: 'goal-completed' }>): string {
  const { goal, nodes, total, summary, candidates, fault, beside } = notice;
  const ends = nodes.map(({ id, end }) => `${id} ${end}`);
  if (total > nodes.length) ends.push('…');
  const review =
    candidates > 0
      ? ` ${candidates === 1 ? '1 memory candidate waits' : `${candidates} memory candidates wait`} in .wukong/anchors/anchors_candidates.md.`
      : '';
  const said = [fault ? faultText(fault) : '', besideText(beside)].filter((text) => text !== '');
  const first = said.map((text) => `${text} `).join('');
  return `Wukong: ${first}${goal} is complete, all ${total} nodes done (${ends.join(', ')}). Summary: .wukong/${summary}.${review}`;
}
