import { isHostEvent } from '../../model/vocabulary.ts';
import { redactor } from '../../privacy/redact.ts';
import { spool } from '../../step/inbox.ts';
import type { Delivery } from './read-delivery.ts';

/** A hook that broke down is on record too: the next one takes this up, and `wukong stats` counts it. */
export function keepError({ ws, event, payload }: Delivery, detail: string): void {
  if (!isHostEvent(event)) return;
  const hook_error = redactor(process.env)(detail).slice(0, 500);
  const key = `error-${process.pid}-${Date.now()}`;
  try {
    spool(ws, { key, type: event, session_id: payload.session_id, payload: { hook_error } });
  } catch (again) {
    process.stderr.write(`wukong: and it cannot be kept: ${String(again)}\n`);
  }
}
