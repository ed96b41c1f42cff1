// A repository whose person works in it while a run does, and what the run made there.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Patch } from '../../../runtime/publish/branch/lay-one.ts';
import { layPatches } from '../../../runtime/publish/branch/lay-patches.ts';
import { LaneRepo } from '../../evidence/lanes/lane-rig.ts';
import { temporaryFolder } from '../../evidence/temporary.ts';

/** What is recorded of a file is its letters turned by thirteen. */
const TURN = `let text = '';
process.stdin.setEncoding('latin1').on('data', (more) => { text += more; }).on('end', () => {
  const turned = text.replace(/[a-z]/gi, (one) =>
    String.fromCharCode(one.charCodeAt(0) + (/[a-m]/i.test(one) ? 13 : -13)));
  process.stdout.write(Buffer.from(turned, 'latin1'));
});`;

/** As LFS does: the content goes to its store, a pointer is recorded. */
const STORE = `const { execFileSync } = require('node:child_process');
const { createHash } = require('node:crypto');
const { mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const { dirname, resolve } = require('node:path');
const common = execFileSync('git', ['rev-parse', '--git-common-dir'], { encoding: 'utf8' }).trim();
const bytes = readFileSync(0);
const place = (oid) => resolve(common, 'lfs', 'objects', oid.slice(0, 2), oid.slice(2, 4), oid);
const named = /oid sha256:([0-9a-f]{64})/.exec(bytes.toString('latin1'));
if (process.argv[2] === 'smudge') process.stdout.write(readFileSync(place(named[1])));
else if (named) process.stdout.write(bytes);
else {
  const oid = createHash('sha256').update(bytes).digest('hex');
  mkdirSync(dirname(place(oid)), { recursive: true });
  writeFileSync(place(oid), bytes);
  process.stdout.write('version https://git-lfs.github.com/spec/v1\\noid sha256:' + oid + '\\nsize ' + bytes.length + '\\n');
}`;

const program = (name: string, text: string): string => {
  const file = join(temporaryFolder('wukong-filter-'), name);
  writeFileSync(file, text);
  return `"${process.execPath}" "${file}"`;
};

export const TEN = Array.from({ length: 10 }, (_, n) => `line ${n}\n`).join('');

type Setting = readonly [key: string, value: string];

export function cryptFilter(): readonly Setting[] {
  const turn = program('turn.cjs', TURN);
  return [
    ['filter.crypt.clean', turn],
    ['filter.crypt.smudge', turn],
  ];
}

export function lfsFilter(): readonly Setting[] {
  const store = program('store.cjs', STORE);
  return [
    ['filter.lfs.clean', `${store} clean`],
    ['filter.lfs.smudge', `${store} smudge`],
    ['filter.lfs.required', 'true'],
  ];
}

export class BranchRepo extends LaneRepo {
  withCrypt(): this {
    for (const [key, value] of cryptFilter()) this.configured(key, value);
    return this;
  }

  withLfs(): this {
    for (const [key, value] of lfsFilter()) this.configured(key, value);
    return this;
  }

  configured(key: string, value: string): this {
    this.git('config', key, value);
    return this;
  }

  get head(): string {
    return this.git('rev-parse', 'HEAD').trim();
  }

  /** What a run makes of the working tree. */
  async run(work: () => unknown): Promise<Patch> {
    const before = await this.tree();
    work();
    const after = await this.tree();
    const changed = await this.changed(before, after);
    return { before, after, paths: changed.map((line) => line.slice(2)) };
  }

  lay(...patches: readonly Patch[]) {
    return layPatches(this.place, this.head, patches);
  }

  /** The tree after the last of them. */
  async laid(...patches: readonly Patch[]): Promise<string> {
    const laid = await this.lay(...patches);
    if (!laid.ok) throw new Error(JSON.stringify(laid.error));
    return laid.value.at(-1) ?? '';
  }

  async refused(...patches: readonly Patch[]): Promise<readonly string[]> {
    const laid = await this.lay(...patches);
    if (laid.ok || laid.error.kind !== 'not-laid') throw new Error(JSON.stringify(laid));
    return laid.error.refused.map(({ path, why }) => `${path}: ${why}`);
  }

  /** What `git add` records of `work` in a clone that has nothing but what is committed. */
  recordedAlone(work: (clone: BranchRepo) => unknown): string {
    const clone = new BranchRepo();
    cpSync(join(this.top, '.git'), join(clone.top, '.git'), { recursive: true });
    clone.git('reset', '-q', '--hard');
    work(clone);
    clone.git('add', '-A');
    return clone.git('write-tree').trim();
  }

  /** A git that finds what was recorded by us. */
  seen(...args: string[]): string {
    return execFileSync('git', args, {
      cwd: this.top,
      encoding: 'utf8',
      env: {
        ...process.env,
        GIT_ALTERNATE_OBJECT_DIRECTORIES: JSON.stringify(this.objectsDir),
      },
    });
  }

  paths(tree: string): string[] {
    return this.seen('ls-tree', '-r', '-z', '--name-only', tree).split('\0').filter(Boolean);
  }

  /** Puts content where LFS keeps it. */
  keepForLfs(content: string): this {
    const oid = createHash('sha256').update(content).digest('hex');
    const folder = join(this.top, '.git', 'lfs', 'objects', oid.slice(0, 2), oid.slice(2, 4));
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, oid), content);
    return this;
  }
}
