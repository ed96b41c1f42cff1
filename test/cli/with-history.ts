import { Sandbox } from '../install/temporary.ts';
import { start, work } from './goals.ts';

/** A goal at whose first node an agent works. */
export async function withHistory(): Promise<Sandbox> {
  const sandbox = await Sandbox.installed();
  start(sandbox.ws, 'the decoder crashes');
  work(sandbox.ws, 'G-0001', 'ear');
  return sandbox;
}
