import type { Workspace } from '../../workspace/paths.ts';
import { startVerifier } from './verifier.ts';

/** What a session changed is judged in a process of its own (engine/turn/judge-turn.ts), and nobody waits for it. */
export async function startProof(ws: Workspace, session: string): Promise<void> {
  await startVerifier(ws).hand({ session, goal: '', mainTranscript: '', turn: true });
}
