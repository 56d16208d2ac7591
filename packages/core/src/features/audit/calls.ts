import { z } from 'zod'
import { call, instant, page, pageInput, rowId, searchText, time } from '../../api/call.ts'
import { auditKinds } from '../../codes/audit.ts'
import { choice, given, search } from '../../lists/filters.ts'
import { list } from '../../lists/list.ts'

/** Changes that cannot be undone, and security events, each with the values before and after. */

const facts = z.record(z.string(), z.unknown()).nullable()
export const auditEvent = z.object({
  id: rowId,
  time,
  kind: z.enum(auditKinds),
  username: z
    .string()
    .nullable()
    .describe('Who did it; null: a device, or an account that no longer exists.'),
  asUsername: z.string().nullable().describe('Account on whose behalf a parent account acted; null: none.'),
  terminalID: z.string().nullable(),
  address: z.string().nullable().describe('Network address it came from.'),
  before: facts.describe('Previous values by name; null: none.'),
  after: facts.describe('New or attempted values; null: none.'),
  times: z.int().describe('How often it happened within an hour of `time`.'),
})
export type AuditEvent = z.output<typeof auditEvent>

export const auditCalls = {
  find: call({
    path: '/api/audit/find',
    permission: ['main:device_history'],
    demo: true,
    help: 'The audit log of the accounts and devices in the caller’s scope, newest first; administrators also see the security events of the platform.',
    input: pageInput.extend({
      kind: z.enum(auditKinds).optional(),
      search: searchText
        .optional()
        .describe(
          'Part of a terminal id or of the user name of who did it; of a batch, a whole terminal id.',
        ),
      from: instant.optional().describe('Not before, epoch ms.'),
      until: instant.optional().describe('Before, epoch ms.'),
    }),
    output: page(auditEvent),
  }),
}

export const auditList = list(auditCalls.find, {
  name: 'auditEvents',
  rowId: 'id',
  columns: [
    { key: 'time', form: 'instant', isFixed: true },
    { key: 'kind', form: 'auditKind', isFixed: true, card: 'title' },
    { key: 'terminalID', form: 'identifier' },
    { key: 'username', form: 'text' },
    { key: 'asUsername', form: 'text' },
    { key: 'before', form: 'text', of: ({ before }) => factsText(before) },
    { key: 'after', form: 'text', of: ({ after }) => factsText(after) },
    { key: 'address', name: 'cameFrom', form: 'text' },
    { key: 'times', form: 'count' },
  ],
  filters: [search(), choice('kind', auditKinds, 'reports.auditKind'), given('from'), given('until')],
})

/** Of many devices, so many are named. */
const namedAtMost = 10

function factsText(facts: AuditEvent['before']): string | null {
  if (facts === null) return null
  return Object.entries(facts)
    .map(([name, value]) => `${name}: ${valueText(value)}`)
    .join(', ')
}

function valueText(value: unknown): string {
  if (value === null) return '–'
  if (typeof value === 'string') return value
  if (Array.isArray(value) && value.length > namedAtMost)
    return `${JSON.stringify(value.slice(0, namedAtMost))} …`
  return JSON.stringify(value)
}
