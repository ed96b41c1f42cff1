import type { Owner } from '../model/actors/owner.ts';
import { oneLine } from './plain-text.ts';

/** Who owns a goal, behind "owned by". */
export function ownerText(owner: Owner): string {
  switch (owner.kind) {
    case 'session':
      return `session ${oneLine(owner.session_id, 40)}`;
    case 'driver':
      return `process ${owner.ref.pid}`;
    case 'nobody':
      return 'nobody';
  }
}
