const VERSION = 1;

const KINDS = [
  { name: 'temperature', size: 2, read: (value) => value.readInt16BE(0) / 100 },
  { name: 'humidity', size: 1, read: (value) => value.readUInt8(0) / 2 },
  { name: 'label', read: (value) => value.toString('utf8') },
];

export class DecodeError extends Error {
  constructor(message, offset) {
    super(`${message} (offset ${offset})`);
    this.name = 'DecodeError';
    this.offset = offset;
  }
}

export function decode(input) {
  const bytes = Buffer.from(input);
  const version = bytes.readUInt8(0);
  if (version !== VERSION) {
    throw new DecodeError(`unknown version ${version}`, 0);
  }

  const readings = [];
  let offset = 1;
  while (offset < bytes.length) {
    const sensor = readVarint(bytes, offset);
    const kind = KINDS[bytes[sensor.end]];
    if (!kind) throw new DecodeError('unknown kind', sensor.end);

    const length = readVarint(bytes, sensor.end + 1);
    const end = length.end + length.value;
    if (kind.size && kind.size !== length.value) throw new DecodeError('wrong size', sensor.end + 1);
    if (end > bytes.length) throw new DecodeError('truncated value', length.end);

    const value = kind.read(bytes.subarray(length.end, end));
    readings.push({ sensor: sensor.value, kind: kind.name, value });
    offset = end;
  }
  return readings;
}

function readVarint(bytes, start) {
  let value = 0;
  for (let i = 0; i < 5; i++) {
    const byte = bytes[start + i];
    if (byte === undefined) throw new DecodeError('truncated number', start + i);
    value += (byte & 0x7f) * 2 ** (7 * i);
    if (byte < 0x80) return { value, end: start + i + 1 };
  }
  throw new DecodeError('number too long', start);
}
