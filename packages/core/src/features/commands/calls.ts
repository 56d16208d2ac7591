import { z } from 'zod'
import { fenceArea } from '../../api/area.ts'
import {
  bulkCall,
  bulkOutput,
  byRowId,
  call,
  instant,
  line,
  named,
  page,
  pageInput,
  rowId,
  searchText,
  time,
} from '../../api/call.ts'
import { ofGroups } from '../../api/group-filter.ts'
import { limits } from '../../codes/limits.ts'
import { given, groups, search } from '../../lists/filters.ts'
import { list } from '../../lists/list.ts'
import { terminalID } from '../devices/calls.ts'
import { taskRules } from '../tasks/calls.ts'
import { oilReplies, replyClasses } from './classify-reply.ts'
import {
  type CommandState,
  commandFailures,
  commandHolds,
  commandStates,
  shownState,
} from './command-states.ts'
import { type CommandCode, commandCodes, commandGroups } from './commands.ts'
import { freeText } from './parameters.ts'

/** Commands to devices. */

/** Permissions to send commands: for customers and for the factory. */
const permission = ['main:command', 'test:cmd'] as const

/** And those who read the logs of the factory. */
const readers = [...permission, 'test:log'] as const

const code = z.enum(commandCodes as [CommandCode, ...CommandCode[]])
const parameters = z.record(z.string(), z.unknown())

export const command = named('Command', {
  id: rowId,
  terminalID: z.string(),
  displayName: z.string(),
  code: code.describe('What it is: of a free text, what it does.'),
  content: z.string().describe('What is sent: the text, or the number of the message and its body in hex.'),
  parameters: parameters.describe('The values that were asked for.'),
  state: z.enum(commandStates).describe('State so far.'),
  result: z.literal([1, 2, 3]).nullable().describe('1 success, 2 timeout, 3 error; null: not known yet.'),
  reply: z.string().nullable().describe('Raw reply of the device.'),
  replyClass: z.enum(replyClasses).nullable().describe('Meaning of the reply.'),
  oilReply: z.enum(oilReplies).nullable().describe('Meaning of a reply to an engine cut-off or restore.'),
  failure: z.enum(commandFailures).nullable().describe('Why it failed.'),
  heldBy: z
    .enum(commandHolds)
    .nullable()
    .describe('Why it has not been delivered although the device is connected.'),
  isOffline: z.boolean().describe('It waits for the device to connect.'),
  isRecorded: z.boolean().describe('It reached the device in another way, and was only written down here.'),
  sender: z.string().describe('User name of the sender.'),
  jobId: rowId.nullable().describe('The batch that it belongs to.'),
  createTime: time,
  dueTime: time.describe('Not delivered before, epoch ms.'),
  sentTime: time.nullable().describe('When it was written to the device, epoch ms.'),
  acknowledgeTime: time.nullable().describe('When the device answered, epoch ms.'),
  confirmTime: time.nullable().describe('When its effect was seen in what the device reports, epoch ms.'),
  endTime: time.nullable().describe('When it failed, expired or was cancelled, epoch ms.'),
  expireTime: time.describe('Until when it may be delivered, epoch ms.'),
})
export type CommandRecord = z.output<typeof command>

const offered = z.object({
  code,
  group: z.enum(commandGroups).describe('Where a list shows it.'),
  risk: z
    .enum(['dangerous', 'losing'])
    .nullable()
    .describe(
      'Asked twice before it is sent; `losing`: it can make the device unreachable, and is for agents and administrators.',
    ),
  parameters: z
    .record(z.string(), z.unknown())
    .describe('JSON Schema of the parameters that its protocol has room for.'),
  last: parameters.nullable().describe('Values the device last accepted; null: unknown.'),
  lastTime: time.nullable().describe('When it said so, epoch ms.'),
})

