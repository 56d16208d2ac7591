import { z } from 'zod'
import {
  bulkOutput,
  call,
  line,
  named,
  page,
  pageInput,
  prose,
  rowId,
  searchText,
  time,
} from '../../api/call.ts'
import { secret } from '../../api/secret.ts'
import { limits } from '../../codes/limits.ts'
import { choice, given, search } from '../../lists/filters.ts'
import { list } from '../../lists/list.ts'
import { terminalID } from '../devices/calls.ts'
import { taskDevices, taskRules } from '../tasks/calls.ts'
import { moveStates } from './move-states.ts'

/** Devices that are moved to another server, and back: each move is a task of the kind `serverMove` or `serverReturn`. */

const senders = ['test:transfer_ip_send'] as const
const readers = [...senders, 'test:transfer_ip_search'] as const
const lookers = [...readers, 'test:transfer_ip_v1'] as const

export const serverHost = z
  .string()
  .trim()
  .regex(/^[0-9A-Za-z](?:[0-9A-Za-z.-]{0,62}[0-9A-Za-z])?$/)
  .describe('Name or IPv4 address that devices report to.')
export const serverPort = z.int().min(1).max(65_535).describe('Port that devices report to.')
export const serverTransport = z.enum(['tcp', 'udp']).describe('How devices connect to it.')
const serverName = line(64).min(1).describe('What people call the server.')
const serverUrl = z
  .url({ protocol: /^https?$/ })
  .max(200)
  .nullable()
  .default(null)
  .describe(
    'Base address of the API where it is another installation of this platform: arrivals are looked up there, and devices are called back.',
  )

export const moveServer = named('MoveServer', {
  id: rowId,
  name: serverName,
  host: serverHost,
  port: serverPort,
  transport: serverTransport,
  url: z.string().nullable().describe('Base address of its API; null: it is nobody’s we can ask.'),
  hasApiKey: z.boolean().describe('An API key of it is stored; it is never returned.'),
  note: z.string().nullable(),
})
export type MoveServer = z.output<typeof moveServer>

export const moveServerSettings = z.object({
  name: serverName,
  host: serverHost,
  port: serverPort,
  transport: serverTransport.default('tcp'),
  url: serverUrl,
  apiKey: secret(line(200).min(1).optional()).describe(
    'API key of an account there that may see and move these devices. Left out: the stored one stays while the address does.',
  ),
  note: prose(300).nullable().default(null),
})

export const serverMove = named('ServerMove', {
  id: rowId,
  taskId: rowId.describe('The task that it belongs to.'),
  terminalID: z.string(),
  displayName: z.string().describe('Of the device; of one that is gone its id.'),
  host: z.string().describe('Where it was sent, with the port.'),
  isReturn: z.boolean().describe('It was called back from there.'),
  state: z.enum(moveStates).describe('How far it has come, by the strongest proof so far.'),
  reason: z.string().nullable().describe('What it waits for, or why it failed.'),
  reply: z.string().nullable().describe('What the device answered.'),
  tries: z.int().describe('Number of attempts.'),
  isHere: z.boolean().describe('The device is connected here now.'),
  sender: z.string().describe('User name of who started it.'),
  sendTime: time.nullable().describe('When the command began, epoch ms; null: not yet.'),
  changeTime: time.describe('When it changed last, epoch ms.'),
  finishTime: time.nullable().describe('When it ended, epoch ms; null: not yet.'),
})
export type ServerMove = z.output<typeof serverMove>

const started = z.object({
  taskId: rowId.describe('Of the task.'),
  devices: z.int().describe('Devices in the task.'),
  failed: bulkOutput.shape.failed,
})

