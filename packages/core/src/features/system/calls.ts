import { z } from 'zod'
import { call, time } from '../../api/call.ts'
import { refusalReasons } from '../../codes/frames.ts'

/** What the operator should know of the platform itself. */

const bytes = z.number().describe('Bytes.')

const notStoring = z.array(
  z.object({
    gateway: z.string(),
    sinceTime: time,
    reason: z.string(),
    clock: z
      .object({
        evidence: z
          .enum(['release', 'stored', 'devices', 'leap'])
          .describe(
            'Why it is taken to be wrong. `release`: it is before this version was made; `stored`: before what is stored already; `devices`: most devices differ from it by the same; `leap`: it leapt ahead.',
          ),
        aheadMs: z
          .number()
          .nullable()
          .describe('What it is ahead of the right time, ms; negative: behind; null: not known.'),
      })
      .nullable()
      .describe('Set where the reason is the clock of the machine.'),
  }),
)

export const platformCalls = {
  state: call({
    path: '/api/platform/state',
    permission: ['main:system_config'],
    demo: true,
    help: 'The gateways that can’t store reports because the disk is full, the database is unavailable or the clock of the machine is wrong, since when, and what the database says. Devices keep their reports meanwhile.',
    output: z.object({ notStoring }),
  }),
  signIn: call({
    method: 'GET',
    path: '/api/platform/signIn',
    permission: 'public',
    demo: true,
    help: 'What the sign-in page offers.',
    output: z.object({
      isDemoOffered: z.boolean().describe('A demo account is offered.'),
      canResetPassword: z.boolean().describe('A forgotten password can be reset by email.'),
    }),
  }),
  health: call({
    method: 'GET',
    path: '/api/platform/health',
    permission: ['main:system_config'],
    demo: true,
    help: 'Processes and their load, size and growth of the database, backups and versions.',
    output: z.object({
      version: z.string().describe('Version of Trackway in the process that answers.'),
      processes: z
        .array(
          z.object({
            name: z.string().describe('Of the process.'),
            roles: z.array(z.string()).describe('What it does: gateway, api, jobs.'),
            version: z.string().describe('Version of Trackway.'),
            node: z.string().describe('Version of Node.js.'),
            startTime: time.describe('When it was started, epoch ms.'),
            sayTime: time.describe('Last report, epoch ms.'),
            connections: z.number().describe('Devices’ connections that are open.'),
            viewers: z.number().describe('Live connections of people.'),
            waitingItems: z.number().describe('Frames received and not committed yet.'),
            positionsPerSecond: z
              .number()
              .nullable()
              .describe('Positions stored, a second; null: not known yet.'),
            memoryBytes: bytes,
            untrustedProxy: z
              .string()
              .nullable()
              .describe('Address of a proxy that forwards requests and isn’t in TRUST_PROXY; null: none.'),
            refused: z
              .array(
                z.object({
                  reason: z.enum(refusalReasons),
                  count: z.int().describe('Frames refused for this reason.'),
                }),
              )
              .describe('Frames of devices that were refused since the start, by reason.'),
          }),
        )
        .describe('Processes that reported within the last half minute.'),
      notStoring: notStoring.describe(
        'The gateways that store nothing, as `/api/platform/state` answers them.',
      ),
      isBusConnected: z.boolean().describe('Processes can reach each other.'),
      database: z
        .object({
          version: z.string().describe('Version of PostgreSQL.'),
          migrations: z.int().describe('Migrations applied.'),
          bytes,
          freeBytes: z
            .number()
            .nullable()
            .describe('Free on the disk of the database; null: it is elsewhere.'),
          bytesPerDay: z.number().nullable().describe('Growth over the last 30 days; null: not known yet.'),
          fullTime: time
            .nullable()
            .describe('When the disk is full at this growth, epoch ms; null: not known.'),
          tables: z
            .array(z.object({ name: z.string().describe('Of the table.'), bytes }))
            .describe('The largest tables, with their indexes, by the last statistics of PostgreSQL.'),
          days: z
            .array(z.object({ day: z.int().describe('Days since 1970 (UTC).'), bytes }))
            .describe('Size at the end of each of the last 30 days, oldest first.'),
        })
        .describe('Its size and growth.'),
      jobs: z
        .object({
          waiting: z.int().describe('Queued jobs.'),
          running: z.int().describe('Jobs in progress.'),
          failed: z.int().describe('Jobs that failed within the last day.'),
        })
        .describe('Background jobs.'),
      backups: z
        .array(z.object({ name: z.string().describe('Of the file.'), bytes, time }))
        .describe('Files in DATA_DIR/backups, newest first, ten at most.'),
      hasOtherKey: z
        .boolean()
        .describe('Secrets in the database were encrypted with a key other than SECRET_KEY.'),
    }),
  }),
}