/** What is sent: a command of the catalogue with its parameters, or a text in the device's own words. */
const commandInput = {
  code: code.optional(),
  content: freeText.optional().describe('A text in the device’s own syntax, instead of `code`.'),
  parameters: parameters.optional().describe('Of the command that `code` names.'),
  offline: z
    .boolean()
    .default(false)
    .describe('It waits for a device that is not connected, until `expireTime`.'),
  expireTime: instant
    .optional()
    .describe(
      'Until when it may be delivered: for 30 days at most, a cut of the oil for 7. Left out: 7 days, a cut 24 hours.',
    ),
}

const isOne = ({ code, content }: { code?: unknown; content?: unknown }) =>
  (code === undefined) !== (content === undefined)
const oneOfBoth = { path: ['code'], error: 'code_or_content' }

/** Redundant fields that outside tools send: the session has the sender, the device its protocol. */
const redundantFields = {
  agentName: line(64).optional().describe('Ignored: the sender is the caller.'),
  deviceProtocol: z.union([z.string(), z.int()]).optional().describe('Ignored: the device says it.'),
  deviceId: z.string().optional().describe('Ignored: the device says it.'),
  backContent: z.string().optional().describe('Ignored: the device says it.'),
}

const sendRefusals = [
  'notFound',
  'commandUnsupported',
  'deviceOffline',
  'commandNotNeeded',
  'nbDeviceIdMissing',
  'deviceExpired',
] as const

const target = z.object({ terminalID })

const one = z.object({ terminalID, ...commandInput, ...redundantFields })
const stored = z.object({ id: rowId, state: z.enum(commandStates) })
const manyTerminals = z.array(terminalID).min(1).max(limits.devicesPerOperation)

/** How a batch goes on; no command of it is repeated by itself. */
const { maxTries: _, ...rules } = taskRules
export const batchRules = {
  ...rules,
  startTime: instant.optional().describe('Not before this time, at most 30 days ahead; left out: at once.'),
}

const find = {
  demo: true,
  input: pageInput.extend({
    terminalIDs: z.array(terminalID).max(limits.devicesPerOperation).optional().describe('Of these devices.'),
    from: instant.optional().describe('Stored from then on.'),
    to: instant.optional().describe('Stored until then.'),
    states: z
      .array(z.enum(commandStates))
      .max(commandStates.length)
      .optional()
      .describe('Only in these states.'),
    jobId: rowId.optional().describe('Of this batch.'),
    ...ofGroups,
    search: searchText.optional().describe('Part of the device’s name or id, or of the content.'),
  }),
  output: page(command),
} as const

/** A command with its values, or a text, that is kept under a name to be sent again. */
export const commandOrder = named('CommandOrder', {
  id: rowId,
  name: z.string().describe('What it is called.'),
  code: code.nullable().describe('Of the catalogue; null: it is a text.'),
  content: z.string().nullable().describe('The text; null: it is one of the catalogue.'),
  parameters: parameters.describe('Of the command that `code` names.'),
  isOwn: z.boolean().describe('The caller’s own, and not that of an account above.'),
})
export type CommandOrder = z.output<typeof commandOrder>

/** What a batch would do with a device. */
export const batchPreview = named('BatchPreview', {
  terminalID: z.string(),
  displayName: z.string(),
  isOnline: z.boolean().describe('Connected now.'),
  isOffline: z.boolean().describe('The command would wait for it.'),
  content: z.string().nullable().describe('What is sent; null: nothing.'),
  refusal: z.string().nullable().describe('Why nothing is sent: the name of a result.'),
})
export type BatchPreview = z.output<typeof batchPreview>

/** A batch of one command to many devices. */
export const commandBatch = named('CommandBatch', {
  jobId: rowId.describe('Of the batch.'),
  code,
  content: z.string().describe('Content sent.'),
  sender: z.string().describe('User name of the sender.'),
  createTime: time,
  total: z.int(),
  states: z.partialRecord(z.enum(commandStates), z.int()).describe('Number of devices per state.'),
})
export type CommandBatch = z.output<typeof commandBatch>

