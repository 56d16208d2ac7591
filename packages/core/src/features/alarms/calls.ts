import { z } from 'zod'
import {
  bulkOutput,
  call,
  instant,
  line,
  named,
  page,
  pageInput,
  prose,
  rowId,
  searchText,
  time,
} from '../../api/call.ts'
import { ofGroups } from '../../api/group-filter.ts'
import { alarmNameOf, alarmSeverities, alarmStates, alarms } from '../../codes/alarms.ts'
import { limits } from '../../codes/limits.ts'
import { choice, chosen, given, groups, account as ofAccount, search } from '../../lists/filters.ts'
import { list } from '../../lists/list.ts'
import { terminalID } from '../devices/calls.ts'

/**
 * Alarms are shown as episodes: occurrences of one device, code and subject that follow each other within the window of
 * the code. Every occurrence stays stored beneath.
 */

const permission = ['main:alarms'] as const
const code = z.int().min(0).max(32_767)
const episodeId = z.int().positive()
export const alarmSeverityNames = Object.keys(alarmSeverities) as [keyof typeof alarmSeverities]

/** What belongs to an alarm, by names with their units: `limitKmh`, `maxSpeedKmh`, `wheel`, `valueKpa`, `fenceName`. */
const alarmDetail = z.record(z.string(), z.union([z.number(), z.string(), z.boolean(), z.null()])).nullable()

export const alarmEpisode = named('AlarmEpisode', {
  id: episodeId,
  deviceId: rowId.describe('As `id` of a location.'),
  terminalID: z.string(),
  displayName: z.string().describe('Plate, else nickname, else terminal id.'),
  userId: rowId.describe('Account that had the device at that time.'),
  username: z.string().nullable(),
  ownerName: z.string().nullable().describe('Name of that account: its nickname, else its login name.'),
  code: code.describe('A code of the alarm table.'),
  subjectId: z.int().describe('The fence, risk point, line or wheel it concerns; 0: only the device.'),
  fenceId: rowId.nullable().describe('The fence, if it concerns one.'),
  fenceName: z.string().nullable().describe('Name of the fence at that time.'),
  startTime: time.describe('Of the first occurrence, device time, epoch ms.'),
  endTime: time.describe('Of the last occurrence so far, or the end of what lasted.'),
  isOpen: z.boolean().describe('Ongoing: it has not ended.'),
  serverTime: time.describe('When the server first received it.'),
  count: z.int().describe('Occurrences.'),
  lat: z.number().nullable().describe('Of the first occurrence, degrees WGS-84.'),
  lon: z.number().nullable(),
  speedKmh: z.number().nullable(),
  maxSpeedKmh: z.number().nullable(),
  address: z.string().nullable().describe('Address, once somebody saved it.'),
  detail: alarmDetail.describe('Related values, such as `limitKmh`.'),
  source: z.enum(['device', 'platform']).describe('Who raised it.'),
  severity: z.enum(alarmSeverityNames),
  state: z.enum(alarmStates),
  isMuted: z.boolean().describe('It was muted: nobody is notified.'),
  readTime: time.nullable().describe('Null: nobody has read it.'),
  assigneeId: rowId.nullable(),
  assignee: z.string().nullable(),
  note: z.string().nullable(),
  handler: z.string().nullable().describe('Who set the state last.'),
  handleTime: time.nullable(),
  sequence: z.int().describe('Increases with every change of the alarm: the greater one is newer.'),
})
export type AlarmEpisode = z.output<typeof alarmEpisode>

const filter = z.object({
  terminalIDs: z
    .array(terminalID)
    .min(1)
    .max(limits.devicesPerOperation)
    .optional()
    .describe('Of these devices.'),
  codes: z.array(code).min(1).max(100).optional().describe('Of these codes.'),
  from: instant.optional().describe('Begun at or after.'),
  to: instant.optional().describe('Begun before.'),
  state: z.enum(alarmStates).optional(),
  isRead: z.boolean().optional(),
  isOpen: z.boolean().optional(),
  severity: z.enum(alarmSeverityNames).optional(),
  severityFrom: z.enum(alarmSeverityNames).optional().describe('Of this severity or a graver one.'),
  isMuted: z.boolean().optional().describe('Muted when it began.'),
  userId: rowId.optional().describe('Of this account; left out: the caller’s.'),
  withSubAccounts: z.boolean().default(true).describe('Also those of its sub-accounts.'),
  assigneeId: rowId.optional().describe('Assigned to this account.'),
  fenceId: rowId.optional(),
  deviceType: z.int32().optional().describe('Of devices of this type.'),
  ...ofGroups,
  search: searchText.optional().describe('Part of a terminal id, plate, nickname, ICCID or SIM.'),
})
export type AlarmFilter = z.output<typeof filter>

/**
 * Views that every alarm centre begins with, as filters. `mine` is that of what is assigned to the caller; `pinned` is
 * what stays on top of every screen until somebody acknowledges it, `urgent` what the badge counts.
 */
