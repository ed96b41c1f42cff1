// The ways on from what pauses a goal.

import { exampleOf, type Raise } from './raise.ts';
import { type Asked, cancel, say, type Three, type, type Way, way } from './way.ts';

export function workGone(asked: Asked): Three {
  return [
    way(
      'brought-back',
      'I brought it back (`git stash pop`, `git reflog`, or the patch): go on',
      say('The work that was gone is back.'),
      ['Nothing is done twice.'],
      ['You bring it back by hand.'],
      'S',
    ),
    way(
      'tree-as-it-is',
      'Go on with the tree as it is',
      say('The tree is right as it is now.'),
      ['It goes on at once.'],
      ['What is gone is done again, or missing at the end.'],
      'M',
    ),
    cancel(asked),
  ];
}

export function finalGate(asked: Asked): Three {
  const command = `wukong evidence ${asked.goal}`;
  return [
    way(
      'gates-fixed',
      'I fixed what the gate shows: run the gates once more',
      say('The gates were fixed by hand.'),
      ['The goal ends with all gates passed.'],
      ['You fix it by hand; no node of the goal changes files.'],
      'M',
    ),
    way(
      'see-evidence',
      `Look at what was proven first: \`${command}\``,
      type(command),
      ['You see what each node showed, and on which tree.'],
      ['The goal waits on.'],
      'S',
    ),
    cancel(asked),
  ];
}

export function cutShort(asked: Asked): Three {
  const command = `wukong graph ${asked.goal}`;
  return [
    way(
      'plan-changed',
      'Go on; the plan was changed, or a node was taken back',
      say('Go on.'),
      ['What can run runs.'],
      ['If nothing was changed, it pauses again at once.'],
      'M',
    ),
    way(
      'see-edges',
      `Look at which edges were not taken: \`${command}\``,
      type(command),
      ['You see where the plan ended, and which node to take back.'],
      ['The goal waits on.'],
      'S',
    ),
    cancel(asked),
  ];
}

export function settings(asked: Asked): Three {
  return [
    way(
      'settings-put-back',
      'I put the settings back as they were: go on',
      say('The settings are as they were.'),
      ['The gates run as you approved them when the goal began.'],
      ['You put them back by hand.'],
      'S',
    ),
    way(
      'settings-count',
      'Let them count as they are now: `wukong trust`, then resume',
      type('wukong trust'),
      ['The goal goes on with the new settings.'],
      ['Gates may run differently from what you saw when it began.'],
      'S',
    ),
    cancel(asked),
  ];
}

export function deadline(asked: Asked, raise: Raise): Three {
  const more = `Give it more time: write the new deadline below, for example \`${exampleOf(raise)}\``;
  return giveMore(asked, raise, 'more-time', more, 'It ends later than you wanted.');
}

export function budget(asked: Asked, raise: Raise): Three {
  const whose =
    raise.kind === 'raise' && raise.node !== undefined
      ? `the budget of ${raise.node}`
      : 'its budget';
  const more = `Raise ${whose}: write the new limit below, for example \`${exampleOf(raise)}\``;
  return giveMore(asked, raise, 'raise', more, 'It uses more than you wanted.');
}

function giveMore(
  asked: Asked,
  raise: Raise,
  id: 'more-time' | 'raise',
  more: string,
  against: string,
): Three {
  return [
    way(id, more, raise, ['The work that is there is not lost.'], [against], 'S'),
    finishByHand(asked),
    cancel(asked),
  ];
}

export function withoutPack(asked: Asked): Three {
  return [
    way(
      'files-back',
      'I put the files back: go on',
      say('The files are back.'),
      ['The next run knows what was tried.'],
      ['You put them back by hand.'],
      'S',
    ),
    way(
      'without-files',
      'Go on without them',
      say('Go on without what earlier runs left.'),
      ['It goes on at once; what is in the tree stays there.'],
      ['The next run may try again what did not do.'],
      'M',
    ),
    cancel(asked),
  ];
}

function finishByHand({ goal }: Asked): Way {
  return way(
    'by-hand',
    `Finish it by hand from what is there: \`wukong show ${goal}\``,
    type(`wukong show ${goal}`),
    ['You see what was done, what was proven and what is left.'],
    ['The goal stays open until it is cancelled or given more.'],
    'M',
  );
}
