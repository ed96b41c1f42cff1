// The ways on from what a node waits for.

import type { Cause, Reason } from '../../model/reason.ts';
import { oneLine } from '../plain-text.ts';
import { type Asked, cancel, say, type Three, type, type Way, way } from './way.ts';

function rollBack({ goal, node }: Asked): Way {
  const command = `wukong rollback ${goal}/${node}`;
  return way(
    'roll-back',
    `Take the work of ${node} back and have it done again: \`${command}\``,
    type(command),
    ['The next run begins where the first one began, without what led astray.'],
    ['What these runs changed is gone from the tree; it is kept as a patch.'],
    'M',
  );
}

export function question(asked: Asked, because: Reason): Three {
  const many = because.kind === 'questions' && because.questions.length > 1;
  return [
    way(
      'answer',
      `Answer ${many ? 'the questions' : 'the question'} in your own words, below`,
      say(''),
      ['It is done as you want it.'],
      ['It waits until you have written it.'],
      'S',
    ),
    because.kind === 'questions' && because.untested
      ? AS_IT_IS
      : way(
          'leave-to-agent',
          'Leave it to the agent, which says what it took for granted',
          say(
            'The user leaves this to you: take the most careful reading, and say in the report what you took for granted.',
          ),
          ['It goes on at once.'],
          ['It may be built on a guess that you find out about later.'],
          'S',
        ),
    cancel(asked),
  ];
}

export function leave(asked: Asked): Three {
  const what = asked.packet.asked.map((action) => `\`${oneLine(action)}\``).join(', ');
  return [
    way(
      'allow-once',
      `Allow exactly ${what}, once`,
      { kind: 'approve' },
      ['The work goes on as it was planned.'],
      ['What the command does outside this repository cannot be taken back here.'],
      'S',
    ),
    way(
      'do-without-leave',
      'Do not allow it; the agent finishes without',
      say(
        'This is not allowed. Finish without it, and say in the report what is left to do by hand.',
      ),
      ['Nothing happens that you did not do yourself.'],
      ['What needs it is left for you to do.'],
      'M',
    ),
    cancel(asked),
  ];
}

export function credential(asked: Asked): Three {
  const again = asked.packet.failing.length > 0;
  return [
    way(
      'brought',
      'It is there now. Say below where it is, never what it is',
      say('What was missing has been put where it belongs.'),
      [
        again
          ? 'The gates are run again on the work that is there; no new run is needed.'
          : 'The next run finds it.',
      ],
      ['A variable of your shell is seen only by a client that was started after it was set.'],
      'S',
    ),
    way(
      'stand-in',
      'Go on without it, with a stand-in',
      say(
        'It will not be provided. Use a stand-in in tests, keep the real value out of the code, and say in the report what was not tried with the real one.',
      ),
      ['Nothing secret is needed here.'],
      ['What depends on the real one stays unproven.'],
      'M',
    ),
    cancel(asked),
  ];
}

export function rejected(asked: Asked): Three {
  return [
    way(
      'judge-again',
      'Have it judged again, with what you say below',
      { kind: 'say', words: 'The user asks to judge it again:', overrules: true },
      ['The auditor knows what you know.'],
      ['It overrules a rejection: the change is not made better by it.'],
      'S',
    ),
    rollBack(asked),
    cancel(asked),
  ];
}

const AS_IT_IS = way(
  'unproven',
  'The work is good without it: take it as it is',
  { kind: 'accept', what: 'unproven' },
  ['The goal can end.'],
  ['Nothing shows that the fault was there, nor that it is gone.'],
  'S',
);

export function notShown(asked: Asked): Three {
  const { node } = asked;
  return [
    AS_IT_IS,
    node === null
      ? way(
          'check-added',
          'I added a check that shows it: look again',
          say(''),
          ['The fault is shown and stays guarded by the check.'],
          ['You write the check.'],
          'M',
        )
      : way(
          'have-check',
          'Have a check added that fails before the change and passes after it',
          say('Add a check that fails on the code as it was before, and passes now.'),
          ['The fault is shown and stays guarded by the check.'],
          ['One more run, and some faults cannot be shown by a check here.'],
          'M',
        ),
    cancel(asked),
  ];
}

