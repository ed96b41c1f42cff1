/** `2026-11-23`, in the zone of this machine: the day as the person lives it. */
export function localDay(ms: number): string {
  const at = new Date(ms);
  const two = (n: number): string => `${n}`.padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

export function hourOf(ms: number): number {
  return new Date(ms).getHours();
}

/** The last millisecond of a day that began; undefined if there is no such day. */
export function endOfDay(day: string): number | undefined {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  if (year === undefined) return undefined;
  const end = new Date(Number(year), Number(month) - 1, Number(date) + 1).getTime() - 1;
  return localDay(end) === day ? end : undefined;
}
