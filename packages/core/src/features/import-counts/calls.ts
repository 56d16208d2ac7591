import { z } from 'zod'
import { call, line, named, page, pageInput, rowId, time } from '../../api/call.ts'
import { ledgerKinds } from '../../codes/ledger.ts'
import { choice, given, search } from '../../lists/filters.ts'
import { list } from '../../lists/list.ts'
import { ledgerRecord, recordColumns, recordFilter } from '../ledger/calls.ts'

/**
 * How many devices an agent may still add, passed down the tree, and how many devices are agreed with an agent.
 * Outside tools know the paths.
 */

const maxCount = 10_000_000

export const importNumber = named('ImportNumber', {
  id: rowId,
  ancestors: z.string(),
  username: z.string(),
  nickname: z.string().nullable(),
  importCount: z.int().describe('Remaining import credits of the agent.'),
  usedCount: z.int().describe('Import credits the agent has used.'),
  lastTime: time.nullable().describe('Last movement, epoch ms; null: there was none.'),
})
export type ImportNumber = z.output<typeof importNumber>

export const importRecord = ledgerRecord.omit({ asset: true }).meta({ id: 'ImportRecord' })
export type ImportRecord = z.output<typeof importRecord>

export const importCountCalls = {
  findNumbers: call({
    method: 'GET',
    path: '/api/user/findImportNumbers',
    permission: ['main:agent'],
    demo: true,
    help: 'The agents under the caller with their remaining import credits.',
    input: pageInput.extend({
      id: rowId.optional().describe('Only this account and its sub-accounts.'),
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
    help: 'Import credit history of the caller and its sub-accounts, newest first.',
    input: recordFilter,
    output: page(importRecord),
    refusals: ['notFound'],
  }),
  add: call({
    path: '/api/user/addImportCount',
    permission: ['main:agent_add'],
    help: 'Grants import credits to an agent under the caller from the caller’s own; administrators issue them. A negative count takes credits back.',
    input: z.object({
      id: rowId,
      count: z
        .int()
        .min(-maxCount)
        .max(maxCount)
        .refine((count) => count !== 0, 'not_zero')
        .describe('Number to add; negative: number to take back.'),
      remark: line(200).nullish(),
    }),
    output: z.object({
      importCount: z.int().describe('The agent’s new balance.'),
      ownCount: z.int().nullable().describe('The caller’s remaining balance; null: no limit.'),
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
    ...recordColumns,
  ],
  filters: [search(), choice('kind', ledgerKinds, 'reports.ledgerKind'), given('id')],
})

export const agentDeviceCount = named('AgentDeviceCount', {
  id: rowId,
  userId: rowId,
  username: z.string(),
  nickname: z.string().nullable(),
  deviceCount: z.int().describe('Current devices of the account and its sub-accounts.'),
  totalDeviceCount: z.int().describe('Maximum number of devices, including sub-accounts.'),
})
export type AgentDeviceCount = z.output<typeof agentDeviceCount>

const totalDeviceCount = z
  .int()
  .min(0)
  .max(maxCount)
  .describe('Maximum number of devices, including sub-accounts.')

export const agentDeviceCountCalls = {
  list: call({
    method: 'GET',
    path: '/api/agentDeviceCount/list',
    permission: ['main:agent'],
    demo: true,
    help: 'Device counts and device limits of the caller’s sub-accounts.',
    input: pageInput.extend({
      search: z.string().trim().max(64).optional().describe('Part of a user name or nickname.'),
    }),
    output: page(agentDeviceCount),
  }),
  add: call({
    path: '/api/agentDeviceCount/add',
    permission: ['main:agent_add'],
    help: 'Sets how many devices a sub-account may have, including its own sub-accounts. More are refused however they are added; existing ones stay.',
    input: z.object({ userId: rowId, totalDeviceCount }),
    output: z.object({ id: rowId }),
    refusals: ['notFound', 'deviceLimitTaken'],
  }),
  edit: call({
    path: '/api/agentDeviceCount/edit',
    permission: ['main:agent_add'],
    help: 'Changes how many devices an account may have.',
    input: z.object({ id: rowId, totalDeviceCount }),
    refusals: ['notFound'],
  }),
  delete: call({
    method: 'GET',
    path: '/api/agentDeviceCount/delete',
    permission: ['main:agent_add'],
    help: 'Removes limits: the accounts may have any number of devices.',
    input: z.object({ ids: z.array(rowId).min(1).max(100) }),
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
