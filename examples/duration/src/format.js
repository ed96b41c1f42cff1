const UNITS = [
  { name: 'd', seconds: 86_400 },
  { name: 'h', seconds: 3_600 },
  { name: 'min', seconds: 60 },
  { name: 's', seconds: 1 },
];

/** `3725` → `1 h 2 min 5 s` */
export function formatDuration(seconds) {
  if (!Number.isInteger(seconds) || seconds < 0) {
    throw new RangeError(`not a duration: ${seconds}`);
  }
  const parts = [];
  let left = seconds;
  for (const unit of UNITS) {
    const count = Math.floor(left / unit.seconds);
    left %= unit.seconds;
    if (count > 0) parts.push(`${count} ${unit.name}`);
  }
  return parts.join(' ') || '0 s';
}
