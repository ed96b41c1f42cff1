// The port to GitHub, through the real GitHub CLI.

import { describe, expect, test } from 'vitest';
import { ANN, HAS_GH, startAcme } from './acme.ts';

const DRAFT = { branch: 'wukong/G-0001', base: 'trunk', title: 'Decode', body: '', draft: true };
const EPOCH = '1970-01-01T00:00:00Z';

describe.skipIf(!HAS_GH)('with the real gh (skipped where there is none of 2.23 or newer)', () => {
  test('a person and a repository are as GitHub says', async () => {
    await using acme = await startAcme();
    expect(await acme.host.login()).toEqual({ kind: 'ok', value: 'ann' });
    expect(await acme.host.defaultBranch()).toEqual({ kind: 'ok', value: 'trunk' });
  });

  test('an archived repository takes nothing', async () => {
    await using acme = await startAcme({ isArchived: true });
    expect(await acme.host.createPull(DRAFT)).toMatchObject({ kind: 'refused', status: 403 });
  });

  test('a pull request goes from none over a draft to one that is ready', async () => {
    await using acme = await startAcme();
    const { host } = acme;
    expect(await host.pullOf(DRAFT.branch)).toEqual({ kind: 'ok', value: null });
    const made = await host.createPull(DRAFT);
    if (made.kind !== 'ok') throw new Error(JSON.stringify(made));
    expect(made.value).toMatchObject({ number: 2, isDraft: true, state: 'open' });
    expect(await host.pullOf(DRAFT.branch)).toEqual(made);
    expect(await host.updatePull(made.value.number, { body: '**done**' })).toMatchObject({
      value: { body: '**done**', isDraft: true },
    });
    expect(acme.repository.pulls[0]?.title).toBe('Decode');
    expect(await host.readyPull(made.value.nodeId)).toEqual({
      kind: 'ok',
      value: { isDraft: false },
    });
    expect(await host.pullOf(DRAFT.branch)).toMatchObject({ value: { isDraft: false } });
    expect(acme.server.faults).toEqual([]);
  });

  test('where there are no drafts, that is refused, and a plain one is made', async () => {
    await using acme = await startAcme({ hasDrafts: false });
    expect(await acme.host.createPull(DRAFT)).toEqual({
      kind: 'refused',
      status: 422,
      message: 'Draft pull requests are not supported in this repository.',
    });
    expect(await acme.host.createPull({ ...DRAFT, draft: false })).toMatchObject({
      value: { isDraft: false },
    });
  });

  test('a pull request that is gone cannot be made ready, though the status is 200', async () => {
    await using acme = await startAcme();
    expect(await acme.host.readyPull('PR_gone')).toEqual({
      kind: 'refused',
      status: 200,
      message: "Could not resolve to a node with the global id of 'PR_gone'.",
    });
  });

  test.each(['branch', 'a:b', '分支/😀', 'x&state=closed', '{owner}'])(
    'the branch %s is asked for by its own name',
    async (branch) => {
      await using acme = await startAcme();
      expect(await acme.host.pullOf(branch)).toEqual({ kind: 'ok', value: null });
      const [asked] = acme.server.arrived;
      expect(asked?.query.get('head')).toBe(`acme:${branch}`);
      expect(asked?.query.getAll('state')).toEqual(['all']);
    },
  );

  test.each([
    '写清楚 😀 "quotes" \\ $HOME `x`\r\n@file',
    '解码器😀'.repeat(3_800),
    'tab\tline\u2028family \u{1f468}\u200d\u{1f469}',
  ])('a comment comes back as it was written', async (body) => {
    await using acme = await startAcme();
    expect(await acme.host.createComment(acme.issue, body)).toMatchObject({ value: { body } });
    const answer = await acme.host.commentsSince(acme.issue, EPOCH);
    expect(answer).toMatchObject({ value: { comments: [{ body, author: 'ann' }], isAll: true } });
  });

  test('a control character arrives as it is, and is shown by gh with a caret', async () => {
    await using acme = await startAcme();
    const answer = await acme.host.createComment(acme.issue, 'a\u0000b\u001b[1mc');
    expect(acme.repository.comments[0]?.body).toBe('a\u0000b\u001b[1mc');
    expect(answer).toMatchObject({ value: { body: 'a^@b^[[1mc' } });
  });

  test('a comment that is too long is refused', async () => {
    await using acme = await startAcme();
    expect(await acme.host.createComment(acme.issue, 'x'.repeat(65_537))).toMatchObject({
      kind: 'refused',
      status: 422,
    });
  });

  test('of 250 comments each is read once', async () => {
    await using acme = await startAcme();
    fill(acme, 250);
    const answer = await acme.host.commentsSince(acme.issue, EPOCH);
    if (answer.kind !== 'ok') throw new Error(JSON.stringify(answer));
    expect(answer.value.isAll).toBe(true);
    expect(new Set(answer.value.comments.map(({ body }) => body)).size).toBe(250);
    expect(acme.server.arrived).toHaveLength(3);
  });

  test('of more than a thousand comments it says that these are not all', async () => {
    await using acme = await startAcme();
    fill(acme, 1_001);
    const answer = await acme.host.commentsSince(acme.issue, EPOCH);
    if (answer.kind !== 'ok') throw new Error(JSON.stringify(answer));
    expect(answer.value.isAll).toBe(false);
    expect(answer.value.comments).toHaveLength(1_000);
  });

  test('a page that fails is not taken for the end', async () => {
    await using acme = await startAcme();
    fill(acme, 101);
    acme.server.fault({ does: 'answer', status: 200, headers: NEXT, body: [] });
    acme.server.fault({ does: 'cut', carriedOut: true });
    expect(await acme.host.commentsSince(acme.issue, EPOCH)).toMatchObject({ kind: 'unknown' });
  });

  test('comments from before are left out, unless they were edited since', async () => {
    await using acme = await startAcme();
    fill(acme, 2);
    const { memory } = acme.server;
    const [first] = acme.repository.comments;
    if (first) memory.editComment(first, 'edited');
    for (const comment of acme.repository.comments.slice(1)) comment.updatedAt = EPOCH;
    const since = first?.updatedAt ?? '';
    expect(await acme.host.commentsSince(acme.issue, since)).toMatchObject({
      value: { comments: [{ body: 'edited' }] },
    });
  });

  test('a server of a company is asked below /api/v3, and by GraphQL beside it', async () => {
    const place = { host: 'ghe.example.com', owner: 'acme', repo: 'decoder' };
    await using acme = await startAcme({ place });
    const made = await acme.host.createPull(DRAFT);
    if (made.kind !== 'ok') throw new Error(JSON.stringify(made));
    expect(await acme.host.readyPull(made.value.nodeId)).toMatchObject({ kind: 'ok' });
    expect(acme.server.arrived.map(({ host, rawPath }) => `${host}${rawPath}`)).toEqual([
      'ghe.example.com/api/v3/repos/acme/decoder/pulls',
      'ghe.example.com/api/graphql',
    ]);
  });
});

const NEXT = { link: '<https://api.github.com/x?page=2>; rel="next"' };

function fill({ server, repository, issue }: Awaited<ReturnType<typeof startAcme>>, count: number) {
  for (let nth = 1; nth <= count; nth += 1) {
    server.memory.addComment(repository, { issue, user: ANN, body: `comment ${nth}` });
  }
}
