// Times for people: how long, how long ago, and at what time of their own zone.

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `now` is in milliseconds. `utc`: absolute times as the log has them, not in the zone of this machine. */
export type Clock = Readonly<{ now: number; utc: boolean }>;

export function span(ms: number): string {
  if (ms < MINUTE) return `${Math.max(0, Math.round(ms / SECOND))} s`;
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min`;
  if (ms < DAY) return two(ms, HOUR, 'h', MINUTE, 'min');
  return two(ms, DAY, 'd', HOUR, 'h');
}

/** `12 min ago (14:02)`; the day too, where it is another one. */
export function ago(iso: string, { now, utc }: Clock): string {
  const at = Date.parse(iso);
  const [day, time] = dayAndTime(at, utc);
  const [today] = dayAndTime(now, utc);
  const shown = day === today ? time.slice(0, 5) : `${day} ${time.slice(0, 5)}`;
  return `${span(now - at)} ago (${shown}${utc ? ' UTC' : ''})`;
}

/** `2026-11-21 23:02:46`; in UTC with a Z. */
export function timeOf(iso: string, utc: boolean): string {
  return dayAndTime(Date.parse(iso), utc).join(' ') + (utc ? 'Z' : '');
}

function dayAndTime(at: number, utc: boolean): readonly [string, string] {
  // As if it were UTC: what is printed is the time on the wall here.
  const zone = utc ? 0 : new Date(at).getTimezoneOffset() * MINUTE;
  const [day = '', time = ''] = new Date(at - zone).toISOString().split('T');
  return [day, time.slice(0, 8)];
}

function two(ms: number, unit: number, name: string, part: number, partName: string): string {
  const rest = Math.floor((ms % unit) / part);
  const first = `${Math.floor(ms / unit)} ${name}`;
  return rest === 0 ? first : `${first} ${rest} ${partName}`;
}
