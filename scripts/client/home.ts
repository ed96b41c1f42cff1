import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { KNOWN_VERSIONS } from '../../runtime/hosts/claude-code/install/client-version.ts';
import { DUMMY_API_KEY } from './environment.ts';

const TRUSTED = {
  hasTrustDialogAccepted: true,
  hasCompletedProjectOnboarding: true,
  allowedTools: [],
};

/** Trusts one more repository in a home that was made. */
export function trustFolder(home: string, repository: string): void {
  const path = join(home, '.claude.json');
  const settings = JSON.parse(readFileSync(path, 'utf8'));
  settings.projects = { ...settings.projects, [realpathSync(repository)]: TRUSTED };
  writeFileSync(path, JSON.stringify(settings, null, 2), { mode: 0o600 });
}

/**
 * Makes `folder` a home in which the client has nothing left to ask: onboarding is over, the dummy
 * key is accepted and the repositories are trusted. Without it the terminal opens with dialogs.
 */
export function makeHome(
  folder: string,
  repositories: readonly string[],
  options: {
    /** Permission rules of the person, such as `Bash(npm test)`; they hold in every repository. */
    allow?: readonly string[];
  } = {},
): string {
  mkdirSync(join(folder, 'tmp'), { recursive: true, mode: 0o700 });
  const settings = {
    hasCompletedOnboarding: true,
    theme: 'dark',
    lastOnboardingVersion: KNOWN_VERSIONS[0],
    // The client keeps the last twenty characters of a key that was accepted.
    customApiKeyResponses: { approved: [DUMMY_API_KEY.slice(-20)], rejected: [] },
    // Looked up by real path: a repository reached through a symlink would be a stranger.
    projects: Object.fromEntries(repositories.map((path) => [realpathSync(path), TRUSTED])),
  };
  writeFileSync(join(folder, '.claude.json'), JSON.stringify(settings, null, 2), { mode: 0o600 });
  mkdirSync(join(folder, '.claude'), { recursive: true });
  const own = { permissions: { allow: options.allow ?? [] } };
  writeFileSync(join(folder, '.claude', 'settings.json'), JSON.stringify(own, null, 2));
  settleNpm(folder);
  return folder;
}

/**
 * In a home where it never ran, npm loads its registry client and asks for a newer npm beside the first
 * command. That costs more than `npm test` itself, and is a call to the network.
 */
export function settleNpm(home: string): void {
  writeFileSync(join(home, '.npmrc'), 'update-notifier=false\n');
}
