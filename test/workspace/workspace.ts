import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '../../runtime/log/create-log.ts';
import type { Workspace } from '../../runtime/workspace/paths.ts';
import { findRepository } from '../../runtime/workspace/repository.ts';

/** A repository with nothing but a log. */
export function temporaryWorkspace(): { ws: Workspace } & Disposable {
  const folder = mkdtempSync(join(tmpdir(), 'wukong-store-'));
  mkdirSync(join(folder, '.git'));
  const ws = findRepository(folder);
  if (!ws) throw new Error('no repository was found');
  createLog(ws);
  return { ws, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}
