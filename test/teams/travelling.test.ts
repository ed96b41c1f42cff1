// What a home and a worker say to each other, as values: who has only the password of the database is taken for nobody.

import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { refOf } from '../../runtime/engine/team/carry-tree.ts';
import { secretLine } from '../../runtime/engine/team/secrets-in.ts';
import { placesOf } from '../../runtime/engine/team/worker.ts';
import { wornOut } from '../../runtime/engine/team/worn-out.ts';
import {
  TEAM_PROTOCOL,
  type TravellingOrder,
  type TravellingResult,
} from '../../runtime/model/protocol/travelling.ts';
import type { State } from '../../runtime/model/state/state.ts';
import { keyOf, signed } from '../../runtime/team/machine-key.ts';
import type { Json, Lease } from '../../runtime/team/order-queue.ts';
import {
  orderId,
  placeOf,
  readOrder,
  readTravelled,
  signOrder,
  signResult,
} from '../../runtime/team/travelling.ts';
import { temporaryFolder } from '../evidence/temporary.ts';

const folder = temporaryFolder('wukong-keys-');
const [home, other] = ['home', 'other'].map((name) => keyOf(join(folder, `${name}.pem`)));
if (!home || !other) throw new Error('no keys');
const TRUSTS = [{ key: home.id }];
const NOW = new Date('2026-11-27T12:00:00Z');
const TREE = 'a'.repeat(40);

const order: TravellingOrder = {
  protocol: TEAM_PROTOCOL,
  log: 'L-1',
  goal: 'G-0001',
  run: '2026-11-27-body-0001',
  place: placeOf(home.id, 'body'),
  role: 'body',
  ref: 'refs/wukong/L-1/G-0001/2026-11-27-body-0001/order',
  commit: 'b'.repeat(40),
  tree: TREE,
  expires: '2026-11-28T12:00:00.000Z',
  time_limit_sec: 60,
  no_output_limit_sec: null,
  files: { 'work_order.json': '{}' },
};

const result: TravellingResult = {
  protocol: TEAM_PROTOCOL,
  log: order.log,
  run: order.run,
  ref: order.ref,
  commit: order.commit,
  tree: TREE,
  machine: 'w1',
  person: 'ada@w1',
  environment: 'linux x64, Node 22.12.0',
  exit: 0,
  cut: null,
  files: [],
  outputs: {},
  gates: [],
};

function lease(body: Json, about: Partial<Lease> = {}): Lease {
  return { id: orderId(order), place: order.place, attempt: 0, body, ...about };
}

function why(body: Json, about?: Partial<Lease>): string {
  const read = readOrder(lease(body, about), TRUSTS, NOW);
  return read.ok ? 'taken' : read.error;
}

describe('an order', () => {
  test('is taken as its home signed it', () => {
    expect(readOrder(lease(signOrder(order, home)), TRUSTS, NOW)).toEqual({
      ok: true,
      value: order,
    });
  });

  test('of nobody is refused', () => expect(why({ run: 'x' })).toBe('nobody signed it'));

  test('of a machine that nobody trusts is refused, and named', () => {
    expect(why(signOrder(order, other))).toContain(`wukong team trust ${other.id} --name NAME`);
    const odd = { ...(signOrder(order, other) as object), by: 'wk_; rm -rf ~' } as Json;
    expect(why(odd)).not.toContain('wukong team trust');
  });

  test('that was changed after it was signed is refused', () => {
    const text = JSON.stringify({ ...order, ref: 'refs/wukong/L-1/other' });
    expect(why({ ...(signOrder(order, home) as object), text } as Json)).toContain('not as');
  });

  test('is no result, and a result is no order, whoever signed both', () => {
    expect(why(signResult(result, home))).toContain('not as');
    expect(readTravelled(signOrder(order, home), order, TRUSTS)).toMatchObject({ ok: false });
  });

  test.each([
    ['of another run', { id: 'L-1/other' }, 'the order of'],
    ['in a place of others', { place: placeOf(other.id, 'body') }, 'a place of others'],
  ] as const)('%s is refused: nobody sends it anywhere else', (_, about, says) => {
    expect(why(signOrder(order, home), about)).toContain(says);
  });

  test('is not good for ever', () => {
    expect(why(signOrder({ ...order, expires: '2026-11-27T11:59:59.000Z' }, home))).toContain(
      'good until',
    );
  });

  test('of another version is refused with both versions', () => {
    const text = JSON.stringify({ ...order, protocol: 7 });
    const body = signed(text, 'wukong order', home);
    expect(why(body)).toBe('it speaks version 7 of teams, and this Wukong version 1');
  });

  test.each([
    ['a ref that leads elsewhere', { ref: 'refs/heads/main' }, 'ref'],
    ['no hash', { commit: '--upload-pack=x' }, 'commit'],
    ['a file that climbs', { files: { '../x': '' } }, 'files'],
  ])('with %s is refused', (_, wrong, says) => {
    const body = signed(JSON.stringify({ ...order, ...wrong }), 'wukong order', home);
    expect(why(body)).toContain(says);
  });
});

