import { z } from 'zod'
import { ledgerKinds } from '../codes/ledger.ts'
import { choice, given, search } from '../lists/filters.ts'
import { list } from '../lists/list.ts'
import { call, line, named, nothing, page, pageInput, rowId, time } from './call.ts'

/**
 * How many devices an agent may still add, handed on down the tree, and how many devices are agreed with an agent.
 * Paths follow S2 section 7, "User" and "Agent device counts".
 */

const maxCount = 10_000_000

export const importNumber = named('ImportNumber', {
  id: rowId,
  ancestors: z.string(),
  username: z.string(),
  nickname: z.string().nullable(),
  importCount: z.int().describe('Devices that the agent may still add.'),
  usedCount: z.int().describe('Devices that the agent has added with it.'),
  lastTime: time.nullable().describe('Last movement, epoch ms; null: there was none.'),
})
export type ImportNumber = z.output<typeof importNumber>

export const importRecord = named('ImportRecord', {
  id: rowId,
  time,
  username: z.string().describe('Whose count it was; the name is kept when the account is gone.'),
  kind: z.enum(ledgerKinds).describe('Why the count changed.'),
  amount: z.int().describe('By how much it changed.'),
  before: z.int().describe('The count before.'),
  after: z.int().describe('The count after.'),
  operator: z
    .string()
    .nullable()
    .describe('Who did it; null: a superior of the caller, or somebody who is gone.'),
  other: z
    .string()
    .nullable()
    .describe('Where it came from or went to; null: the platform, devices, or a superior of the caller.'),
  reference: z.string().nullable().describe('What it was used for; null: it was handed on.'),
  remark: z.string().nullable(),
})
export type ImportRecord = z.output<typeof importRecord>

export const importCountCalls = {
  findNumbers: call({
    method: 'GET',
    path: '/api/user/findImportNumbers',
    permission: ['main:agent'],
    demo: true,
    help: 'The agents below the caller with what they may still import.',
    input: pageInput.extend({
      id: rowId.optional().describe('Only this account and those below it.'),
      search: z.string().trim().max(64).optional().describe('Part of a user name or nickname.'),
      sort: z.enum(['username', 'importCount']).default('username'),
      isDescending: z.boolean().default(false),
    }),
    output: page(importNumber),
    refusals: ['notFound'],
  }),
  findRecords: call({
    method: 'GET',
    path: '/api/user/findImportRecords',
    permission: ['main:agent'],
    demo: true,
    help: 'What changed the import counts of the caller and of those below, newest first.',
    input: pageInput.extend({
      id: rowId.optional().describe('Only of this account.'),
      kind: z.enum(ledgerKinds).optional().describe('Only of this kind.'),
      search: z.string().trim().max(64).optional().describe('Part of a user name.'),
    }),
    output: page(importRecord),
    refusals: ['notFound'],
  }),
  add: call({
    path: '/api/user/addImportCount',
    permission: ['main:agent_add'],
    help: 'Hands import counts to an agent below the caller, out of the caller’s own; administrators issue them. A negative count is taken back.',
    input: z.object({
      id: rowId,
      count: z
        .int()
        .min(-maxCount)
        .max(maxCount)
        .refine((count) => count !== 0, 'not_zero')
        .describe('How many more; negative: how many are taken back.'),
      remark: line(200).nullish(),
    }),
    output: z.object({
      importCount: z.int().describe('What the agent now has.'),
      ownCount: z.int().nullable().describe('What the caller is left with; null: no bound.'),
    }),
    refusals: ['notFound', 'notAnAgent', 'notEnoughImportCounts'],
  }),
}

export const importNumberList = list(importCountCalls.findNumbers, {
  name: 'importNumbers',
  rowId: 'id',
  columns: [
    { key: 'username', name: 'userName', form: 'text', isFixed: true, card: 'title', sort: true },
    { key: 'accountName', form: 'text', of: ({ nickname }: ImportNumber) => nickname },
    { key: 'importCount', form: 'count', sort: true },
    { key: 'usedCount', form: 'count' },
    { key: 'lastTime', name: 'lastChange', form: 'instant' },
  ],
  filters: [search(), given('id')],
})

export const importRecordList = list(importCountCalls.findRecords, {
  name: 'importRecords',
  rowId: 'id',
  columns: [
    { key: 'time', form: 'instant', isFixed: true },
    { key: 'username', name: 'userName', form: 'text', isFixed: true, card: 'title' },
    { key: 'kind', name: 'ledgerKind', form: 'ledgerKind' },
    { key: 'amount', form: 'count' },
    { key: 'before', form: 'count' },
    { key: 'after', form: 'count' },
    { key: 'other', name: 'otherAccount', form: 'text' },
    { key: 'operator', form: 'text' },
    { key: 'reference', form: 'text' },
    { key: 'remark', form: 'text' },
  ],
  filters: [search(), choice('kind', ledgerKinds, 'reports.ledgerKind'), given('id')],
})

export const agentDeviceCount = named('AgentDeviceCount', {
  id: rowId,
  userId: rowId,
  username: z.string(),
  nickname: z.string().nullable(),
  deviceCount: z.int().describe('Devices at and below the account now.'),
  totalDeviceCount: z.int().describe('Devices it may have at most, with those below it.'),
})
export type AgentDeviceCount = z.output<typeof agentDeviceCount>

const totalDeviceCount = z
  .int()
  .min(0)
  .max(maxCount)
  .describe('Devices it may have at most, with those below it.')

export const agentDeviceCountCalls = {
  list: call({
    method: 'GET',
    path: '/api/agentDeviceCount/list',
    permission: ['main:agent'],
    demo: true,
    help: 'How many devices the accounts below the caller have, and how many they may have.',
    input: pageInput.extend({
      search: z.string().trim().max(64).optional().describe('Part of a user name or nickname.'),
    }),
    output: page(agentDeviceCount),
  }),
  add: call({
    path: '/api/agentDeviceCount/add',
    permission: ['main:agent_add'],
    help: 'Sets how many devices an account below the caller may have, with those below it. More are refused whichever way they come; those that are there stay.',
    input: z.object({ userId: rowId, totalDeviceCount }),
    output: z.object({ id: rowId }),
    refusals: ['notFound', 'deviceLimitTaken'],
  }),
  edit: call({
    path: '/api/agentDeviceCount/edit',
    permission: ['main:agent_add'],
    help: 'Changes how many devices an account may have.',
    input: z.object({ id: rowId, totalDeviceCount }),
    output: nothing,
    refusals: ['notFound'],
  }),
  delete: call({
    method: 'GET',
    path: '/api/agentDeviceCount/delete',
    permission: ['main:agent_add'],
    help: 'Removes limits: the accounts may have any number of devices.',
    input: z.object({ ids: z.array(rowId).min(1).max(100) }),
    output: nothing,
    refusals: ['notFound'],
  }),
}

export const agentDeviceCountList = list(agentDeviceCountCalls.list, {
  name: 'agentDeviceCounts',
  rowId: 'id',
  columns: [
    { key: 'username', name: 'userName', form: 'text', isFixed: true, card: 'title' },
    { key: 'accountName', form: 'text', of: ({ nickname }: AgentDeviceCount) => nickname },
    { key: 'deviceCount', form: 'count' },
    { key: 'totalDeviceCount', form: 'count' },
  ],
  filters: [search()],
})
