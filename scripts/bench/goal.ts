// What a user pays for a whole goal: the example, by the real client and the scripted model.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { upcast } from '../../runtime/kernel/reduce/upcast.ts';
import type { Recorded } from '../../runtime/model/facts/fact.ts';
import { run as runChild } from '../client/child.ts';
import { systemPaths } from '../client/environment.ts';
import { findClient } from '../client/find.ts';
import { startHeadless } from '../client/headless.ts';
import { makeHome } from '../client/home.ts';
import { commitExample, copyExample, PROJECT, within } from '../example.ts';
import { fixDecoder } from '../model/fix-decoder.ts';
import { startModel } from '../model/server.ts';
import { PROMPT } from './payload.ts';
import type { Row, Run } from './row.ts';
import { median, spread } from './timed.ts';

export const GOAL_NAMES = ['main-agent', 'agents', 'messages', 'turns', 'handover'].map(
  (row) => `goal/${row}`,
);

type Ended = Readonly<{
  facts: readonly Recorded[];
  /** Of the client: of the main agent, and of each subagent. */
  transcripts: Readonly<{ main: readonly Line[]; agents: ReadonlyArray<readonly Line[]> }>;
  mainTurns: number;
  elapsedMs: number;
}>;

/** What is read of a line of a transcript. */
type Line = Readonly<{
  type?: string;
  isMeta?: boolean;
  message?: { content?: string | ReadonlyArray<{ type: string; text?: string }> };
  attachment?: { type: string; content?: string | readonly string[] };
}>;

export async function measureGoal(run: Run): Promise<Row[]> {
  run.progress('a whole goal with the real client');
  const ended = await wholeGoal();
  const nodes = ended.facts.filter(({ type }) => type === 'node.done').length;
  const rows = [
    ...charactersOf(ended),
    messagesOf(ended),
    turnsOf(ended, nodes),
    handoverOf(ended),
  ];
  return rows.filter(({ name }) => run.wants(name));
}

async function wholeGoal(): Promise<Ended> {
  const client = await findClient();
  if (!client.ok) throw new Error(`no Claude Code client: ${client.why}`);
  return within('bench', async (work) => {
    const repo = join(work, 'repo');
    copyExample('decoder', repo);
    await commitExample(repo);
    const init = [join(PROJECT, 'dist', 'cli.js'), 'init', repo, '--yes'];
    const options = { cwd: repo, env: systemPaths(), timeoutMs: 60_000 };
    const installed = await runChild(process.execPath, init, options);
    if (installed.code !== 0) throw new Error(`init failed: ${installed.stderr}`);
    const home = makeHome(join(work, 'home'), [repo], { allow: ['Bash(npm test)'] });
    await using model = await startModel(fixDecoder());
    await using running = startHeadless({
      client: client.path,
      cwd: repo,
      home,
      baseUrl: model.url,
      prompt: PROMPT,
      permissionMode: 'acceptEdits',
    });
    const { code, stderr, elapsedMs } = await running.done;
    const facts = linesOf(join(repo, '.wukong', 'events.jsonl')).map((line) => upcast(line));
    if (!facts.some(({ type }) => type === 'graph.completed')) {
      throw new Error(`the goal was not completed (${code}): ${stderr.slice(-2000)}`);
    }
    const projects = join(home, '.claude', 'projects');
    const found = readdirSync(projects, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => ({
        isAgent: name.includes('subagents'),
        lines: linesOf(join(projects, name)),
      }));
    const of = (isAgent: boolean) => found.filter((one) => one.isAgent === isAgent);
    return {
      facts,
      transcripts: {
        main: of(false).flatMap(({ lines }) => lines),
        agents: of(true).map(({ lines }) => lines),
      },
      mainTurns: model.requests.filter(({ call }) => call.who === 'main').length,
      elapsedMs,
    };
  });
}