export const commandCalls = {
  send: call({
    path: '/api/command/send',
    permission,
    help: 'Sends a command to a device: one of the catalogue by its code, or a text. Returns when the device replies, or after `waitSeconds` with the state so far. The engine is never cut off while the vehicle is driving.',
    input: one
      .extend({
        nextConnection: z
          .boolean()
          .default(false)
          .describe('With `offline`: it waits for the next connection, also while the device is connected.'),
        waitSeconds: z.number().min(0).max(60).default(10).describe('How long to wait for a reply.'),
      })
      .refine(isOne, oneOfBoth),
    output: named('SentCommand', {
      id: rowId,
      state: z.enum(commandStates),
      result: command.shape.result,
      reply: z.string().optional().describe('Raw reply of the device.'),
      failure: command.shape.failure,
      heldBy: command.shape.heldBy,
    }),
    refusals: sendRefusals,
  }),
  find: call({
    path: '/api/command/find',
    permission: readers,
    help: 'Commands to devices in the caller’s scope, newest first. `total` counts to 10,000 at most.',
    ...find,
  }),
  get: call({
    method: 'GET',
    path: '/api/command/result',
    permission: readers,
    demo: true,
    help: 'One command and its progress.',
    input: z.object({ id: rowId }),
    output: command,
    refusals: ['notFound'],
  }),
  cancel: call({
    path: '/api/command/cancel',
    permission,
    help: 'Cancels a waiting command. A sent command can’t be recalled.',
    input: z.object({ id: rowId }),
    output: stored,
    refusals: ['notFound', 'commandOver'],
  }),
  cancelMany: bulkCall({ method: 'POST', path: '/api/command/find', permission, ...find }, rowId, {
    path: '/api/command/cancelMany',
    permission,
    help: 'Cancels many waiting commands.',
    refusals: ['notFound', 'commandOver'],
  }),
  add: call({
    path: '/api/command/add',
    permission,
    help: 'Sends a command to a device and returns at once, without waiting for the reply.',
    input: one.refine(isOne, oneOfBoth),
    output: stored,
    refusals: sendRefusals,
  }),
  insert: call({
    path: '/api/command/insert',
    permission,
    help: 'Plans a command: it is delivered at `dueTime`, or when the device next connects after that.',
    input: one
      .omit({ offline: true })
      .extend({ dueTime: instant.describe('Not delivered before; 30 days ahead at most.') })
      .refine(isOne, oneOfBoth),
    output: stored,
    refusals: sendRefusals,
  }),
  saveLog: call({
    path: '/api/command/saveLog',
    permission,
    help: 'Records a command that reached a device another way, such as by SMS, in its history. Nothing is sent.',
    input: z.object({
      terminalID,
      content: freeText.describe('What was sent.'),
      backContent: z.string().trim().max(1_000).optional().describe('What the device answered.'),
      sentTime: instant.optional().describe('When it was sent; left out: now.'),
      agentName: redundantFields.agentName,
    }),
    output: z.object({ id: rowId }),
    refusals: ['notFound'],
  }),
  detail: call({
    method: 'GET',
    path: '/api/command/detail',
    permission,
    demo: true,
    help: 'The commands the caller can send to a device, with the values it last accepted.',
    input: z.object({ terminalID, deviceProtocol: redundantFields.deviceProtocol }),
    output: z.object({
      displayName: z.string(),
      commands: z.array(offered).describe('In the order of the catalogue.'),
      isOnline: z.boolean().describe('Connected now.'),
      isOfflineCapable: z.boolean().describe('Commands wait for it while it is not connected.'),
      unlock: z
        .object({
          createTime: time,
          leftTime: time.nullable().describe('Outside of its area since; null: inside, epoch ms.'),
          cutTime: time
            .nullable()
            .describe('When the oil is cut again; null: not while it is inside, epoch ms.'),
        })
        .nullable()
        .describe('The temporary unlock that is under way.'),
    }),
    refusals: ['notFound'],
  }),
  functions: call({
    method: 'GET',
    path: '/api/command/functions',
    // Criteria of quality checks name commands, too.
    permission: [...permission, 'test:qc'],
    demo: true,
    help: 'The commands of each device type, by its id, and those that each protocol has.',
    output: z.object({
      types: z.record(z.string(), z.array(code)).describe('Codes of the commands, by the id of the type.'),
      wires: z
        .record(z.string(), z.array(code))
        .describe('Codes of the commands that a protocol has, by its name.'),
    }),
  }),
  offlineInsert: call({
    path: '/api/command/offlineInsert',
    permission,
    help: 'Queues a command until the device next connects, for example after a timeout.',
    input: one.omit({ offline: true }).refine(isOne, oneOfBoth),
    output: stored,
    refusals: sendRefusals,
  }),
  findAndOffline: call({
    path: '/api/command/findAndOffline',
    permission,
    help: 'Queues a command that failed or got no reply until its device next connects.',
    input: z.object({ id: rowId, expireTime: commandInput.expireTime }),
    output: stored,
    refusals: [...sendRefusals, 'commandOver'],
  }),
  textToHex: call({
    path: '/api/command/textToHex',
    permission,
    demo: true,
    help: 'The bytes of a text (UTF-8), in hex.',
    input: z.object({ text: z.string().max(1_000).describe('Any text.') }),
    output: z.object({ hex: z.string().describe('Two digits a byte.') }),
  }),
  unlock: call({
    path: '/api/command/unlock',
    permission,
    help: 'Restores the engine until the vehicle has been outside an area for ten minutes; then it is cut off again as soon as it is safe.',
    input: z.object({
      terminalID,
      area: fenceArea.optional().describe('Left out: 500 m around where it is.'),
    }),
    output: z.object({ id: rowId, commandId: rowId.describe('The command that restores the engine.') }),
    refusals: [...sendRefusals, 'noPosition'],
  }),
  endUnlock: call({
    path: '/api/command/endUnlock',
    permission,
    help: 'Ends a temporary unlock: the engine stays enabled.',
    input: target,
    refusals: ['notFound'],
  }),
  batchAdd: call({
    path: '/api/command/batchAdd',
    permission,
    help: 'Sends one command to many devices at a given rate per second. Devices it can’t be sent to are listed by id.',
    input: z
      .object({
        terminalIDs: manyTerminals.describe('To these devices.'),
        ...commandInput,
        ...batchRules,
        ...redundantFields,
      })
      .refine(isOne, oneOfBoth),
    output: z.object({
      jobId: rowId.nullable().describe('Of the batch; null: it was refused for all of them.'),
      failed: bulkOutput.shape.failed.describe('Devices it is not sent to, with the name of the result.'),
    }),
    refusals: ['notFound'],
  }),
  previewBatch: call({
    path: '/api/command/batchCheck',
    permission,
    demo: true,
    help: 'What a batch would do with each of many devices. Nothing is sent.',
    input: z
      .object({ terminalIDs: manyTerminals.describe('These devices.'), ...commandInput })
      .refine(isOne, oneOfBoth),
    output: z.object({
      list: z.array(batchPreview).describe('Of the devices that are there, in the order that was asked for.'),
      failed: bulkOutput.shape.failed.describe('Those that are not.'),
    }),
    refusals: ['notFound'],
  }),
  batches: call({
    path: '/api/command/tasks',
    permission: readers,
    demo: true,
    help: 'Batches of commands, newest first, with how many devices are in which state.',
    input: pageInput,
    output: page(commandBatch),
  }),
  batchStates: call({
    method: 'GET',
    path: '/api/command/taskStates',
    permission: readers,
    demo: true,
    help: 'The latest progress of a batch, one row per device, in delivery order.',
    input: z.object({ jobId: rowId.describe('Of the batch.') }),
    output: z.object({
      list: z.array(
        z.object({
          id: rowId.describe('Of the command.'),
          terminalID: z.string(),
          displayName: z.string(),
          state: z.enum(commandStates),
          failure: command.shape.failure,
        }),
      ),
    }),
    refusals: ['notFound'],
  }),
  batchStop: call({
    path: '/api/command/batchStop',
    permission,
    help: 'Cancels the commands of a batch that were not sent yet.',
    input: z.object({ jobId: rowId.describe('Of the batch.') }),
    output: z.object({ cancelled: z.int().describe('Commands that were cancelled.') }),
    refusals: ['notFound'],
  }),
  batchRetry: call({
    path: '/api/command/batchRetry',
    permission,
    help: 'Sends the commands of a batch that failed or expired once more.',
    input: z.object({
      jobId: rowId.describe('Of the batch.'),
      perSecond: batchRules.perSecond,
    }),
    output: z.object({ retried: z.int().describe('Commands that are sent again.') }),
    refusals: ['notFound'],
  }),
  orders: call({
    method: 'GET',
    path: '/api/command/orders',
    permission,
    demo: true,
    help: 'Saved commands: the caller’s own and those of parent accounts.',
    output: z.object({ list: z.array(commandOrder).describe('By name.') }),
  }),
  saveOrder: call({
    path: '/api/command/saveOrder',
    permission,
    help: 'Saves a command with its values, or a text, under a name, replacing one of the same name.',
    input: z
      .object({
        name: line(64).min(1).describe('What it is called.'),
        code: commandInput.code,
        content: commandInput.content,
        parameters: commandInput.parameters,
      })
      .refine(isOne, oneOfBoth),
    output: z.object({ id: rowId }),
    refusals: ['tooManyEntries'],
  }),
  deleteOrder: call({
    path: '/api/command/deleteOrder',
    permission,
    help: 'Deletes a saved command of the caller’s own.',
    ...byRowId,
  }),
}

