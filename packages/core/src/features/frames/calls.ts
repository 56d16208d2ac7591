import { z } from 'zod'
import {
  bulkCall,
  bulkOutput,
  call,
  instant,
  line,
  named,
  page,
  pageInput,
  searchText,
  time,
} from '../../api/call.ts'
import { closeReasons, frameDirections, frameProblems, messageKinds } from '../../codes/frames.ts'
import { limits } from '../../codes/limits.ts'
import { wireLabel, wireProtocols } from '../../codes/protocols.ts'
import { choice, given, search } from '../../lists/filters.ts'
import { list } from '../../lists/list.ts'
import { terminalID } from '../devices/calls.ts'

/**
 * The log of frames and connections (S2 section 2, "log"). It is for support staff and administrators, within their
 * own subtree. The customers' side has none of it: S2 grants it no key, and frames hold what it is not shown, as
 * authentication codes and what a device sent before it had the device or after its service ended.
 */

/** The permission to see decoded frames, connections and live frames. */
const readers = ['test:log'] as const
/** And those who see nothing but the bytes of frames. */
const frameReaders = [...readers, 'test:log_raw'] as const

export const frameFormats = ['csv', 'txt'] as const

export const frameField = named('FrameField', {
  name: z.string().describe('Name of the field in the decoder.'),
  value: z.string().describe('Its value, for people.'),
  offset: z.int().describe('Of its first byte in the frame as it was received or sent.'),
  length: z.int().describe('How many bytes it takes there.'),
})
export type FrameField = z.output<typeof frameField>

export const frame = named('Frame', {
  id: z.string().describe('Tells it from all other frames.'),
  terminalID: z.string(),
  time: time.describe('When it was received or sent, epoch ms.'),
  direction: z.enum(frameDirections).describe('`in`: the device sent it; `out`: the platform did.'),
  hex: z.string().describe('The bytes, two digits each.'),
  protocol: z.string().describe('The wire protocol of the connection.'),
  connectionId: z.int().describe('Of the connection.'),
  fields: z
    .array(frameField)
    .nullable()
    .describe('Field by field, with the bytes; null: the caller sees the bytes only.'),
  kind: z.enum(messageKinds).nullable().describe('What the device says with it; null: not decoded.'),
  type: z
    .string()
    .nullable()
    .describe('The protocol’s own number of the message, as its document prints it; null: not decoded.'),
  name: z.string().nullable().describe('A readable name of that number; null: not decoded.'),
  error: z.enum(frameProblems).nullable().describe('How it breaks the protocol; null: it does not.'),
})
export type Frame = z.output<typeof frame>

const find = call({
  path: '/api/frame/find',
  permission: frameReaders,
  demo: true,
  help: `Frames to and from a device of the last ${limits.logDays} days, newest first, decoded field by field; where the device is logged permanently, also older ones, of ${limits.logDays} days at a time. Whoever holds \`test:log_raw\` only is shown the bytes alone.`,
  input: pageInput.extend({
    terminalID,
    from: instant.describe('Received or sent from then on.'),
    to: instant.describe('Received or sent until then.'),
    direction: z.enum(frameDirections).optional().describe('Only to the device, or only from it.'),
    protocol: z.enum(wireProtocols).optional().describe('Of connections that spoke it.'),
    kind: z.enum(messageKinds).optional().describe('Only those that say this; not for the bytes alone.'),
    connectionId: z.int().positive().optional().describe('Of this connection.'),
    search: searchText
      .optional()
      .describe('Part of the bytes, in hex or as text, or of what they say: type, name, fields.'),
  }),
  output: page(frame).extend({
    lookedBackTo: time
      .nullable()
      .describe(
        `Where so much was found that older frames were not looked at: until when it was looked, epoch ms. \`total\` counts up to ${limits.framesFound} frames. Null: the whole period.`,
      ),
  }),
  refusals: ['notFound', 'rangeTooLong', 'logTooOld'],
})

