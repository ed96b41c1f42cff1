import { mainCheckout, type Workspace } from './paths.ts';
import { locateRepository } from './repository.ts';
import { readTrust, type Trust } from './trust.ts';

export type Trusted = Readonly<{ ws: Workspace; trust: Trust }>;

/** The repository a folder is in, if a person trusts it. Most projects are a main checkout. */
export function findTrusted(project: string): Trusted | undefined {
  if (project === '' || project.includes('\0')) return undefined;
  const main = trusted(mainCheckout(project));
  if (main) return main;
  const ws = locateRepository(project);
  return ws && trusted(ws);
}

function trusted(ws: Workspace): Trusted | undefined {
  const trust = readTrust(ws);
  return trust && { ws, trust };
}
