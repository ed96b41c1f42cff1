// `models` of the configuration, with the real client.

import { expect, test } from 'vitest';
import { fixDecoder } from '../../scripts/model/fix-decoder.ts';
import { requireClient } from '../rig/client.ts';
import { Rig } from '../rig/rig.ts';
import { expectFixed } from './expect-fixed.ts';

const client = await requireClient();

test.runIf(client)(
  'a role works with the model that is set for it, and the others with theirs',
  async () => {
    await using rig = await Rig.create({ testsBy: 'npm' });
    rig.write(
      '.wukong/config.yaml',
      `${rig.file('.wukong/config.yaml')}\nmodels: { eye: haiku }\n`,
    );
    const model = await rig.model(fixDecoder());
    await (await rig.headless('/wukong_fix the decoder crashes on empty input')).done;
    expectFixed(rig);
    const used = (role: string) => {
      const calls = model.requests.map(({ call }) => call).filter((call) => call.role === role);
      return [...new Set(calls.map((call) => call.model))];
    };
    expect(used('eye'), rig.dump()).toEqual([expect.stringContaining('haiku')]);
    expect(used('ear').join()).not.toContain('haiku');
  },
);