function linesOf(path: string) {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

/** Characters that come from us: by hooks, by the command, and as work orders. */
function charactersOf({ transcripts: { main, agents } }: Ended): Row[] {
  const byHooks = added(main);
  // The command's own text comes as the first message of the client's, not of the user.
  const command = textOf(main.find(({ type, isMeta }) => type === 'user' && isMeta === true));
  const orders = agents.map((lines) => textOf(lines.find(({ type }) => type === 'user')).length);
  const whileAtWork = agents.map((lines) => added(lines));
  const row = { unit: 'characters', spread: 0 } as const;
  return [
    {
      ...row,
      name: 'goal/main-agent',
      value: byHooks + command.length,
      of: 'put into the context of the main agent',
      figures: { byHooks, command: command.length },
    },
    {
      ...row,
      name: 'goal/agents',
      value: sum(orders) + sum(whileAtWork),
      of: 'put into the contexts of agents',
      figures: {
        orders: sum(orders),
        byHooks: sum(whileAtWork),
        longestOrder: Math.max(...orders),
      },
    },
  ];
}

/** What a person is shown in the terminal, as the transcript has it. */
function messagesOf({ transcripts: { main } }: Ended): Row {
  const shown = main.flatMap(({ attachment }) =>
    attachment?.type === 'hook_system_message' ? [[attachment.content ?? []].flat().join('')] : [],
  );
  return {
    name: 'goal/messages',
    value: sum(shown.map((text) => text.length)),
    unit: 'characters',
    of: 'shown to the person of a whole goal',
    spread: 0,
    figures: { messages: shown.length, longest: Math.max(0, ...shown.map((text) => text.length)) },
  };
}

/** What hooks added for the model: context, and reasons they gave. */
function added(lines: readonly Line[]): number {
  return sum(
    lines.map(({ attachment }) => {
      const forModel = /^hook_(additional_context|blocking_error|stopped_continuation)$/;
      if (!attachment || !forModel.test(attachment.type)) return 0;
      return [attachment.content ?? []].flat().join('').length;
    }),
  );
}

function textOf(line: Line | undefined): string {
  const content = line?.message?.content ?? '';
  if (typeof content === 'string') return content;
  return content.map(({ text }) => text ?? '').join('');
}

function turnsOf({ mainTurns, elapsedMs }: Ended, nodes: number): Row {
  return {
    name: 'goal/turns',
    value: mainTurns - nodes,
    unit: 'turns',
    of: 'of the main agent beyond one a node',
    spread: 0,
    figures: { turns: mainTurns, nodes, wholeS: elapsedMs / 1000 },
  };
}

/**
 * From a report to the dispatch of the next node: what our processes took, as the log says. Of a report
 * that commands judge, the log does not say how long they ran; so those are figures only.
 */
function handoverOf({ facts }: Ended): Row {
  const handovers = facts.flatMap((report, at) => {
    if (report.type !== 'run.reported') return [];
    const after = facts.slice(at);
    const next = after.findIndex(({ type }) => type === 'run.dispatched');
    const done = after.find(({ type }) => type === 'node.done');
    if (next === -1 || !done) return [];
    const between = after.slice(0, next + 1);
    const dispatch = between.at(-1) ?? report;
    const hooks = between.slice(between.indexOf(done)).map(msOf);
    return {
      hasCommands: between.some(({ type }) => type === 'check.measured'),
      oursS: secondsOf(done) - secondsOf(report) + sum(hooks) / 1000,
      allS: secondsOf(dispatch) - secondsOf(report),
    };
  });
  const plain = handovers.filter(({ hasCommands }) => !hasCommands);
  const gated = handovers.filter(({ hasCommands }) => hasCommands);
  const values = plain.map(({ oursS }) => oursS);
  return {
    name: 'goal/handover',
    value: median(values),
    unit: 's',
    of: 'of ours between a report and the next dispatch, no gates',
    spread: spread(values),
    figures: {
      handovers: plain.length,
      withClientS: median(plain.map(({ allS }) => allS)),
      withGatesS: median(gated.map(({ oursS }) => oursS)),
    },
  };
}

/** How long a hook ran before its record: events of the client that a person waits for. */
function msOf(fact: Recorded): number {
  switch (fact.type) {
    case 'UserPromptSubmit':
    case 'PreToolUse':
      return fact.payload.ms ?? 0;
    default:
      return 0;
  }
}

function secondsOf({ timestamp }: Recorded): number {
  return Date.parse(timestamp) / 1000;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
