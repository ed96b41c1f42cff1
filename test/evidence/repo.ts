import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from '../../runtime/evidence/trees/overlay.ts';
import { snapshot } from '../../runtime/evidence/trees/snapshot.ts';
import { changes } from '../../runtime/evidence/trees/tree-changes.ts';
import { temporaryFolder } from './temporary.ts';

/** A repository in a folder with a space and a Chinese name. */
export class Repo {
  readonly base = temporaryFolder('wukong 树 ');
  readonly top: string;

  constructor(top = 'repo: 一') {
    this.top = join(this.base, top);
    mkdirSync(this.top);
    this.git('init', '-q', '-b', 'main');
    this.git('config', 'user.email', 'a@example.org');
    this.git('config', 'user.name', 'A');
  }

  git(...args: string[]): string {
    return execFileSync('git', args, {
      cwd: this.top,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  }

  write(path: string, content: string | Buffer = `${path}\n`): this {
    mkdirSync(join(this.top, path, '..'), { recursive: true });
    writeFileSync(join(this.top, path), content);
    return this;
  }

  commit(): this {
    this.git('add', '-A');
    this.git('commit', '-q', '-m', 'x');
    return this;
  }

  get objectsDir(): string {
    return join(this.top, '.wukong', 'objects');
  }

  get place() {
    return { worktree: this.top, objectsDir: this.objectsDir };
  }

  async tree(worktree = this.top): Promise<string> {
    const taken = await snapshot({ worktree, objectsDir: this.objectsDir });
    if (!taken.ok) throw new Error(JSON.stringify(taken.error));
    return taken.value.tree;
  }

  async files(worktree = this.top): Promise<readonly string[]> {
    const listed = await listFiles({
      worktree,
      objectsDir: this.objectsDir,
      tree: await this.tree(worktree),
    });
    if (!listed.ok) throw new Error(JSON.stringify(listed.error));
    return listed.value;
  }

  async changed(before: string, after: string): Promise<string[]> {
    const found = await changes({ ...this.place, before, after });
    if (!found.ok) throw new Error(JSON.stringify(found.error));
    return found.value.map((change) => `${change.status} ${change.path}`);
  }
}
