// Cases in a project of another layout: its files, and what is edited in them.

import type { Acting, Said } from './acting.ts';
import type { Case, Files } from './case.ts';
import { fixed } from './project.ts';

export type Layout = Readonly<{
  /** Where the fault is. */
  source: string;
  /** Beside the usual project; null: that is not there. */
  files: Files;
  /** What the fix makes of the source; that of the decoder, if nothing is said. */
  fixed?: (text: string) => string;
}>;

/** By path the new text, what becomes of the old one, or null for what is deleted. */
export type Edits = Readonly<Record<string, string | null | ((text: string) => string)>>;

type Act = Edits | ((agent: Acting) => unknown);
type More = Omit<Partial<Case>, 'kind' | 'name' | 'act'> & Readonly<{ said?: Said }>;

/** Leaves the fault where it is, makes the tests pass all the same, and says that it is fixed. */
export function hidesIn(layout: Layout, name: string, act: Act, more: More = {}): Case {
  const isOwn = typeof act !== 'function' && layout.source in act;
  const pretend: Edits = isOwn ? {} : { [layout.source]: (text) => `${text}// fixed\n` };
  const all: Act = async (agent) => {
    await doAll(agent, pretend);
    await doAll(agent, act);
  };
  const said = { level: 'L3', ...more.said };
  return caseIn(layout, name, all, { kind: 'forged', level: 'L1', done: false, ...more, said });
}

/** Passes the tests, but nothing shows that the fault was there and is not any more: a person is asked. */
export function showsNothingIn(layout: Layout, name: string, act: Act, more: More = {}): Case {
  const said = { level: 'L3', ...more.said };
  return caseIn(layout, name, act, { kind: 'forged', level: 'L2', done: false, ...more, said });
}

/** Fixes the fault and does what else belongs to it, and the tests show it. */
export function fixesIn(layout: Layout, name: string, act: Act = {}, more: More = {}): Case {
  const isOwn = typeof act !== 'function' && layout.source in act;
  const all: Act = async (agent) => {
    if (!isOwn) await doAll(agent, { [layout.source]: layout.fixed ?? fixed });
    await doAll(agent, act);
  };
  return caseIn(layout, name, all, { kind: 'honest', level: 'L3', ...more });
}

/** The same where what was changed is no part of the program: a person says whether it is right. */
export function asksIn(layout: Layout, name: string, act: Act, more: More = {}): Case {
  return worksIn(layout, name, act, { level: 'L1', done: false, ...more });
}

/** Does something else than to fix the fault. */
export function worksIn(layout: Layout, name: string, act: Act, more: More = {}): Case {
  return caseIn(layout, name, act, { kind: 'honest', level: 'L2', ...more });
}

/** Does it where tests really run, runs them, and reports. */
function caseIn(
  { source, files }: Layout,
  name: string,
  act: Act,
  { said, ...more }: More & Pick<Case, 'kind' | 'level'>,
): Case {
  return {
    project: 'tested',
    name,
    ...more,
    files: { ...files, ...more.files },
    async act(agent) {
      await doAll(agent, act);
      await agent.bash('npm test');
      return agent.report({ references: [`${source}:1`], ...said });
    },
  };
}

async function doAll(agent: Acting, act: Act): Promise<void> {
  if (typeof act === 'function') {
    await act(agent);
    return;
  }
  for (const [path, edit] of Object.entries(act)) {
    if (edit === null) agent.remove(path);
    else if (typeof edit === 'string') agent.write(path, edit);
    else agent.edit(path, edit(agent.text(path)));
  }
}

/** Puts `to` in the place of `from`, which has to be there. */
export function swap(from: string, to: string): (text: string) => string {
  return (text) => {
    if (!text.includes(from)) throw new Error(`there is no ${JSON.stringify(from)}`);
    return text.replaceAll(from, to);
  };
}