export const alarmViews = {
  pinned: { severity: 'critical', state: 'new', isMuted: false },
  urgent: { severityFrom: 'warning', isRead: false },
  unread: { isRead: false },
  sos: { codes: [alarms.sos] },
  powerCut: { codes: [alarms.externalPowerCut] },
  fence: { codes: [alarms.fenceEntered, alarms.fenceLeft, alarms.insideRiskPoint] },
  speed: { codes: [alarms.overspeed] },
  open: { isOpen: true },
  mine: {},
  all: {},
} as const satisfies Record<string, Partial<z.input<typeof filter>>>
export type AlarmView = keyof typeof alarmViews
export const alarmViewNames = Object.keys(alarmViews) as [AlarmView]

export const alarmActions = [
  'acknowledge',
  'assign',
  'note',
  'resolve',
  'false',
  'reopen',
  'read',
  'unread',
] as const
export type AlarmAction = (typeof alarmActions)[number]

const findAlarms = call({
  path: '/api/alarm/find',
  permission,
  demo: true,
  deviceSession: true,
  help: 'A page of the alarms of an account, with those of its sub-accounts by default, newest first, or the gravest first. Beyond 10,000 they are not counted: `total` is 10,000 and `isMore` is true.',
  input: pageInput.extend(filter.shape).extend({
    gravestFirst: z
      .boolean()
      .default(false)
      .describe('By severity, and the newest of each first; else all by time.'),
  }),
  output: page(alarmEpisode).extend({ isMore: z.boolean().describe('There are more than `total`.') }),
  refusals: ['notFound'],
})

/** What a call for many episodes means: those named, or all that a filter finds. */
const episodeSelection = {
  ids: z
    .array(episodeId)
    .min(1)
    .max(limits.devicesPerOperation)
    .optional()
    .describe('Episodes, 1,000 at most.'),
  filter: filter.strict().optional().describe('All that match, at most 10,000.'),
}
const namesRows = ({ ids, filter }: { ids?: unknown; filter?: unknown }) =>
  (ids === undefined) !== (filter === undefined)

export const alarmCalls = {
  find: findAlarms,
  get: call({
    path: '/api/alarm/get',
    permission,
    demo: true,
    deviceSession: true,
    help: 'One alarm with its history, newest first.',
    input: z.object({ id: episodeId }),
    output: z.object({
      alarm: alarmEpisode,
      history: z
        .array(
          z.object({
            time,
            action: z.enum(alarmActions),
            username: z.string().nullable().describe('Null: the account no longer exists.'),
            note: z.string().nullable(),
            assignee: z.string().nullable(),
            isUndone: z.boolean(),
          }),
        )
        .describe('History, newest first, at most 200.'),
      mutedUntil: time
        .nullable()
        .describe('This alarm of the device is muted until this time; null: not muted.'),
      mutedUntilMoved: z.boolean().describe('It is muted until the vehicle moves.'),
    }),
    refusals: ['notFound'],
  }),
  occurrences: call({
    path: '/api/alarm/occurrences',
    permission,
    demo: true,
    deviceSession: true,
    help: 'Every occurrence of one alarm, oldest first.',
    input: pageInput.extend({ id: episodeId }),
    output: page(
      named('AlarmOccurrence', {
        fixTime: time.describe('Device time, epoch ms.'),
        serverTime: time.describe('When the server received it.'),
        phase: z.enum(['moment', 'begin', 'end']).describe('Of what lasts, where it begins and ends.'),
        lat: z.number().nullable(),
        lon: z.number().nullable(),
        speedKmh: z.number().nullable(),
        source: z.enum(['device', 'platform']),
        detail: alarmDetail.describe('Related values.'),
      }),
    ),
    refusals: ['notFound'],
  }),
  count: call({
    path: '/api/alarm/count',
    permission,
    demo: true,
    deviceSession: true,
    help: 'How many alarms each view has; 10,001 means more than 10,000.',
    input: z.object({
      userId: filter.shape.userId,
      withSubAccounts: filter.shape.withSubAccounts,
      from: filter.shape.from,
      views: z.array(z.enum(alarmViewNames)).min(1).optional().describe('Left out: all.'),
    }),
    output: z.object({ counts: z.partialRecord(z.enum(alarmViewNames), z.int()).describe('By view.') }),
    refusals: ['notFound'],
  }),
  waiting: call({
    method: 'GET',
    path: '/api/alarm/waiting',
    permission,
    demo: true,
    deviceSession: true,
    help: 'Unhandled warnings and critical alarms of the last 7 days, with their devices, for marking a map or list; the newest 10,000.',
    input: z.object({}),
    output: z.object({
      alarms: z.array(
        z.object({
          id: episodeId,
          deviceId: rowId.describe('As `id` of a location.'),
          severity: z.enum(alarmSeverityNames),
        }),
      ),
    }),
  }),
  handle: call({
    path: '/api/alarm/handle',
    permission,
    help: 'Acknowledges, assigns, adds a note to, resolves, marks as false alarm, reopens, or marks as read or unread: the alarms named, or all that match the filter. `undoId` undoes it within a day.',
    input: z
      .object({
        ...episodeSelection,
        action: z.enum(alarmActions).describe('Action.'),
        note: prose(500).optional().describe('Beside the action; for `note` it is the action.'),
        assigneeId: rowId.nullable().optional().describe('For `assign`; null: nobody.'),
      })
      .refine(namesRows, { path: ['ids'], error: 'ids_or_filter' })
      .refine(({ action, assigneeId }) => action !== 'assign' || assigneeId !== undefined, {
        path: ['assigneeId'],
        error: 'required',
      })
      .refine(({ action, note }) => action !== 'note' || note !== undefined, {
        path: ['note'],
        error: 'required',
      }),
    output: bulkOutput.extend({
      undoId: rowId.nullable().describe('For `/api/alarm/undo`; null: nothing was done.'),
    }),
    refusals: ['notFound', 'tooManyAlarms'],
  }),
  undo: call({
    path: '/api/alarm/undo',
    permission,
    help: 'Undoes one call of `/api/alarm/handle` within a day, for alarms that nobody has handled since.',
    input: z.object({ undoId: rowId }),
    output: z.object({ done: z.int() }),
    refusals: ['notFound'],
  }),
  markAllRead: call({
    path: '/api/alarm/markAllRead',
    permission,
    help: 'Marks all alarms that match the filter as read, without a limit.',
    input: filter.omit({ isRead: true }),
    output: z.object({ done: z.int() }),
    refusals: ['notFound'],
  }),
  mute: call({
    path: '/api/alarm/mute',
    permission,
    help: 'Mutes this kind of alarm for its vehicle until a time: nobody is notified, but it stays listed.',
    input: z.object({
      id: episodeId,
      until: z
        .enum(['1h', '8h', 'moved', 'now'])
        .describe('For an hour, eight hours, until the vehicle moves; `now` ends it.'),
    }),
    refusals: ['notFound'],
  }),
  saveAddress: call({
    path: '/api/alarm/saveAddress',
    permission,
    help: 'Saves the address of an alarm.',
    input: z.object({ id: episodeId, address: line(200) }),
    refusals: ['notFound'],
  }),
}