const exportFile = call({
  path: '/api/frame/export',
  permission: frameReaders,
  demo: true,
  help: `The same frames as a file, oldest first: a table (CSV), or lines of text with the time, the direction (\`<\` from the device, \`>\` to it) and the bytes. Up to ${limits.framesInFile} frames, the newest ones.`,
  input: find.input
    .omit({ pageNum: true, pageSize: true })
    .extend({ format: z.enum(frameFormats).describe('`csv`: a table; `txt`: lines of text.') }),
  files: ['text/csv', 'text/plain'],
  refusals: find.refusals,
})

export const deviceConnection = named('DeviceConnection', {
  id: z.int(),
  terminalID: z.string(),
  fromTime: time.describe('When it was opened, epoch ms.'),
  untilTime: time.nullable().describe('When it ended, epoch ms; null: it is open.'),
  address: z.string().describe('The network address that it came from.'),
  protocol: z.string().describe('The wire protocol that was spoken.'),
  endReason: z.enum(closeReasons).nullable().describe('Why it ended; null: it is open.'),
  bytesReceived: z.number().nullable().describe('Known when it ends.'),
  bytesSent: z.number().nullable().describe('Known when it ends.'),
  framesReceived: z.int().nullable().describe('Known when it ends.'),
  framesSent: z.int().nullable().describe('Known when it ends.'),
  process: z.string().describe('The gateway process that had it.'),
})
export type DeviceConnection = z.output<typeof deviceConnection>

const connections = call({
  path: '/api/frame/connections',
  permission: readers,
  demo: true,
  help: 'Connections of a device, newest first, with why each one ended; of the last 30 days.',
  input: pageInput.extend({
    terminalID,
    from: instant.optional().describe('Open at or after.'),
    to: instant.optional().describe('Opened until then.'),
    endReason: z.enum(closeReasons).optional().describe('Only those that ended for this reason.'),
  }),
  output: page(deviceConnection),
  refusals: ['notFound'],
})

export const protocolGuess = named('ProtocolGuess', {
  protocol: z.string().describe('A wire protocol.'),
  fits: z.number().describe('Share of the bytes that it understands, 0 to 1.'),
  begins: z
    .enum(['yes', 'no', 'more'])
    .describe('Does a stream of it begin like this; `more`: too few bytes.'),
  dialect: z.string().nullable().describe('The dialect that the content gives away; null: none.'),
  terminalID: z.string().nullable().describe('Who the bytes say they are from; null: they do not say.'),
  problem: z.enum(frameProblems).nullable().describe('How the first frame that breaks it does so.'),
  deviceTypes: z
    .array(z.object({ id: z.int(), name: z.string() }))
    .describe(
      'Types that speak it, those of the dialect first, then the general one: what it can be registered as.',
    ),
})
export type ProtocolGuess = z.output<typeof protocolGuess>

const unknown = call({
  method: 'GET',
  path: '/api/frame/unknown',
  permission: readers,
  demo: true,
  help: 'The first frames of a device that is not registered, oldest first, and which protocols they fit, the best first. `device/add` registers it as the type that is chosen, `unknownDevice/registerMany` as the general one.',
  input: z.object({ terminalID }),
  output: z.object({
    list: z.array(frame).describe('20 at most.'),
    guesses: z.array(protocolGuess).describe('Those that understand anything.'),
  }),
  refusals: ['notFound'],
})

export const permanentLog = named('PermanentLog', {
  terminalID: z.string(),
  displayName: z.string(),
  username: z.string().describe('User name of the account that has the device.'),
  addedTime: time.describe('Since when it is logged permanently, epoch ms.'),
  oldestTime: time.nullable().describe('Of the oldest frame that is kept, epoch ms; null: there is none.'),
  addedBy: z.string().nullable().describe('User name of who chose it; null: that account is gone.'),
  note: z.string().nullable(),
})
export type PermanentLog = z.output<typeof permanentLog>

const findPermanent = call({
  path: '/api/permanentLog/find',
  permission: readers,
  demo: true,
  help: 'Devices whose frames are kept longer, most recently added first.',
  input: pageInput.extend({
    search: z.string().trim().max(64).optional().describe('Part of the device’s name or id, or of the note.'),
  }),
  output: page(permanentLog),
})

