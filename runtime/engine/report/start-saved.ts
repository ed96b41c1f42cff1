import type { Workspace } from '../../workspace/paths.ts';
import { startVerifier } from './verifier.ts';

/** What people saved is judged in a process of its own: its gates may take longer than who found it may wait. */
export async function startSaved(ws: Workspace): Promise<void> {
  await startVerifier(ws).hand({ session: '', goal: '', mainTranscript: '', saved: true });
}
