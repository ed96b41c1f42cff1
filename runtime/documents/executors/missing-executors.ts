// Executors that a template names and nobody set up here. Not its fault: it may have come with a clone, and
// somebody may set one up while the goal goes on.

import type { TemplateNode } from '../../model/documents/template.ts';
import { didYouMean } from '../../words/did-you-mean.ts';

export type MissingExecutor = Readonly<{
  node: string;
  name: string;
  /** In the template. */
  path: ReadonlyArray<string | number>;
  at: 'value';
  message: string;
  hint: string;
}>;

/** `setUp`: names under `executors:`. Those of other kinds are always there, or looked for in the repository. */
export function missingExecutors(
  nodes: readonly Pick<TemplateNode, 'id' | 'executor'>[],
  setUp: readonly string[],
): readonly MissingExecutor[] {
  return nodes.flatMap(({ id, executor }, i): MissingExecutor[] => {
    if (executor?.type !== 'command' || setUp.includes(executor.name)) return [];
    const { name } = executor;
    const message = `${id} is for the executor "${name}", and none of that name is set up here.`;
    const hint = `Before that node, set it up under \`executors:\` in .wukong/config.local.yaml.`;
    const meant = didYouMean(name, setUp);
    return [
      {
        node: id,
        name,
        path: ['nodes', i, 'executor', 'name'],
        at: 'value',
        message,
        hint: meant === undefined ? hint : `${meant} ${hint}`,
      },
    ];
  });
}