export const frameCalls = { find, export: exportFile, connections, unknown }

export const permanentLogCalls = {
  find: findPermanent,
  add: call({
    path: '/api/permanentLog/add',
    permission: readers,
    help: `Keeps the frames of these devices while they are listed, up to a year; ${limits.permanentLogs} devices at most are listed. Those that are listed already get the new note.`,
    input: z.object({
      terminalIDs: z.array(terminalID).min(1).max(limits.permanentLogs).describe('Of these devices.'),
      note: line(200).optional().describe('Why.'),
    }),
    output: bulkOutput,
    refusals: ['tooManyPermanentLogs'],
  }),
  removeMany: bulkCall(findPermanent, terminalID, {
    path: '/api/permanentLog/removeMany',
    permission: readers,
    help: `Takes devices off the list: of their frames, those of the last ${limits.logDays} days stay, the older ones are deleted.`,
  }),
}

export const frameList = list(find, {
  name: 'frames',
  rowId: 'id',
  columns: [
    { key: 'time', form: 'moment', isFixed: true, card: 'title' },
    { key: 'direction', name: 'frameDirection', form: 'frameDirection', card: 'sign' },
    { key: 'protocol', name: 'wire', form: 'wire', isOptional: true },
    { key: 'type', name: 'frameType', form: 'text' },
    { key: 'name', name: 'frameName', form: 'text' },
    { key: 'kind', name: 'messageKind', form: 'messageKind', isOptional: true },
    { key: 'error', name: 'frameProblem', form: 'frameProblem' },
    { key: 'hex', form: 'text' },
    { key: 'fields', form: 'text', of: fieldsText },
    { key: 'connectionId', form: 'text', of: ({ connectionId }) => String(connectionId), isOptional: true },
    { key: 'terminalID', form: 'identifier', isOptional: true },
  ],
  filters: [
    search(),
    choice('direction', frameDirections, 'reports.frameDirection'),
    choice('kind', messageKinds, 'reports.messageKind'),
    choice('protocol', wireProtocols, wireLabel),
    given('terminalID'),
    given('from'),
    given('to'),
    given('connectionId'),
  ],
})

export const connectionList = list(connections, {
  name: 'connections',
  rowId: 'id',
  columns: [
    { key: 'fromTime', name: 'from', form: 'instant', isFixed: true, card: 'title' },
    { key: 'untilTime', name: 'to', form: 'instant' },
    { key: 'duration', form: 'duration', of: ({ fromTime, untilTime }) => untilTime && untilTime - fromTime },
    { key: 'endReason', name: 'closeReason', form: 'closeReason', card: 'sign' },
    { key: 'address', name: 'cameFrom', form: 'text' },
    { key: 'protocol', name: 'wire', form: 'wire' },
    { key: 'framesReceived', form: 'count' },
    { key: 'framesSent', form: 'count' },
    { key: 'bytesReceived', form: 'bytes' },
    { key: 'bytesSent', form: 'bytes' },
    { key: 'process', form: 'text', isOptional: true },
  ],
  filters: [
    choice('endReason', closeReasons, 'reports.closeReason'),
    given('terminalID'),
    given('from'),
    given('to'),
  ],
})

export const permanentLogList = list(permanentLogCalls.find, {
  name: 'permanentLogs',
  rowId: 'terminalID',
  columns: [
    { key: 'displayName', form: 'text', isFixed: true, card: 'title' },
    { key: 'terminalID', form: 'identifier' },
    { key: 'username', form: 'text' },
    { key: 'addedTime', form: 'age' },
    { key: 'oldestTime', name: 'oldestFrame', form: 'instant' },
    { key: 'addedBy', form: 'text' },
    { key: 'note', form: 'text' },
  ],
  filters: [search()],
  bulk: [{ name: 'releaseLog', call: permanentLogCalls.removeMany, isDangerous: true }],
})

function fieldsText({ fields }: Frame): string | undefined {
  return fields?.map(({ name, value }) => `${name}: ${value}`).join('; ')
}
