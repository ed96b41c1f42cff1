// The file a person answers in, in the language of their request.

import type { PayloadOf } from '../../model/facts/fact.ts';
import type { Language } from '../../model/vocabulary.ts';
import { wayIn } from '../escalation/options.ts';
import { closedPage, type Opened, pageOf } from '../escalation/page.ts';
import { ENGLISH_PAGE, type PageWords } from '../escalation/page-words.ts';
import type { Asked, Option } from '../escalation/way.ts';
import { CHINESE_PAGE } from './chinese-page.ts';

const PAGES: Readonly<Record<Language, PageWords>> = { en: ENGLISH_PAGE, zh: CHINESE_PAGE };

export function pageIn(opened: Opened): string {
  return pageOf(opened, PAGES[opened.payload.packet.language ?? 'en']);
}

/** The file says itself what it is written in. */
export function closedPageIn(
  text: string,
  closed: PayloadOf<'escalation.closed'>,
  at: string,
): string {
  const isChinese = /^---\n(?:\w+: .*\n)*language: zh\n/.test(text);
  return closedPage(text, closed, at, PAGES[isChinese ? 'zh' : 'en']);
}

/** An option in the language of the request. */
export function describedIn(asked: Asked, option: Option): string {
  const { ways } = PAGES[asked.packet.language ?? 'en'];
  return wayIn(ways, option, asked).description;
}