export const serverMoveCalls = {
  servers: call({
    path: '/api/transferIp/servers',
    // Targets are chosen of them, too.
    permission: [...lookers, 'test:platform'],
    demo: true,
    help: 'The servers that devices are moved to, by name.',
    input: pageInput.extend({ search: searchText.optional().describe('Part of the name or host.') }),
    output: page(moveServer),
  }),
  saveServer: call({
    path: '/api/transferIp/saveServer',
    permission: senders,
    help: 'Adds a server that devices are moved to, or changes one.',
    input: moveServerSettings.extend({ id: rowId.optional().describe('Left out: a new one.') }),
    output: moveServer,
    refusals: ['notFound', 'moveServerTaken', 'addressRefused', 'tooManyEntries'],
  }),
  removeServer: call({
    path: '/api/transferIp/removeServer',
    permission: senders,
    help: 'Removes a server from the list. Moves to it stay, and go on.',
    input: z.object({ id: rowId }),
    refusals: ['notFound'],
  }),
  testServer: call({
    path: '/api/transferIp/testServer',
    permission: senders,
    help: 'Connects to a server by TCP, and asks its API where one is set.',
    input: z.object({ id: rowId }),
    output: z.object({
      isReached: z.boolean().nullable().describe('Its port takes connections; null: UDP has none.'),
      isApiReached: z.boolean().nullable().describe('Its API takes the key; null: it has none that we know.'),
    }),
    refusals: ['notFound'],
  }),
  send: call({
    path: '/api/transferIp/send',
    permission: senders,
    help: 'Moves devices to another server, as a task. Each is proved by its reply, by its absence here and, where the server is one of ours, by its presence there.',
    input: z.object({
      terminalIDs: taskDevices,
      host: serverHost,
      port: serverPort,
      transport: serverTransport.default('tcp'),
      ...taskRules,
    }),
    output: started,
    refusals: ['notFound'],
  }),
  callBack: call({
    path: '/api/transferIp/callBack',
    permission: senders,
    help: 'Calls devices back from one of our servers: it is told to send them here, and each is proved by its presence here.',
    input: z.object({
      serverId: rowId.describe('Of the server where they are.'),
      terminalIDs: taskDevices,
      ...taskRules,
    }),
    output: started,
    refusals: ['notFound', 'moveServerUnknown', 'ownAddressUnknown'],
  }),
  /** The result by ids, for who has nothing but a list of devices. */
  findByImeis: call({
    path: '/api/transferIp/findByImeis',
    permission: lookers,
    demo: true,
    help: 'The newest move of each of these devices, in the requested order.',
    input: z.object({ terminalIDs: z.array(terminalID).min(1).max(limits.devicesPerOperation) }),
    output: z.object({ list: z.array(serverMove).describe('Those that were ever moved.') }),
  }),
  find: call({
    path: '/api/transferIp/find',
    permission: readers,
    demo: true,
    help: 'Moves of devices, newest first.',
    input: pageInput.extend({
      taskId: rowId.optional().describe('Of this task.'),
      state: z.enum(moveStates).optional().describe('Only moves in this state.'),
      search: searchText.optional().describe('Part of the device’s id, or of the host.'),
    }),
    output: page(serverMove),
  }),
  presences: call({
    path: '/api/transferIp/presences',
    permission: lookers,
    demo: true,
    help: 'Whether devices are connected here, and since when. Other servers of the same operator ask it.',
    input: z.object({ terminalIDs: z.array(terminalID).min(1).max(limits.devicesPerOperation) }),
    output: z.object({
      list: z.array(
        z.object({
          terminalID: z.string(),
          isHere: z.boolean().describe('The device is connected here now.'),
          sinceMs: z
            .int()
            .nullable()
            .describe(
              'Milliseconds since its last login; null: it never logged in. Clocks of two servers differ.',
            ),
        }),
      ),
    }),
  }),
  /** What is believed is looked up anew. */
  check: call({
    path: '/api/transferIp/check',
    permission: lookers,
    demo: false,
    help: 'Looks anew at the moves of these devices that are under way, at once instead of when they are due.',
    input: z.object({ terminalIDs: z.array(terminalID).min(1).max(limits.devicesPerOperation) }),
    output: z.object({ looked: z.int().describe('Moves that are looked at.') }),
    refusals: ['notFound'],
  }),
}

export const serverMoveList = list(serverMoveCalls.find, {
  name: 'serverMoves',
  rowId: 'id',
  columns: [
    { key: 'displayName', form: 'text', isFixed: true, card: 'title' },
    { key: 'terminalID', form: 'identifier', beneath: 'displayName' },
    { key: 'state', name: 'moveState', form: 'moveState', card: 'sign' },
    { key: 'host', name: 'moveHost', form: 'identifier' },
    { key: 'reason', name: 'itemReason', form: 'taskReason' },
    { key: 'isHere', form: 'yesNo' },
    { key: 'tries', form: 'count', isOptional: true },
    { key: 'reply', name: 'reply', form: 'text', isOptional: true },
    { key: 'sender', form: 'text' },
    { key: 'sendTime', form: 'instant' },
    { key: 'changeTime', name: 'itemChange', form: 'age' },
    { key: 'finishTime', form: 'instant', isOptional: true },
  ],
  filters: [search(), choice('state', moveStates, 'reports.moveState'), given('taskId')],
})

export const moveServerList = list(serverMoveCalls.servers, {
  name: 'moveServers',
  rowId: 'id',
  columns: [
    { key: 'name', name: 'moveServerName', form: 'text', isFixed: true, card: 'title' },
    {
      key: 'host',
      name: 'moveHost',
      form: 'identifier',
      of: ({ host, port }: MoveServer) => `${host}:${port}`,
    },
    { key: 'transport', name: 'moveTransport', form: 'transport' },
    { key: 'url', name: 'moveServerUrl', form: 'text' },
    { key: 'hasApiKey', form: 'yesNo', card: 'none' },
    { key: 'note', form: 'text', isOptional: true },
  ],
  filters: [search()],
})
