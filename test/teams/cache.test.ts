// A folder of the cache that is filled by whoever needs it first.

import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { keepInCache } from '../../scripts/client/fetch.ts';
import { temporaryFolder } from '../evidence/temporary.ts';

const KEPT = { title: 'a thing', folder: 'thing', executable: 'run' };

describe('what is fetched into the cache', () => {
  test('is fetched once where two ask at the same time', async () => {
    const options = cache();
    let times = 0;
    const fill = async (temp: string): Promise<undefined> => {
      times += 1;
      await put(temp, 'run');
      return undefined;
    };
    const both = await Promise.all([1, 2].map(() => keepInCache(KEPT, options, fill)));
    const path = join(options.env.WUKONG_CACHE_DIR, 'thing');
    expect(both).toEqual([1, 2].map(() => ({ ok: true, value: path })));
    expect(times).toBe(1);
  });

  test.each([
    ['that could not be fetched', async () => 'no network', 'no network'],
    ['without its program', (temp: string) => put(temp, 'other'), 'a thing holds no run'],
  ])('%s leaves nothing there', async (_, fill, why) => {
    const options = cache();
    expect(await keepInCache(KEPT, options, fill)).toEqual({ ok: false, error: why });
    expect(readdirSync(options.env.WUKONG_CACHE_DIR)).toEqual([]);
  });

  test('takes away what a fetch left that was killed', async () => {
    const options = cache();
    const left = join(options.env.WUKONG_CACHE_DIR, 'fetching-before');
    mkdirSync(left);
    await keepInCache(KEPT, options, (temp) => put(temp, 'run'));
    expect(existsSync(left)).toBe(false);
  });
});

function cache() {
  const folder = temporaryFolder('wukong-cache-');
  return { env: { WUKONG_CACHE_DIR: folder }, onProgress: () => undefined };
}

async function put(temp: string, name: string): Promise<undefined> {
  mkdirSync(join(temp, 'package'));
  writeFileSync(join(temp, 'package', name), '#!/bin/sh\n', { mode: 0o755 });
}
