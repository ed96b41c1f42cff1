import { redactor } from '../privacy/redact.ts';
import { spool } from '../store/inbox.ts';
import type { Delivery } from './run-hook.ts';

/** A hook that broke down is on record too: the next one takes this up, and `wukong stats` counts it. */
export function keepError({ ws, event, payload }: Delivery, detail: string): void {
  if (event === 'guard' || event === 'verify') return;
  const hook_error = redactor(process.env)(detail).slice(0, 500);
  const key = `error-${process.pid}-${Date.now()}`;
  try {
    spool(ws, { key, type: event, session_id: payload.session_id, payload: { hook_error } });
  } catch (again) {
    process.stderr.write(`wukong: and it can not be kept: ${String(again)}\n`);
  }
}
