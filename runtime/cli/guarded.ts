// Around all commands: expected trouble is an outcome, so what is thrown is the system's or a bug of ours.

import { codeOf, fileFailure } from '../files/file-failure.ts';
import { failureIn } from '../model/not-recorded.ts';
import { VERSION } from '../workspace/version.ts';
import { EXIT, type ExitCode, failed, type Outcome } from './frame/outcome.ts';
import { outliveOutput } from './frame/output.ts';
import { finish } from './run-command.ts';

export async function guarded(main: (argv: readonly string[]) => Promise<ExitCode>): Promise<void> {
  outliveOutput();
  const argv = process.argv.slice(2);
  process.exitCode = await main(argv).catch((error: unknown) =>
    finish(argv[0] ?? '', refusedBySystem(error) ?? bug(error)),
  );
}

/** What the system refuses is no bug: files that may not be read, a full disk, a folder that is gone or a link. */
function refusedBySystem(error: unknown): Outcome | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('inTheWay' in error) return failed(fileFailure(error));
  const failure = failureIn(error);
  if (failure) return failed(failure);
  if (!('syscall' in error)) return undefined;
  const message = error.syscall === 'uv_cwd' ? 'This folder is gone.' : error.message;
  return failed({ kind: 'file-system', code: codeOf(error), message });
}

/** Expected trouble never comes here. */
function bug(error: unknown): Outcome {
  const message = withoutFolders(error instanceof Error ? error.message : String(error));
  const frame =
    error instanceof Error ? /\n\s+at (.*:\d+:\d+.*)/.exec(error.stack ?? '')?.[1] : undefined;
  const place = `${withoutFolders(frame ?? 'unknown place')}, Node ${process.versions.node} on ${process.platform}`;
  const hint = 'Please report these lines. Nothing half-written was left behind.';
  const text = `wukong ${VERSION} has a bug: ${message}\n  at ${place}\n  ${hint}`;
  return {
    exit: EXIT.bug,
    text,
    json: { error: { kind: 'bug', message, place, version: VERSION, hint } },
  };
}

/** The user's own folders are nobody's business in a bug report. */
function withoutFolders(text: string): string {
  return text
    .replaceAll(/'[^'\n]*[\\/]([^'\\/\n]*)'/g, "'$1'")
    .replaceAll(/(?:file:\/\/)?(?:\b[A-Za-z]:)?[\\/][^\s'"()]*[\\/]/g, '');
}
