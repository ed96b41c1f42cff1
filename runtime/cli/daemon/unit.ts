import { realpathSync } from 'node:fs';
import { basename } from 'node:path';
import { ownPath } from '../../files/own-programs.ts';
import { openWorkspace } from '../frame/open-workspace.ts';
import { done, failed, type Outcome } from '../frame/outcome.ts';

/** For `systemctl --user`: it is restarted when it failed or its program was replaced, and never when it was stopped. */
export function systemdUnit(): Outcome {
  const opened = openWorkspace();
  if (!opened.ok) return failed(opened.error);
  const { root } = opened.value.ws;
  const program = realpathSync(process.argv[1] ?? '.');
  const unit = unitOf(root, [process.execPath, program], ownPath(root));
  return done(unit.trimEnd(), { unit });
}

/**
 * Begun by `env`, as systemd takes no quotes and no $ in the name of a program; with the PATH of who asked, by which
 * executors and gates are found.
 */
export function unitOf(root: string, program: readonly string[], path: string): string {
  const words = [`PATH=${path}`, ...program, 'daemon', 'start', '--foreground'];
  return `# wukong daemon unit > ~/.config/systemd/user/wukong-${basename(root).replaceAll(/[^\w.-]/g, '-')}.service
# systemctl --user daemon-reload; systemctl --user enable --now wukong-…
# To have it also while you are not logged in: loginctl enable-linger
[Unit]
Description=Wukong daemon of ${plain(root)}

[Service]
Type=exec
WorkingDirectory=${plain(root)}
ExecStart=/usr/bin/env ${words.map(quoted).join(' ')}
Restart=on-failure
RestartSec=5
KillMode=mixed
TimeoutStopSec=20

[Install]
WantedBy=default.target
`;
}

/** systemd replaces %x and $x, and reads a backslash. A line break would begin another line. */
function plain(text: string): string {
  return text.replaceAll('%', '%%').replaceAll('\n', ' ');
}

function quoted(word: string): string {
  const text = plain(word)
    .replaceAll('$', () => '$$')
    .replaceAll(/["\\]/g, '\\$&');
  return `"${text}"`;
}
