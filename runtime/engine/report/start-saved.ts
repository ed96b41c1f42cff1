import type { Workspace } from '../../workspace/paths.ts';
import { startVerifier } from './verifier.ts';

/** What people saved is judged in a process of its own: its gates may take longer than who found it may wait. */
export async function startSaved(ws: Workspace): Promise<void> {
  // A payload without a session is nobody's, and no hook looks at it.
  await startVerifier(ws).hand({ session: 'saved', goal: '', mainTranscript: '', saved: true });
}