export function unchanged(asked: Asked): Three {
  return [
    way(
      'no-change',
      'Nothing has to be changed: take it so',
      { kind: 'accept', what: 'no-change' },
      ['The goal goes on.'],
      ['If something was overlooked, it stays.'],
      'S',
    ),
    way(
      'look-again',
      'Something has to be changed: look again, with what you say below',
      say('Something has to be changed; look again.'),
      ['It is looked for a second time.'],
      ['One more run.'],
      'M',
    ),
    cancel(asked),
  ];
}

export function criteria(asked: Asked, { open }: Extract<Cause, { kind: 'criteria-open' }>): Three {
  const number = open[0]?.number ?? 1;
  const more = open.length > 1 ? '; you are asked about the others after it' : '';
  return [
    way(
      'criterion',
      `The work is good although criterion ${number} is open${more}`,
      { kind: 'criterion', number },
      ['It goes on without another run.'],
      ['What you asked for is not all shown.'],
      'S',
    ),
    way(
      'have-criteria',
      'Have the open criteria met',
      say(`Meet what is open: criterion ${open.map((one) => one.number).join(', ')}.`),
      ['All that was asked for is shown.'],
      ['One more run.'],
      'M',
    ),
    cancel(asked),
  ];
}

export function tests(
  asked: Asked,
  { unchecked }: Extract<Cause, { kind: 'tests-changed' }>,
): Three {
  return [
    unchecked
      ? way(
          'tests-good',
          'The work and its tests are good as they are',
          { kind: 'accept', what: 'unproven' },
          ['It goes on without another run.'],
          ['No run could say whether the tests as they were would pass.'],
          'S',
        )
      : way(
          'tests-may-change',
          'These tests may change: judge it with them as they are now',
          { kind: 'accept', what: 'tests-changed' },
          ['The report is judged again; no new run is needed.'],
          ['If the tests were made easier, a fault may pass.'],
          'S',
        ),
    way(
      'tests-stay',
      'The tests stay as they were',
      say('Put the tests back as they were, and change the program instead.'),
      ['What was promised before stays promised.'],
      ['One more run; if the old expectation was wrong it cannot be met.'],
      'M',
    ),
    rollBack(asked),
  ];
}

export function stuckGate(asked: Asked, gate: string): Three {
  const command = `wukong trust --revoke --gate ${/^[\w.-]+$/.test(gate) ? gate : `'${oneLine(gate)}'`}`;
  return [
    way(
      'gate-put-right',
      'What stops it was put right: try again, with what you say below',
      say('What stopped the gate was put right; try again.'),
      ['The gate goes on holding.'],
      ['You find out what stops it.'],
      'M',
    ),
    way(
      'without-gate',
      `Go on without this gate: \`${command}\`, then resume`,
      type(command),
      ['The work is judged by the other gates.'],
      ['What only this gate sees is not seen any more, in later goals as well.'],
      'S',
    ),
    cancel(asked),
  ];
}

type Denied = Readonly<{ rule: string; headless?: true | undefined }>;

export function denied(asked: Asked, { rule, headless }: Denied): Three {
  const where = headless ? 'executors.headless.allowed_tools' : 'permissions.allow';
  return [
    way(
      'client-allows',
      `The client lets it run now: \`${oneLine(rule)}\` is in ${where}`,
      say('The client lets it run now; try again.'),
      ['The work goes on as it was planned.'],
      ['The rule holds for other commands of the same form as well.'],
      'S',
    ),
    way(
      'finish-without',
      'Finish without it',
      say('It stays denied. Finish without it, and say in the report what was not tried.'),
      ['Nothing more is allowed.'],
      ['What needs it stays unproven.'],
      'M',
    ),
    cancel(asked),
  ];
}

export function usedUp(asked: Asked): Three {
  return [
    way(
      'one-more-run',
      'One more run, with what to do differently, below',
      say('Do it differently this time.'),
      ['The agent knows what you know.'],
      ['Without a new thought it will most likely end the same way.'],
      'M',
    ),
    rollBack(asked),
    cancel(asked),
  ];
}