/** Each row is a batch; the screen shows the outcome of its devices. */
export const commandBatchList = list(commandCalls.batches, {
  name: 'commandBatches',
  rowId: 'jobId',
  columns: [
    { key: 'createTime', name: 'made', form: 'instant', isFixed: true, card: 'title' },
    { key: 'code', name: 'command', form: 'command' },
    { key: 'content', form: 'text' },
    { key: 'total', name: 'devices', form: 'count' },
    {
      key: 'done',
      name: 'commandsDone',
      form: 'count',
      of: ({ states }) => counted(states, ['acknowledged', 'confirmed']),
    },
    {
      key: 'failed',
      name: 'commandsFailed',
      form: 'count',
      of: ({ states }) => counted(states, ['failed', 'expired', 'cancelled']),
    },
    {
      key: 'open',
      name: 'commandsOpen',
      form: 'count',
      of: ({ states }) => counted(states, ['queued', 'sent']),
    },
    { key: 'sender', form: 'text' },
  ],
})

function counted(states: CommandBatch['states'], which: readonly CommandState[]): number {
  return which.reduce((sum, state) => sum + (states[state] ?? 0), 0)
}

export const commandList = list(commandCalls.find, {
  name: 'commands',
  rowId: 'id',
  columns: [
    { key: 'displayName', form: 'text', isFixed: true, card: 'title' },
    { key: 'code', name: 'command', form: 'command' },
    { key: 'content', form: 'text', beneath: 'code' },
    { key: 'state', name: 'commandState', form: 'commandState', of: shownState, card: 'sign' },
    { key: 'reply', form: 'text' },
    {
      key: 'failure',
      name: 'commandFailure',
      form: 'commandFailure',
      beneath: 'reply',
      // Of one that waits: why it was not delivered yet.
      of: ({ failure, heldBy }: CommandRecord) => failure ?? heldBy,
    },
    { key: 'createTime', name: 'made', form: 'instant' },
    { key: 'sender', form: 'text', beneath: 'createTime' },
    { key: 'sentTime', form: 'instant' },
    { key: 'acknowledgeTime', form: 'instant' },
    { key: 'confirmTime', form: 'instant', isOptional: true },
    { key: 'endTime', form: 'instant', isOptional: true },
    { key: 'expireTime', form: 'instant', isOptional: true },
    { key: 'terminalID', form: 'identifier', isOptional: true },
  ],
  filters: [
    search(),
    groups(),
    given('terminalIDs'),
    given('from'),
    given('to'),
    given('states'),
    given('jobId'),
  ],
  bulk: [{ name: 'cancelCommands', call: commandCalls.cancelMany, isDangerous: true }],
})
