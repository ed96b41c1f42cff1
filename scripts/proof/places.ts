// Where everything lies: the clones of a person, beside them one folder of the harness, and what was found.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PROJECT } from '../example.ts';
import { LIST, nameOf, type Repository } from './list.ts';

export class Places {
  readonly #top: string;

  constructor(top: string) {
    this.#top = top;
  }

  /** Undefined where it is missing. */
  clone(repository: Repository): string | undefined {
    const names = [nameOf(repository), repository.from.replace('/', '+')];
    return names
      .map((name) => join(this.#top, name))
      .find((path) => existsSync(join(path, '.git')));
  }

  copy(repository: Repository): string {
    return join(this.#own(repository), 'copy');
  }

  outside(repository: Repository): string {
    return join(this.#own(repository), 'outside');
  }

  /** What a person types to have it here. */
  howToGet(repository: Repository, host = 'https://github.com'): string {
    const folder = join(this.#top, nameOf(repository));
    const lines = [`git clone ${host}/${repository.from}.git ${folder}`];
    if (repository.install) lines.push(`(cd ${folder} && ${repository.install.join(' ')})`);
    return lines.join(' && ');
  }

  #own(repository: Repository): string {
    return join(this.#top, '.proof', nameOf(repository));
  }
}

/** Beside the list, and committed: anybody can count it, and go on with it where another machine stopped. */
export class KeptPlaces {
  readonly #folder: string;

  constructor(list = LIST) {
    this.#folder = join(dirname(list), 'kept');
  }

  mined(repository: Repository): string {
    return join(this.#folder, `${nameOf(repository)}.mined.jsonl`);
  }

  judged(repository: Repository): string {
    return join(this.#folder, `${nameOf(repository)}.judged.jsonl`);
  }
}

function hashOf(...parts: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex').slice(0, 16);
}

/** A fix is one by its check and by what counts as its tests. */
export function minedBy({ check, tests, program }: Repository): string {
  return hashOf(JSON.stringify([check, tests, program]));
}

/** A verdict is one of these sources, by this check. */
export function judgedBy(repository: Repository, sources: string): string {
  return hashOf(minedBy(repository), sources);
}

/** Of the sources that judge. */
export function sourcesHash(): string {
  const files = ['runtime/proof', 'runtime/evidence'].flatMap(below).sort();
  const texts = files.map((path) => readFileSync(join(PROJECT, path)));
  return hashOf(...files, ...texts);
}

function below(path: string): string[] {
  return readdirSync(join(PROJECT, path)).flatMap((name) => {
    const inner = `${path}/${name}`;
    return statSync(join(PROJECT, inner)).isDirectory() ? below(inner) : [inner];
  });
}
