// What became of what was to leave the machine.

import type { PublishedNow } from '../../engine/publish/publish-now.ts';
import type { Sent } from '../../engine/publish/send.ts';
import { UNDER_WAY_MS } from '../../kernel/state/posts.ts';
import { asSentence, timeHere } from '../../words/plain-text.ts';

export type Told = Readonly<{ text: string; hint: string; isAll: boolean }>;

const NAMES = {
  branch: 'Branch',
  pull: 'Pull request',
  body: 'Its text',
  ready: 'Ready for review',
};

export function sentText({ carried, comments }: PublishedNow, goal: string): Told {
  const local =
    carried && carried.local !== 'set' ? [asSentence(`Your own branch: ${carried.local.why}`)] : [];
  const steps = (carried?.steps ?? []).map(({ what, sent }) => `${NAMES[what]}: ${oneText(sent)}`);
  const told = comments.map(({ run, sent }) => `Comment on ${run}: ${oneText(sent)}`);
  const all = [...(carried?.steps ?? []), ...comments];
  const isAll =
    all.every(({ sent }) => sent.is === 'sent') && (carried === null || carried.steps.length > 0);
  const isHeld = carried !== null && comments.length === 0;
  const asks = comments.find(({ sent }) => sent.is === 'person');
  const hint = asks
    ? `Look there, then type: wukong thread ${goal} --sent ${asks.run}, or --not-sent ${asks.run}`
    : `To go on: wukong publish ${goal}${isHeld ? `. Only its comments: add --thread` : ''}`;
  return {
    text: [...local, ...steps, ...told].join('\n') || 'There was nothing to publish.',
    hint,
    isAll,
  };
}

function oneText(sent: Sent): string {
  switch (sent.is) {
    case 'sent':
      return sent.isNew ? 'sent' : 'was there already';
    case 'failed':
      return `not sent: ${asSentence(sent.why)}`;
    case 'waits': {
      const when = Date.parse(sent.since) + UNDER_WAY_MS;
      const then = when > Date.now() ? `after ${timeHere(new Date(when).toISOString())}` : 'now';
      return `${asSentence(sent.why)} It may be there, or arrive yet: type it again ${then}.`;
    }
    case 'busy':
      return 'somebody is sending it at this moment';
    case 'person':
      return `nobody knows whether it is there: ${asSentence(sent.why)}`;
  }
}

export function sentView({ carried, comments }: PublishedNow) {
  return {
    local: carried === null ? null : carried.local === 'set' ? 'set' : carried.local.why,
    steps: (carried?.steps ?? []).map(({ what, sent }) => ({ what, ...sent })),
    commented: comments.map(({ run, sent }) => ({ run, ...sent })),
  };
}
