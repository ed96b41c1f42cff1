import type { ExecutorType } from '../../model/vocabulary.ts';
import { command } from './command.ts';
import { headless } from './headless.ts';
import type { Executor } from './port.ts';

/** What can be driven from outside of a session, by type. */
export const ADAPTERS: Readonly<Partial<Record<ExecutorType, Executor>>> = { command, headless };
