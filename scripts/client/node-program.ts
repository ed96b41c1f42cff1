// A Node of one version, as npm packs it.

import type { Program } from './fetch.ts';

export function nodeProgram(version: string): Program {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${platform}-${process.arch}`;
  return {
    npmName: `${name}@${version}`,
    folder: `${name}-${version}`,
    executable: process.platform === 'win32' ? 'bin/node.exe' : 'bin/node',
    title: `Node ${version} (about 50 MB, once)`,
  };
}
