// Starts the installed `wukong`: on the PATH, else in node_modules of this folder or one above it. No
// shell takes part, so that a name of a file is never more than a name.

import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';

export function runWukong(args) {
  const found = find();
  if (found === undefined) {
    process.stderr.write(
      'wukong is not installed: it is neither on the PATH nor in a node_modules folder from here up.\n' +
        'Install it, or in a checkout of Wukong type: npm ci && npm run build && npm link\n',
    );
    process.exit(3);
  }
  const isScript = /\.[cm]?js$/.test(found);
  const [file, first] = isScript ? [process.execPath, [found]] : [found, []];
  const ended = spawnSync(file, [...first, ...args], { stdio: 'inherit' });
  if (ended.error) {
    process.stderr.write(`wukong could not be started (${ended.error.message}).\n`);
    process.exit(3);
  }
  process.exit(ended.status ?? 1);
}

function find() {
  const onPath = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return [...onPath.map(onPathIn), ...foldersUp(process.cwd()).map(inNodeModules)].find(Boolean);
}

/** What npm puts on the PATH: a link to the program, on Windows a .cmd beside the package. */
function onPathIn(folder) {
  if (process.platform === 'win32') {
    const program = join(folder, 'node_modules', 'wukong', 'dist', 'cli.js');
    return existsSync(join(folder, 'wukong.cmd')) && existsSync(program) ? program : undefined;
  }
  const link = join(folder, 'wukong');
  return existsSync(link) ? realpathSync(link) : undefined;
}

function inNodeModules(folder) {
  const program = join(folder, 'node_modules', 'wukong', 'dist', 'cli.js');
  return existsSync(program) ? program : undefined;
}

function foldersUp(start) {
  const folder = resolve(start);
  return dirname(folder) === folder ? [folder] : [folder, ...foldersUp(dirname(folder))];
}
