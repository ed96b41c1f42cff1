import { ownTemplates } from '../../documents/own-template.ts';
import { ownTemplateText } from '../../words/fault.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { colors } from '../frame/output.ts';

/** Templates of the repository that a person has to know of: a clone may have brought them. */
export async function ownTemplateLines(ws: Workspace): Promise<string[]> {
  return (await ownTemplates(ws)).map((own) => colors.yellow(ownTemplateText(own)));
}
