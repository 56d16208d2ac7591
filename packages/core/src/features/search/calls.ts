import { z } from 'zod'
import { call, line, named, rowId } from '../../api/call.ts'
import type { Permission } from '../../codes/permissions.ts'
import { type RoleId, roleIds } from '../../codes/roles.ts'
import { connectionStates } from '../../codes/states.ts'

/** One field for everything: devices and accounts by whatever they are called. */

export const deviceSearchFields = ['terminalID', 'carNumber', 'nickname', 'iccid', 'sim'] as const
export const accountSearchFields = ['username', 'nickname', 'realname', 'telephone', 'email'] as const

/** Of the factory, those find devices whose screens are about one: logs, commands. */
export const factorySearchers = ['test:log', 'test:log_raw', 'test:cmd'] as const satisfies Permission[]

/** How many of devices, and of accounts, are shown. */
export const mostFound = 8

const found = {
  id: rowId,
  value: z.string().describe('Content of the field that matched.'),
  isExact: z.boolean().describe('The whole field matches.'),
  owners: z
    .array(z.object({ id: rowId, name: z.string() }))
    .describe('Its parent accounts, from the one under the caller down to the nearest.'),
}

export const foundDevice = named('FoundDevice', {
  kind: z.literal('device'),
  ...found,
  terminalID: z.string(),
  displayName: z.string(),
  state: z.literal(connectionStates),
  field: z.enum(deviceSearchFields).describe('Which field matched.'),
})
export const foundAccount = named('FoundAccount', {
  kind: z.literal('account'),
  ...found,
  username: z.string(),
  nickname: z.string().nullable(),
  role: z.literal(roleIds as [RoleId, ...RoleId[]]),
  field: z.enum(accountSearchFields).describe('Which field matched.'),
})
export type FoundDevice = z.output<typeof foundDevice>
export type FoundAccount = z.output<typeof foundAccount>

export const searchCalls = {
  find: call({
    method: 'GET',
    path: '/api/search/find',
    permission: 'session',
    demo: true,
    help: 'Finds devices and accounts in the caller’s scope by part of a name or number, complete identifiers first, at most 8 of each. Devices need the permission to monitor or manage them; factory staff find those whose logs they read or that they send commands to. Up to three digits match only exactly.',
    input: z.object({ text: line(64).min(1) }),
    output: z.object({
      list: z
        .array(z.discriminatedUnion('kind', [foundDevice, foundAccount]))
        .describe('Devices, then accounts; each from the best match on.'),
      hasMoreDevices: z.boolean().describe('More devices match than are shown.'),
      hasMoreAccounts: z.boolean().describe('More accounts match than are shown.'),
    }),
  }),
}
