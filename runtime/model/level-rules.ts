import type { EVIDENCE_LEVELS } from './vocabulary.ts';

type Level = (typeof EVIDENCE_LEVELS)[number];

type LevelRule = Readonly<{
  /** What the runtime has proven. */
  proven: string;
  /** All of them hold, or the level is not reached. */
  conditions: readonly string[];
  /** The reason that stands in the evidence when nothing was brought at all. */
  without: string;
  /** What to do for it: one imperative sentence. */
  raise: string;
}>;

/**
 * What each level takes. The grader gives its reasons from here, `wukong evidence` says from here what
 * would raise a level, and the rules agents read are written from it.
 */
export const LEVEL_RULES: Readonly<Record<Level, LevelRule>> = {
  L0: {
    proven: 'nothing: a claim only',
    conditions: [],
    without: 'The report is a claim.',
    raise: 'Report.',
  },
  L1: {
    proven: 'every place the report cites is there',
    conditions: [
      'The report cites at least one place: `path:line`, `path:line-line`, or words of the request.',
      'Every place it cites resolves in the tree of the run: the file is in it, the line exists, and quoted words begin on the cited lines or at most three lines from them.',
    ],
    without: 'The report cites no file and line.',
    raise: 'Cite under "References:" the places the report rests on, each as `path:line "words"`.',
  },
  L2: {
    proven: 'L1, and a check passed that a person approved and the runtime ran',
    conditions: [
      'L1 is reached.',
      'A gate that a person approved passed when the runtime ran it on exactly the tree of the report, named there or not. What an agent ran itself shows nothing, whatever its transcript says.',
      'No gate that must pass failed: one that passed makes up for none.',
    ],
    without: 'No gate that a person approved passed when the runtime ran it on this tree.',
    raise:
      'Have a person approve what checks the work as a gate (`wukong gates` says how), and name it under `Repro:` where the node does not ask for it.',
  },
  L3: {
    proven:
      'L2, and every gate that must pass, run by the runtime, passed on the tree of the report',
    conditions: [
      'L2 is reached.',
      'Every gate that must pass was run by the runtime itself, on the tree of the report, and passed. One that is unavailable is no pass, and no gate is no pass.',
      'No installed package was changed since the first writing run: no tree shows what passes because of it.',
      'For a fix, the check that shows the fault failed before the first change and passes after it.',
      'Tests and gates that were there before were not changed, or pass as they were, or a person accepted the change.',
    ],
    without: 'The runtime runs no gate here that must pass',
    raise: 'Let the runtime run the gates: `wukong trust` shows which are not approved.',
  },
};
