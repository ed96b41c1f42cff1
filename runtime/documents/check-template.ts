// All that no schema can say of a template, in one list for everybody who reads one: who draws or checks it, and
// who begins a goal with it.

import type { Template, TemplateNode } from '../model/documents/template.ts';
import type { Gate } from '../model/gate.ts';
import { gateNameProblems } from './gate-problems.ts';
import type { Rule } from './reader/read-document.ts';
import type { Wording } from './reader/schema-problems.ts';
import { conditionProblems } from './template-conditions.ts';
import { graphProblems, growProblems } from './template-graph.ts';
import {
  nodeProblems,
  outputProblems,
  reviewProblems,
  type Surroundings,
} from './template-nodes.ts';
import { testsOf } from './template-plan.ts';
import { nameProblems, reproduceProblems, riskProblems } from './template-rules.ts';
import { narrowed, nothingLeft, toolProblems } from './template-tools.ts';
import { wayProblems } from './template-ways.ts';

/** What only the place knows where it is read. What is left out is not known, and not looked at. */
export type TemplatePlace = Readonly<{
  /** What its file is called. */
  name?: string | undefined;
  around?: Surroundings | undefined;
  /** Of the repository. */
  gates?: readonly Gate[] | undefined;
  /** Words for tools: a goal may use no others. */
  allow?: readonly string[] | undefined;
}>;

export function templateRules({
  name,
  around,
  gates,
  allow,
}: TemplatePlace): ReadonlyArray<Rule<Template>> {
  const tests = gates && ((node: TemplateNode) => testsOf(node, gates));
  return [
    (template) => fileNameProblems(template, name),
    nameProblems,
    riskProblems,
    reproduceProblems,
    graphProblems,
    wayProblems,
    growProblems,
    conditionProblems,
    outputProblems,
    reviewProblems,
    (template) => nodeProblems(template, around),
    (template) => gateNameProblems(template, gates ?? []),
    (template) => toolProblems(narrowed(template, allow), tests),
    (template) => nothingLeft(template, allow),
  ];
}

function fileNameProblems(template: Template, name: string | undefined): Wording[] {
  if (name === undefined || template.name === name) return [];
  const message = `This template calls itself "${template.name}", its file "${name}.yaml".`;
  const hint = `Write "name: ${name}" or rename the file.`;
  return [{ path: ['name'], at: 'value', message, hint }];
}
