// When a usage limit ends, as the client says it in the last words of a turn: `resets 3:30pm (Europe/Berlin)`,
// and beyond a day `resets Oct 6, 1pm (UTC)`; older clients `limit reached|1759900000`, gateways `retry after 30`.

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const UNITS_MS: Readonly<Record<string, number>> = {
  s: 1000,
  m: MINUTE_MS,
  h: 60 * MINUTE_MS,
  d: DAY_MS,
};
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const STAMP = /\|\s*(\d{10})(?:\d{3})?\b/;
const WAIT =
  /(?:resets? in|retry[- ]after:?|try again in|retry in)\s+((?:\d+\s*(?:d(?:ays?)?|h(?:ours?|r)?|m(?:in(?:utes?)?)?|s(?:ec(?:onds?)?)?)?\s*(?:and\s+)?)+)/i;
const PART = /(\d+)\s*([dhms])?/gi;
const AT =
  /resets?(?: at| on)?\s+(?:([a-z]{3})[a-z]*\.? (\d{1,2})(?:, (\d{4}))?(?:,| at)?\s*)?(?:(\d{1,2})(?::(\d{2}))?\s*([ap])m)?(?:\s*\(([\w/+-]+)\))?/i;

/** What is known of the end of a limit; `stepsMin`: how long to wait where it names no time, in this machine's zone. */
export function endOfLimit(
  said: string,
  now: string,
  stepsMin: readonly number[],
): Readonly<{ named?: string; steps: string[] }> {
  const from = Date.parse(now);
  const at = (ms: number): string => new Date(ms).toISOString();
  const named = resetTime(said, from, Intl.DateTimeFormat().resolvedOptions().timeZone);
  const steps = stepsMin.map((minutes) => at(from + minutes * MINUTE_MS));
  return { ...(named !== undefined && { named: at(named) }), steps };
}

/** `now` in milliseconds, `zone` for times without one. Undefined: it names no time. */
export function resetTime(said: string, now: number, zone: string): number | undefined {
  const stamp = STAMP.exec(said)?.[1];
  if (stamp !== undefined) return Number(stamp) * 1000;
  const wait = WAIT.exec(said)?.[1];
  if (wait !== undefined) return now + waitMs(wait);
  const [at, month, day, year, hour, minute, half, named] = AT.exec(said) ?? [];
  if (at === undefined || (month === undefined && hour === undefined)) return undefined;
  const here = zoneOf(named, zone);
  const of = partsIn(now, here);
  const m = month === undefined ? of.month : MONTHS.indexOf(month.toLowerCase());
  if (m === -1) return undefined;
  const h = hour === undefined ? 0 : (Number(hour) % 12) + (half?.toLowerCase() === 'p' ? 12 : 0);
  const d = day === undefined ? of.day : Number(day);
  const found = atWall(Date.UTC(Number(year ?? of.year), m, d, h, Number(minute ?? 0)), here);
  if (found >= now || year !== undefined) return found;
  // The hour has passed today, or the day this year.
  const next = month === undefined ? [of.year, m, d + 1] : [of.year + 1, m, d];
  return atWall(Date.UTC(next[0] ?? 0, next[1], next[2], h, Number(minute ?? 0)), here);
}

function waitMs(text: string): number {
  let sum = 0;
  for (const [, n, unit = 's'] of text.matchAll(PART)) {
    sum += Number(n) * (UNITS_MS[unit.toLowerCase()] ?? 0);
  }
  return sum;
}

function zoneOf(named: string | undefined, zone: string): string {
  if (named === undefined) return zone;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: named });
    return named;
  } catch {
    // No zone that this Node knows: the client runs on this machine.
    return zone;
  }
}

function partsIn(ms: number, timeZone: string) {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  });
  const of = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, +value]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = of;
  const wall = Date.UTC(year, month - 1, day, hour, minute, second);
  return { year, month: month - 1, day, wall };
}

/** The moment at which clocks in that zone show this; `wall` as if it were UTC. */
function atWall(wall: number, timeZone: string): number {
  const first = wall - (partsIn(wall, timeZone).wall - wall);
  // Once more, where the clocks were changed in between.
  return wall - (partsIn(first, timeZone).wall - first);
}
