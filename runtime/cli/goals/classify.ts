import { type Choice, classify as choose } from '../../classify/classify.ts';
import { oneLine } from '../../words/plain-text.ts';
import type { Command } from '../frame/command.ts';
import { EXIT, misused, type Outcome } from '../frame/outcome.ts';

export const classify: Command = {
  description: 'Say which track `/wukong TEXT` would choose, and why',
  args: {
    text: { type: 'positional', required: false, description: 'The request, as you would type it' },
    explain: { type: 'boolean', description: 'Show every reason, not only the first' },
  },
  examples: [['wukong classify --explain "the button is blank"', 'which plan, and why']],
  takesWords: true,
  run(args) {
    const text = args.words.join(' ').trim();
    if (text === '') {
      return misused(
        'Say what to classify.',
        'wukong classify "the decoder crashes on empty input"',
      );
    }
    return shown(choose(text), args.flag('explain'));
  },
};

/** Where a person has to choose, that is the answer, and the exit code says so. */
function shown(choice: Choice, isExplained: boolean): Outcome {
  const exit = choice.track === null ? EXIT.needsPerson : EXIT.done;
  const [, ...more] = choice.reasons.map((reason) => `  ${oneLine(reason)}`);
  const text = [headOf(choice), ...(isExplained ? more : [])].join('\n');
  return { exit, text, json: { ...choice }, isAnswer: true };
}

/** The first reason of a choice begins with its track. */
function headOf({ track, template, ask, risk, reasons: [why = ''] }: Choice): string {
  const head = track === null ? `${ask.join(' or ')}? ${why}` : why;
  const notes = [
    ...(template === track ? [] : [`template ${template}`]),
    ...(risk === 'high' ? ['risk high'] : []),
  ];
  return `${oneLine(head)}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}`;
}
