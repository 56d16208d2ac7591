import { z } from 'zod'
import { call, named, page, pageInput, rowId, searchText } from '../../api/call.ts'
import { choice, search } from '../../lists/filters.ts'
import { list } from '../../lists/list.ts'
import type { SettingKind } from '../level-settings/levels.ts'
import { serverHost, serverPort, serverTransport } from '../server-moves/calls.ts'
import { taskRules } from '../tasks/calls.ts'

/**
 * Which server the devices of an account report to: set for an account and all below it, or for one type of their
 * devices. A device that connects for the first time since its owner got it is moved there; those that were connected
 * before are moved by a rollout.
 */

const permission = ['test:platform'] as const

const address = z.object({ host: serverHost, port: serverPort, transport: serverTransport })

export const targetOrigins = ['own', 'inherited', 'none'] as const

interface TargetSetting {
  /** Null: its devices stay here, whatever the accounts above it have set. */
  target: (z.output<typeof address> & { setTime: number }) | null
}

/** Stored by level, beside other settings; what was set before says since when it counts. */
export const targetSettingKind: SettingKind<TargetSetting> = {
  name: 'targetServer',
  values: z.object({ target: address.extend({ setTime: z.number() }).nullable() }),
  defaults: { target: null },
}

export const targetServer = named('TargetServer', {
  id: z.string().describe('Of the row: the account, and the type where it is set for one.'),
  userId: rowId.describe('The account whose devices it is about, with those of the accounts below it.'),
  username: z.string(),
  nickname: z.string().nullable(),
  deviceType: z.int().nullable().describe('Only devices of this type; null: of all types.'),
  typeName: z.string().nullable().describe('Name of the type; null: all types.'),
  target: z
    .string()
    .nullable()
    .describe('Where its devices report to, `host:port`; null: here, as no other server is set.'),
  host: z.string().nullable().describe('Host of the target; null: none.'),
  port: z.int().nullable().describe('Port of the target; null: none.'),
  transport: serverTransport.nullable().describe('How devices connect to the target; null: none.'),
  origin: z
    .enum(targetOrigins)
    .describe('Where it was set: `own`: for this account; `inherited`: above it; `none`: nowhere.'),
  inheritedFrom: z
    .string()
    .nullable()
    .describe('User name of the account that it is inherited from; null: none, or one above the caller.'),
  toMove: z.int().describe('Devices that have a target and were not moved yet.'),
  underWay: z.int().describe('Devices that are being moved there.'),
  there: z.int().describe('Devices that were moved there.'),
  failed: z.int().describe('Devices that failed to go, or came back.'),
  elsewhere: z.int().describe('Devices that were moved to another server, as by hand.'),
})
export type TargetServer = z.output<typeof targetServer>

const level = z.object({
  userId: rowId.describe('The account, with all below it.'),
  deviceType: z.int32().optional().describe('Only devices of this type; left out: of all types.'),
})
const withFailed = z
  .boolean()
  .default(false)
  .describe('Devices that failed to go or came back are moved once more.')

export const targetServerCalls = {
  find: call({
    path: '/api/targetServer/find',
    permission,
    demo: true,
    help: 'Accounts and the server that their devices shall report to, with how many are there. Those that have set one come first.',
    input: pageInput.extend({
      search: searchText.optional().describe('Part of the user name or name.'),
      origin: z.enum(targetOrigins).optional().describe('Only accounts whose target was set there.'),
    }),
    output: page(targetServer),
  }),
  set: call({
    path: '/api/targetServer/set',
    permission,
    help: 'Sets where the devices of an account report to: at their first contact, and by a rollout. Without a host they stay here, whatever is set above.',
    input: level.extend({
      host: serverHost.nullable().describe('Name or IPv4 address of the server; null: they stay here.'),
      port: serverPort.nullable().describe('Port of the server; null: they stay here.'),
      transport: serverTransport.default('tcp'),
    }),
    refusals: ['notFound'],
  }),
  clear: call({
    path: '/api/targetServer/clear',
    permission,
    help: 'Clears what is set for an account: what is set above it counts.',
    input: level,
    refusals: ['notFound'],
  }),
  preview: call({
    path: '/api/targetServer/preview',
    permission,
    demo: true,
    help: 'What a rollout would move, and what it could not.',
    input: level.extend({ withFailed }),
    output: z.object({
      targets: z
        .array(z.object({ target: z.string().describe('`host:port`.'), devices: z.int() }))
        .describe('Devices that would be moved, by the server they are moved to.'),
      toMove: z.int().describe('Devices that would be moved.'),
      unsupported: z.int().describe('Devices whose model has no command for it.'),
      left: z.int().describe('Devices beyond those that one rollout takes; another one takes them.'),
      underWay: z.int().describe('Devices that are being moved already.'),
      there: z.int().describe('Devices that were moved there already.'),
      failed: z.int().describe('Devices that failed to go, or came back.'),
      elsewhere: z.int().describe('Devices that were moved to another server, and stay there.'),
    }),
    refusals: ['notFound'],
  }),
  start: call({
    path: '/api/targetServer/start',
    permission,
    help: 'Moves the devices of an account that were not moved yet, each to the server that is set for it, as a task for each server.',
    input: level.extend({ withFailed, ...taskRules }),
    output: z.object({
      tasks: z
        .array(
          z.object({
            taskId: rowId.describe('Of the task.'),
            target: z.string().describe('`host:port`.'),
            devices: z.int().describe('Devices in the task.'),
          }),
        )
        .describe('A task for each server.'),
    }),
    refusals: ['notFound', 'nothingToMove'],
  }),
}

export const targetServerList = list(targetServerCalls.find, {
  name: 'targetServers',
  rowId: 'id',
  columns: [
    { key: 'username', form: 'text', isFixed: true, card: 'title' },
    { key: 'nickname', name: 'accountName', form: 'text', beneath: 'username' },
    { key: 'typeName', name: 'deviceTypeName', form: 'text' },
    { key: 'target', name: 'targetServer', form: 'text' },
    { key: 'origin', name: 'targetOrigin', form: 'targetOrigin', card: 'sign' },
    { key: 'inheritedFrom', form: 'text', isOptional: true },
    { key: 'toMove', form: 'count' },
    { key: 'underWay', name: 'itemsUnderWay', form: 'count' },
    { key: 'there', name: 'movedThere', form: 'count' },
    { key: 'failed', name: 'itemsFailed', form: 'count' },
    { key: 'elsewhere', name: 'movedElsewhere', form: 'count', isOptional: true },
  ],
  filters: [search(), choice('origin', targetOrigins, 'reports.targetOrigin')],
})
