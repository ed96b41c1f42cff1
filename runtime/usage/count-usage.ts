// From lines of a transcript to tokens and dollars by model.
//
// One message of the model comes as several lines with its id, each with the counters as far as they were
// known: the largest of each counts, once. A resumed conversation repeats old lines in a file of its own.

import type { Price, PriceTable } from '../model/usage/prices.ts';
import type { ByModel, Priced, ReadTo, Tokens } from '../model/usage/usage.ts';
import { priceOf } from './prices.ts';
import { added, roundedUsd } from './sums.ts';

export type Counted = Readonly<{
  models: ByModel;
  last: ReadTo['last'];
  /** The text of the newest message, to tell whether the transcript is as far as its reader knows. */
  text: string;
}>;

type Json = Readonly<Record<string, unknown>>;
type Message = { model: string; usage: Json[] };

const MOST_MODELS = 8;
const MAX_NAME = 80;

/** What these lines add to what was counted before. */
export function countUsage(
  lines: Iterable<string>,
  before: ReadTo['last'],
  prices: PriceTable,
): Counted {
  const messages = new Map<string, Message>();
  let text = '';
  for (const line of lines) {
    // Most bytes of a transcript are what tools said, which nobody has to take apart for this.
    if (!line.includes('"assistant"')) continue;
    const message = messageIn(line);
    if (!message) continue;
    const { id, model, usage, content } = message;
    const known = messages.get(id) ?? { model, usage: [] };
    known.usage.push(usage);
    messages.set(id, known);
    text = textOf(content) || text;
  }
  const models: Record<string, Priced> = {};
  let last = before;
  for (const [id, { model, usage }] of messages) {
    const whole = priced(model, largest(usage), prices);
    add(models, model, id === before?.id ? beyond(whole, before) : whole);
    last = { id, model, ...whole };
  }
  return { models, last, text };
}

function messageIn(line: string) {
  const parsed = parse(line);
  const message = isObject(parsed) && parsed.type === 'assistant' ? parsed.message : undefined;
  if (!isObject(message) || !isObject(message.usage)) return undefined;
  const { id, model, usage, content } = message;
  // What the client says itself (an API error, an interruption) was never asked of a model.
  if (typeof id !== 'string' || typeof model !== 'string' || model === '<synthetic>')
    return undefined;
  return { id: id.slice(0, MAX_NAME), model: named(model), usage, content };
}

/** It goes into the log and before people. */
function named(model: string): string {
  return model.replaceAll(/[^\w.:@/[\]-]/g, '').slice(0, MAX_NAME) || 'unknown';
}

type Request = Tokens &
  Readonly<{ cache_1h: number; searches: number; isFast: boolean; isUs: boolean }>;

function largest(usages: readonly Json[]): Request {
  const most = (of: (usage: Json) => unknown): number =>
    usages.reduce((max, usage) => Math.max(max, whole(of(usage))), 0);
  const within = (usage: Json, name: string): Json => {
    const value = usage[name];
    return isObject(value) ? value : {};
  };
  return {
    input: most((usage) => usage.input_tokens),
    output: most((usage) => usage.output_tokens),
    cache_creation: most((usage) => usage.cache_creation_input_tokens),
    cache_read: most((usage) => usage.cache_read_input_tokens),
    cache_1h: most((usage) => within(usage, 'cache_creation').ephemeral_1h_input_tokens),
    searches: most((usage) => within(usage, 'server_tool_use').web_search_requests),
    isFast: usages.some(({ speed }) => speed === 'fast'),
    isUs: usages.some(({ inference_geo: geo }) => geo === 'us'),
  };
}

const USD_PER_SEARCH = 0.01;
const US_ONLY = 1.1;

function priced(model: string, request: Request, prices: PriceTable): Priced {
  const { input, output, cache_creation, cache_read } = request;
  const tokens = { input, output, cache_creation, cache_read };
  const price = priceOf(model, prices);
  return { ...tokens, usd: price ? roundedUsd(costOf(request, price)) : null };
}

function costOf(request: Request, list: Price): number {
  const { input, output, cache_creation, cache_read, cache_1h, searches, isFast, isUs } = request;
  const { long_prompt: long } = list;
  const price = long && input + cache_creation + cache_read > long.above ? long : list;
  const hour = Math.min(cache_1h, cache_creation);
  const tokens =
    input * price.input +
    output * price.output +
    (cache_creation - hour) * price.cache_write_5m +
    hour * price.cache_write_1h +
    cache_read * price.cache_read;
  const factor = (isFast ? (list.fast ?? 1) : 1) * (isUs ? US_ONLY : 1);
  return (tokens / 1e6) * factor + searches * USD_PER_SEARCH;
}

/** What a message has grown by since it was counted. */
function beyond(now: Priced, before: Tokens & Readonly<{ usd: number | null }>): Priced {
  const more = (key: keyof Tokens): number => Math.max(0, now[key] - before[key]);
  return {
    input: more('input'),
    output: more('output'),
    cache_creation: more('cache_creation'),
    cache_read: more('cache_read'),
    usd: now.usd === null ? null : Math.max(0, roundedUsd(now.usd - (before.usd ?? 0))),
  };
}

function add(models: Record<string, Priced>, model: string, one: Priced): void {
  const isKnown = Object.hasOwn(models, model) || Object.keys(models).length < MOST_MODELS;
  const name = isKnown ? model : 'other';
  const sum = Object.hasOwn(models, name) ? models[name] : undefined;
  models[name] = sum ? added(sum, one) : one;
}

function whole(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0;
}

function textOf(content: unknown): string {
  if (!Array.isArray(content)) return '';
  return content
    .map((block) => (isObject(block) && block.type === 'text' ? String(block.text) : ''))
    .join('');
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
