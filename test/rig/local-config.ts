// Local settings that count: written, and confirmed as a person does at a terminal with `wukong trust`.

import { writeFileSync } from 'node:fs';
import { keepConfirmed } from '../../runtime/workspace/local-config.ts';
import { files } from '../../runtime/workspace/paths.ts';
import { findRepository } from '../../runtime/workspace/repository.ts';

export function writeLocal(repository: string, text: string): void {
  const ws = findRepository(repository);
  if (!ws) throw new Error(`${repository} is no repository`);
  writeFileSync(files.localConfig(ws), text);
  keepConfirmed(ws, { text, isAsked: true });
}