describe('a result', () => {
  test('is taken with the name of the key', () => {
    expect(readTravelled(signResult(result, home), order, TRUSTS)).toEqual({
      ok: true,
      value: { ...result, by: home.id },
    });
  });

  test('of another run, or of a machine that nobody trusts, is not taken', () => {
    const later = { ...result, run: '2026-11-27-body-0002' };
    expect(readTravelled(signResult(later, home), order, TRUSTS)).toMatchObject({ ok: false });
    expect(readTravelled(signResult(result, other), order, TRUSTS)).toMatchObject({ ok: false });
    expect(readTravelled(null, order, TRUSTS)).toMatchObject({ ok: false });
  });
});

test('a worker claims where the homes it trusts put orders for its roles, first those for its labels', () => {
  const trusts = [{ key: 'A', name: 'a' }];
  expect(placesOf({ trusts, roles: ['body', 'nose'], labels: ['linux'] })).toEqual([
    'A.body.linux',
    'A.body',
    'A.nose.linux',
    'A.nose',
  ]);
});

describe('of what leaves the machine with a tree', () => {
  const TOKEN = `ghp_${'a1B2'.repeat(9)}`;

  test('a line with a secret is named', () => {
    expect(secretLine(`one\ntoken = "${TOKEN}"\n`, 'one\n')).toBe(2);
  });

  test('one that was committed is its person’s doing', () => {
    const line = `token = "${TOKEN}"\n`;
    expect(secretLine(`${line}more\n`, line)).toBeUndefined();
  });
});

describe('refs in the remote', () => {
  const ref = (goal: string, run: string, what = 'order') =>
    `refs/wukong/L-1/${goal}/${run}/${what}`;
  const runs = {
    a: { id: 'a', ended: { outcome: 'success' }, outputs: { tree: 't1' } },
    b: { id: 'b', ended: { outcome: 'failed' }, outputs: null },
    c: { id: 'c', ended: null, outputs: null },
    d: { id: 'd', ended: { outcome: 'lost' }, outputs: null },
  };
  const goals = { 'G-0001': { runs } } as unknown as State['goals'];

  test('go, but for the last run of an open goal, and for one that is at work', () => {
    const all = [...['b', 'c', 'd'].map((run) => ref('G-0001', run)), ref('G-0009', 'a')];
    expect(wornOut(all, { goals })).toEqual([ref('G-0001', 'b'), ref('G-0009', 'a')]);
  });

  test('stay of the run that left a tree last, for whoever takes the goal', () => {
    expect(wornOut([ref('G-0001', 'a', 'tree')], { goals })).toEqual([]);
  });

  test('are one for each lease, so that who lost theirs does not push over what counts', () => {
    const at = { log: 'L-1', goal: 'G-0001', run: 'b' };
    expect(refOf(at, 'result/1')).toBe(ref('G-0001', 'b', 'result/1'));
  });

  test('stay with what a failed run gave back, of which a person was told', () => {
    expect(wornOut([ref('G-0001', 'b', 'result/0')], { goals })).toEqual([]);
  });
});