/** Alarms further back are marked nowhere any more, though nobody handled them. */
export const waitingAlarmsMs = 7 * 86_400_000

const handling = (name: string, action: AlarmAction, more: { fieldKeys?: string } = {}) => ({
  name,
  call: alarmCalls.handle,
  input: { action },
  ...more,
})

export const alarmList = list(alarmCalls.find, {
  name: 'alarms',
  rowId: 'id',
  columns: [
    { key: 'severity', form: 'alarmSeverity', card: 'sign' },
    { key: 'displayName', form: 'text', isFixed: true, card: 'title' },
    { key: 'code', name: 'alarmCode', form: 'alarm', of: ({ code }) => alarmNameOf(code), isFixed: true },
    { key: 'count', name: 'occurrences', form: 'count' },
    { key: 'startTime', name: 'alarmStart', form: 'instant' },
    { key: 'endTime', form: 'instant', isOptional: true },
    {
      key: 'duration',
      form: 'duration',
      of: ({ startTime, endTime }: AlarmEpisode) => (endTime > startTime ? endTime - startTime : null),
    },
    { key: 'place', form: 'place' },
    { key: 'speedKmh', form: 'speed', isOptional: true },
    { key: 'maxSpeedKmh', form: 'speed', isOptional: true },
    { key: 'fenceName', form: 'text' },
    { key: 'state', name: 'alarmState', form: 'alarmState' },
    { key: 'assignee', form: 'text' },
    { key: 'username', form: 'text' },
    { key: 'note', form: 'text', isOptional: true },
    { key: 'handler', form: 'text', isOptional: true },
    { key: 'handleTime', form: 'instant', isOptional: true },
    { key: 'readTime', form: 'instant', isOptional: true },
    { key: 'source', form: 'alarmSource', isOptional: true },
    { key: 'serverTime', form: 'instant', isOptional: true },
    { key: 'terminalID', form: 'identifier', isOptional: true },
  ],
  filters: [
    search(),
    choice('state', alarmStates, 'reports.alarmState'),
    choice('severity', alarmSeverityNames, 'reports.alarmSeverity'),
    ofAccount(),
    groups(),
    chosen('terminalIDs'),
    given('codes'),
    given('isRead'),
    given('isOpen'),
    given('assigneeId'),
    given('fenceId'),
    given('deviceType'),
    given('from'),
    given('to'),
  ],
  bulk: [
    handling('acknowledge', 'acknowledge'),
    handling('assign', 'assign', { fieldKeys: 'assigneeId' }),
    handling('note', 'note', { fieldKeys: 'note' }),
    handling('resolve', 'resolve'),
    handling('false', 'false'),
    handling('reopen', 'reopen'),
    handling('read', 'read'),
    handling('unread', 'unread'),
  ],
})
