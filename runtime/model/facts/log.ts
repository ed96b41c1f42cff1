// Facts about the log itself and about what it was written with.

import * as z from 'zod';
import { processSchema } from '../actors/process-ref.ts';
import { terminalSchema } from '../actors/terminal.ts';
import { noticeSchema } from '../notice.ts';
import { loadedConfigSchema } from '../state/compiled-config.ts';
import { DAEMON_ENDS } from '../vocabulary.ts';
import { type FactsOf, family } from './definition.ts';

const sha256 = z.string().describe('SHA-256, in hex.');

const copySchema = z.strictObject({
  file: z.string().describe('Below .wukong/.'),
  bytes: z.number().int(),
  sha256,
});

const switchedSchema = z.strictObject({
  by: z.string().describe('Who typed it.'),
  terminal: terminalSchema.optional().describe('While a goal was open.'),
});

export const LOG_FACTS = family({
  'log.created': {
    about: 'workspace',
    means: 'A new log begins; what was there before is not part of it.',
    when: 'At `wukong init` in a repository without a log, and at `wukong archive`.',
    payload: z.strictObject({
      log_id: z.string().describe('L- and eight base32 letters; approvals name it.'),
    }),
    example: { log_id: 'L-rzmw7q3k' },
  },
  'log.sealed': {
    about: 'workspace',
    means: 'Everything before this record is in a file in archive/ that never changes again.',
    when: 'When the log has grown beyond 64 MB; the first record of the new file.',
    payload: z.strictObject({
      log_id: z.string(),
      file: z.string().describe('Below .wukong/.'),
      events: z.number().int().describe('Counted records up to its end.'),
      bytes: z.number().int(),
      sha256,
    }),
    example: {
      log_id: 'L-rzmw7q3k',
      file: 'archive/events-000001.jsonl',
      events: 210345,
      bytes: 67108977,
      sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    },
  },
  'log.healed': {
    about: 'workspace',
    means: 'Bytes of a step that was never finished are skipped; a copy is in archive/.',
    when: 'The next step after a writer was killed, or the disk was full.',
    payload: z.strictObject({
      byte: z.number().int().describe('Where they begin.'),
      bytes: z.number().int().describe('How many they are.'),
    }),
    example: { byte: 18451, bytes: 16 },
  },
  'log.repaired': {
    about: 'workspace',
    means: 'A person discarded everything from the first damaged record on; copies are kept.',
    when: 'At `wukong repair`.',
    payload: z.strictObject({
      file: z.string().describe('The damaged file, below .wukong/.'),
      line: z.number().int(),
      byte: z.number().int(),
      why: z.string(),
      lines: z.number().int().describe('Lines discarded.'),
      bytes: z.number().int(),
      set_aside: z.array(copySchema).describe('Copies of the files as they were.'),
    }),
    example: {
      file: 'events.jsonl',
      line: 812,
      byte: 301122,
      why: 'the checksum does not match',
      lines: 3,
      bytes: 1204,
      set_aside: [{ file: 'archive/damaged-1.jsonl', bytes: 302326, sha256: '9f86d081…' }],
    },
  },
  'config.loaded': {
    about: 'workspace',
    means: 'This configuration is in force, or the last valid one stays (`problem` says why).',
    when: 'When config.yaml or config.local.yaml changed since it was last read.',
    payload: z.strictObject({
      config: loadedConfigSchema,
    }),
    example: {
      config: {
        stamp: '1022:1795321778519.3118 -',
        problem: null,
        no_progress_stops: 3,
        send_backs: 3,
        tree_wait_sec: 480,
        approval: ['git push'],
        record: 'all',
        allow_dispatch: false,
      },
    },
  },
  'hooks.turned_off': {
    about: 'workspace',
    means: 'From here on hooks record and answer nothing in this clone; goals that ran are paused.',
    when: 'At `wukong off`, and before `wukong uninstall` takes anything away.',
    payload: switchedSchema,
    example: { by: 'Ada' },
  },
  'hooks.turned_on': {
    about: 'workspace',
    means: 'Hooks record and answer again; what happened in between is not known.',
    when: 'At `wukong on`.',
    payload: switchedSchema,
    example: { by: 'Ada' },
  },
  'daemon.started': {
    about: 'workspace',
    means: 'This process carries out what is queued, until it is stopped.',
    when: 'At `wukong daemon start`.',
    payload: z.strictObject({ process: processSchema, by: z.string() }),
    example: { process: { pid: 4242, started: '1' }, by: 'Ada' },
  },
  'daemon.stopped': {
    about: 'workspace',
    means: 'No daemon carries out what is queued.',
    when: 'It was stopped; or it was found dead by the next one, or by whoever ends what it left.',
    payload: z.strictObject({ process: processSchema, because: z.enum(DAEMON_ENDS) }),
    example: { process: { pid: 4242, started: '1' }, because: 'asked' },
  },
  'guard.trusted': {
    about: 'workspace',
    means: 'A role whose guard did not run may start again; its next run has to show the guard.',
    when: 'A person resumes a node that waits because of a missing guard.',
    payload: z.strictObject({ role: z.string() }),
    example: { role: 'body' },
  },
  'notice.added': {
    about: 'workspace',
    means: 'The user of the session has to be told this.',
    when: 'Something happened that only a person can act on, while no message could be shown.',
    payload: z.strictObject({ about: noticeSchema }),
    example: { about: { kind: 'config-rejected', problem: 'config.yaml:2:1 Unknown field.' } },
  },
  'notice.given': {
    about: 'session',
    means: 'The user was told what had been added for this session.',
    when: 'At the next Stop of the session; of nodes that ended, when it is next woken.',
    payload: z.strictObject({
      count: z.number().int().describe('How many notices.'),
      only: z.literal('node-ended').optional().describe('The rest is told later.'),
    }),
    example: { count: 1 },
  },
});

export type LogFact = FactsOf<typeof LOG_FACTS>;
