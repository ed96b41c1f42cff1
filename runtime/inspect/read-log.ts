import { closeSync, fstatSync } from 'node:fs';
import { join } from 'node:path';
import { lineAt, openToRead } from '../files/reading.ts';
import { readHistory, type VoidStep } from '../log/history.ts';
import { listSegments, type Segment } from '../log/segments.ts';
import type { EventRecord } from '../model/event.ts';
import type { Failure } from '../model/failure.ts';
import type { Finding } from '../model/finding.ts';
import type { Workspace } from '../workspace/paths.ts';

/** Called often while something long is done, with how far it is. */
export type OnProgress = (where: string) => void;

type LogRead = Readonly<{
  segments: readonly Segment[];
  findings: readonly Finding[];
  voids: readonly VoidStep[];
  /** Every record was read up to the end, or up to a torn tail. */
  isWhole: boolean;
}>;

/** The whole log: checksums, chain, gaps, void steps, and its tail. */
export function readLog(ws: Workspace, take: (record: EventRecord) => void): LogRead {
  const history = readHistory(
    ws,
    (record) => {
      take(record);
      return true;
    },
    'count',
  );
  // Afterwards, because the log may have been sealed meanwhile.
  const listed = listSegments(ws);
  if (!listed.ok) return broken([], listed.failure);
  const { segments } = listed;
  if (!history.ok) return broken(segments, history.failure);
  const notes = history.voids.map(
    ({ file, byte, records }): Finding => ({
      severity: 'note',
      kind: 'void-step',
      ...placeOf(ws, file, byte).place,
      records,
    }),
  );
  return {
    segments,
    findings: [...notes, ...torn(ws, history.tornAt)],
    voids: history.voids,
    isWhole: true,
  };
}

function broken(segments: readonly Segment[], failure: Failure): LogRead {
  const place =
    failure.kind === 'log-damaged'
      ? { file: failure.file, line: failure.line, byte: failure.byte }
      : failure.kind === 'segment-missing'
        ? { file: failure.file }
        : {};
  const finding: Finding = { severity: 'finding', kind: 'log', ...place, failure };
  return { segments, findings: [finding], voids: [], isWhole: false };
}

function torn(ws: Workspace, tornAt: number | null): Finding[] {
  if (tornAt === null) return [];
  const { place, size } = placeOf(ws, 'events.jsonl', tornAt);
  return [{ severity: 'finding', kind: 'torn-tail', ...place, bytes: size - tornAt }];
}

function placeOf(ws: Workspace, file: string, byte: number) {
  const fd = openToRead(join(ws.dir, file));
  try {
    return { place: { file, line: lineAt(fd, byte), byte }, size: fstatSync(fd).size };
  } finally {
    closeSync(fd);
  }
}
