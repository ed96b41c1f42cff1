// The ways on from a fault that is shown, in doubt.

import type { Cause } from '../../model/reason.ts';
import { doubtsFlag } from '../waiting.ts';
import { type Asked, cancel, say, type Three, type, way } from './way.ts';

/** At high risk each is named in a terminal. */
export function inDoubt(asked: Asked, because: Extract<Cause, { kind: 'fault-not-shown' }>): Three {
  const { goal, node } = asked;
  const where = node === null ? goal : `${goal}/${node}`;
  const command = `wukong accept ${where} --${doubtsFlag(because)} "<why>"`;
  return [
    way(
      'doubts',
      'I looked at what is in doubt, and it is right',
      because.singly ? type(command) : { kind: 'accept', what: 'doubts' },
      ['It is judged again, and the fault counts as shown; no new run is needed.'],
      ['No run can tell whether it is right: it rests on your word.'],
      'S',
    ),
    way(
      'doubts-back',
      'Have what is in doubt taken back',
      say('Take back what is in doubt, and do it without that.'),
      ['The fault is shown by runs alone.'],
      ['One more run; and if the work needs it, it will come again.'],
      'M',
    ),
    cancel(asked),
  ];
}
