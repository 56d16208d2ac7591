import { z } from 'zod'
import { fenceArea } from '../../api/area.ts'
import { bulkCall, call, line, named, page, pageInput, rowId, time } from '../../api/call.ts'
import { groupsNamed } from '../../api/group-filter.ts'
import { limits } from '../../codes/limits.ts'
import { account, choice, given, search } from '../../lists/filters.ts'
import { list } from '../../lists/list.ts'
import { terminalID } from '../devices/calls.ts'
import { reports } from '../statistics/reports.ts'
import { vehicleGroup } from '../vehicle-groups/calls.ts'
import { zoneBounds, zoneCalls, zonesQuery } from '../zones/zone-calls.ts'
import { visit } from '../zones/zone-visits.ts'

/** Fences: areas whose crossing, speed or long stay raises alarms. */

/** The alarms of a closed fence are off. */
export const fenceStates = ['opened', 'closed'] as const
/** Which crossings raise an alarm. */
export const alarmModes = ['in', 'out', 'in/out'] as const
/** The longest dry run. */
export const dryRunDays = 31

/** When a fence raises alarms, by the clocks of its owner. One that ends before it begins goes on past midnight. */
export const fenceSchedule = z.strictObject({
  days: z
    .array(z.int().min(1).max(7))
    .min(1)
    .max(7)
    .describe('Days of the week on which it begins: 1 Monday to 7 Sunday.'),
  fromMinute: z.int().min(0).max(1439).describe('Minute of the day, 0 to 1439.'),
  untilMinute: z
    .int()
    .min(0)
    .max(1440)
    .describe('Minute of the day, 0 to 1440; not after `fromMinute`: of the next day.'),
})
export type FenceSchedule = z.output<typeof fenceSchedule>

/** What decides whether a way is a crossing. */
const counting = {
  alarmOn: z.enum(alarmModes),
  schedule: fenceSchedule.nullable().describe('Null: at all times.'),
  dwellS: z
    .int()
    .min(0)
    .max(7 * 86_400)
    .describe('A stay counts once it has lasted so many seconds; 0: at once.'),
  confirmPoints: z
    .int()
    .min(1)
    .max(10)
    .nullable()
    .describe(
      'A crossing counts once so many fixes in a row agree; null: one that is clearly beyond the edge, else two.',
    ),
  confirmS: z
    .int()
    .min(1)
    .max(3_600)
    .nullable()
    .describe('It counts as well once fixes have agreed for so many seconds; null: points alone decide.'),
  allowLbs: z.boolean().describe('Places from cells and access points count too.'),
}

const editable = {
  name: line(64).min(1),
  area: fenceArea,
  colour: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i)
    .describe('`#rrggbb`.'),
  tags: z.array(line(32).min(1)).max(10),
  state: z.enum(fenceStates),
  speedLimitKmh: z
    .number()
    .min(1)
    .max(300)
    .nullable()
    .describe('Speeding inside above this speed raises an alarm; null: no limit.'),
  mustBeInside: fenceSchedule
    .nullable()
    .describe(
      'While these hours last vehicles have to be inside: one that is not as they begin, or leaves, raises alarm 4; null: never.',
    ),
  ruleIds: z
    .array(rowId)
    .min(1)
    .max(20)
    .nullable()
    .describe(
      'Rules of notification of its account by which its alarms are told, and by no other of that account; null: by all that mean such alarms.',
    ),
  ...counting,
}

/** What can be set of a fence. */
export type FenceValues = Partial<z.output<z.ZodObject<typeof editable>>>

/** What `add` fills in. */
export const fenceDefaults = {
  colour: '#1677ff',
  tags: [] as string[],
  state: 'opened',
  alarmOn: 'in/out',
  schedule: null,
  dwellS: 0,
  confirmPoints: null,
  confirmS: null,
  allowLbs: false,
  speedLimitKmh: null,
  mustBeInside: null,
  ruleIds: null,
} as const

export const fence = named('Fence', {
  fenceId: rowId,
  ...editable,
  userId: rowId.describe(
    'The account that owns it; devices of that account and its sub-accounts can be assigned.',
  ),
  username: z.string(),
  devices: z.int().describe('Devices it applies to: those assigned, and those of assigned accounts.'),
  createTime: time,
  changeTime: time,
  lastEventTime: time.nullable().describe('Of its newest alarm.'),
})
export type Fence = z.output<typeof fence>

/** To which devices: by their terminal ids, all at and below accounts, and all in groups. */
const assignees = {
  terminalIDs: z.array(terminalID).max(limits.devicesPerOperation).optional(),
  userIds: z
    .array(rowId)
    .max(100)
    .optional()
    .describe('All devices of these accounts and their sub-accounts.'),
  vehicleGroupIds: z
    .array(rowId)
    .max(groupsNamed)
    .optional()
    .describe('All devices that are in these groups, also those added later.'),
}
const isAnybody = (given: {
  terminalIDs?: string[] | undefined
  userIds?: number[] | undefined
  vehicleGroupIds?: number[] | undefined
}) =>
  [given.terminalIDs, given.userIds, given.vehicleGroupIds].some(
    (each) => each !== undefined && each.length > 0,
  )
const nobody = { path: ['terminalIDs'], error: 'required' }
const assigned = z.object({ devices: z.int().describe('Devices the fence applies to now.') })

const findFences = call({
  path: '/api/fence/find',
  permission: ['main:fence'],
  demo: true,
  help: 'A page of the fences of an account, with those of its sub-accounts by default.',
  input: zonesQuery.extend({
    fenceId: rowId.optional(),
    name: line(64).optional().describe('Of exactly this name.'),
    search: line(64).optional().describe('Part of the name or of a tag.'),
    state: z.enum(fenceStates).optional(),
    tags: z.array(line(32)).max(10).optional().describe('With all of these tags.'),
    terminalID: terminalID.optional().describe('Those that apply to this device.'),
    sort: z.enum(['name', 'createTime', 'devices', 'username']).default('createTime'),
  }),
  output: page(fence),
  refusals: ['notFound'],
})

/** Crossings of one vehicle in a dry run. */
const dryVehicle = z.object({
  terminalID: z.string(),
  displayName: z.string(),
  crossings: z.int().describe('Enters and leaves that would have counted.'),
  shortStays: z.int().describe('Stays shorter than `dwellS`, which would not.'),
  firstTime: time.nullable().describe('Of its first crossing.'),
  lastTime: time.nullable(),
})

/** A stay of a device in a fence. */
export const fenceVisit = named('FenceVisit', {
  ...visit,
  fenceId: rowId,
  fenceName: z.string().describe('Its name.'),
})
export type FenceVisit = z.output<typeof fenceVisit>

export const fenceCalls = {
  add: call({
    path: '/api/fence/add',
    permission: ['main:fence'],
    help: 'Adds a fence to an account (default: the caller) and assigns it. Vehicles already inside raise no alarm.',
    input: z.object({
      ...z.object(editable).partial().required({ name: true, area: true }).shape,
      userId: rowId.optional(),
      ...assignees,
    }),
    output: z.object({ fenceId: rowId }),
    refusals: ['notFound', 'tooManyFences'],
  }),
  update: call({
    path: '/api/fence/update',
    permission: ['main:fence'],
    help: 'Changes a fence. If its area or rules change, the current position of vehicles is taken over without an alarm.',
    input: z.object({ fenceId: rowId, ...z.object(editable).partial().shape }),
    output: fence,
    refusals: ['notFound'],
  }),
  find: findFences,
  get: call({
    path: '/api/fence/get',
    permission: ['main:fence'],
    demo: true,
    help: 'One fence, with the accounts it is assigned to.',
    input: z.object({ fenceId: rowId }),
    output: fence.extend({
      assignedDevices: z.int().describe('Devices that are assigned themselves.'),
      accounts: z.array(z.object({ userId: rowId, username: z.string() })),
      groups: z
        .array(vehicleGroup.pick({ id: true, name: true, colour: true, devices: true }))
        .describe('The groups that it is assigned to.'),
    }),
    refusals: ['notFound'],
  }),
  assign: call({
    path: '/api/fence/assign',
    permission: ['main:fence'],
    help: 'Assigns a fence to more devices, and to all devices of more accounts and their sub-accounts.',
    input: z.object({ fenceId: rowId, ...assignees }).refine(isAnybody, nobody),
    output: assigned,
    refusals: ['notFound'],
  }),
  unassign: call({
    path: '/api/fence/unassign',
    permission: ['main:fence'],
    help: 'Unassigns devices and accounts from a fence.',
    input: z.object({ fenceId: rowId, ...assignees }).refine(isAnybody, nobody),
    output: assigned,
    refusals: ['notFound'],
  }),
  devices: call({
    path: '/api/fence/devices',
    permission: ['main:fence'],
    demo: true,
    help: 'A page of the devices a fence applies to, by name, and which of them are inside.',
    input: pageInput.extend({
      fenceId: rowId,
      search: line(64).optional(),
      isAssigned: z
        .boolean()
        .optional()
        .describe('Only those assigned themselves, or only those by an account.'),
    }),
    output: page(
      z.object({
        terminalID: z.string(),
        displayName: z.string(),
        userId: rowId,
        username: z.string(),
        isAssigned: z.boolean().describe('Assigned directly, not only through an account.'),
        insideSince: time.nullable().describe('Null: it is not inside, as far as is known.'),
      }),
    ),
    refusals: ['notFound'],
  }),
  inside: call({
    path: '/api/fence/inside',
    permission: ['main:fence', 'main:monitor'],
    demo: true,
    help: 'The enabled fences that devices are in now, last entered first; devices in none are left out.',
    input: z.object({ ids: z.array(rowId).min(1).max(limits.devicesPerOperation) }),
    output: z.object({
      list: z.array(
        z.object({
          id: rowId.describe('As `id` of a location.'),
          fences: z
            .array(
              fence
                .pick({ fenceId: true, name: true, colour: true })
                .extend({ insideSince: time.describe('Since when it has been inside, epoch ms.') }),
            )
            .describe('The fences.'),
        }),
      ),
    }),
  }),
  delete: call({
    path: '/api/fence/delete',
    permission: ['main:fence'],
    help: 'Deletes a fence without assignments; otherwise `count` says how many devices and accounts it is assigned to, and `get` and `devices` which.',
    input: z.object({
      fenceId: rowId,
      detach: z.boolean().default(false).describe('Unassigns devices and accounts first.'),
    }),
    refusals: ['notFound', 'fenceInUse'],
  }),
  open: bulkCall(findFences, rowId, {
    path: '/api/fence/open',
    permission: ['main:fence'],
    help: 'Switches many fences on: those named, or all that match the filter; at most 1,000.',
    idsKey: 'fenceIds',
    refusals: ['notFound'],
  }),
  close: bulkCall(findFences, rowId, {
    path: '/api/fence/close',
    permission: ['main:fence'],
    help: 'Switches many fences off: those named, or all that match the filter; at most 1,000.',
    idsKey: 'fenceIds',
    refusals: ['notFound'],
  }),
  assignMany: bulkCall(findFences, rowId, {
    path: '/api/fence/assignMany',
    permission: ['main:fence'],
    help: 'Has many fences count for these devices too: those named, or all that match the filter; at most 1,000.',
    idsKey: 'fenceIds',
    more: { terminalIDs: assignees.terminalIDs.unwrap().min(1) },
    refusals: ['notFound'],
  }),
  deleteMany: bulkCall(findFences, rowId, {
    path: '/api/fence/deleteMany',
    permission: ['main:fence'],
    help: 'Deletes many fences: those named, or all that match the filter; at most 1,000. Fences in use stay unless detached.',
    idsKey: 'fenceIds',
    more: { detach: z.boolean().default(false) },
    refusals: ['notFound', 'fenceInUse'],
  }),
  map: call({
    path: '/api/fence/map',
    permission: ['main:fence', 'main:monitor'],
    demo: true,
    help: `The areas of all fences of an account and its sub-accounts, by name, ${zoneBounds.map} at most; total says how many there are.`,
    input: z.object({
      userId: rowId.optional(),
      withSubAccounts: z.boolean().default(true),
      state: z.enum(fenceStates).optional(),
    }),
    output: page(fence.pick({ fenceId: true, name: true, colour: true, state: true, area: true })),
    refusals: ['notFound'],
  }),
  ...zoneCalls({
    path: '/api/fence',
    permission: ['main:fence'],
    words: 'fences',
    idsKey: 'fenceIds',
    visit: fenceVisit,
    filter: findFences.input.omit({ pageNum: true, pageSize: true }),
    file: {
      lineWidthM: z
        .number()
        .min(20)
        .max(20_000)
        .default(200)
        .describe('Width of corridors made of lines, metres.'),
    },
    row: { area: fenceArea.nullable() },
    import: {
      rows: z
        .array(
          z.strictObject({
            row: z.int().describe('Of `importCheck`.'),
            name: editable.name.optional().describe('Another name than the file’s.'),
          }),
        )
        .max(zoneBounds.import)
        .optional()
        .describe('Left out: all.'),
      ...z.object(editable).omit({ name: true, area: true }).partial().shape,
      ...assignees,
    },
  }),
  dryRun: call({
    path: '/api/fence/dryRun',
    permission: ['main:fence'],
    demo: true,
    help: `Tests what a fence would have raised in the last days, ${dryRunDays} at most: nothing is stored.`,
    input: z.object({
      area: fenceArea,
      ...z.object(counting).partial().shape,
      ...assignees,
      fenceId: rowId.optional().describe('For the devices that this fence counts for, beside those named.'),
      days: z.int().min(1).max(dryRunDays).default(7),
    }),
    output: z.object({
      from: time,
      to: time,
      devices: z.int().describe('Devices searched.'),
      crossings: z.int().describe('Of all vehicles.'),
      shortStays: z.int().describe('Stays shorter than `dwellS`, which would not have counted.'),
      vehicles: z.array(dryVehicle).describe('Those that were inside, most crossings first; 1,000 at most.'),
    }),
    refusals: ['notFound', 'tooManyDevices', 'unavailable'],
  }),
}

/** The left list of the fence screen. */
export const fenceList = list(fenceCalls.find, {
  name: 'fences',
  rowId: 'fenceId',
  columns: [
    { key: 'name', name: 'fenceName', form: 'text', sort: true, isFixed: true, card: 'title' },
    { key: 'state', form: 'fenceState', card: 'sign' },
    { key: 'shape', form: 'shape', of: ({ area }) => area.shape, card: 'none' },
    { key: 'alarmOn', form: 'alarmMode' },
    { key: 'devices', form: 'count', sort: true },
    { key: 'lastEventTime', form: 'age' },
    { key: 'username', form: 'text', sort: true },
    { key: 'tags', form: 'texts' },
    { key: 'speedLimitKmh', form: 'speed', isOptional: true, card: 'none' },
    { key: 'createTime', form: 'instant', sort: true, isOptional: true, card: 'none' },
  ],
  filters: [
    search(),
    account(),
    choice('state', fenceStates, 'reports.fenceState'),
    given('tags'),
    given('terminalID'),
    given('fenceId'),
  ],
  bulk: [
    { name: 'openFences', call: fenceCalls.open, idsKey: 'fenceIds' },
    { name: 'closeFences', call: fenceCalls.close, idsKey: 'fenceIds' },
    { name: 'assignVehicles', call: fenceCalls.assignMany, idsKey: 'fenceIds', fieldKeys: 'terminalIDs' },
    { name: 'delete', call: fenceCalls.deleteMany, idsKey: 'fenceIds', isDangerous: true },
    {
      name: 'detachDelete',
      call: fenceCalls.deleteMany,
      idsKey: 'fenceIds',
      input: { detach: true },
      isDangerous: true,
    },
  ],
})

/** The report of the same name as a list, which it is on the screen. */
export const fenceVisitList = list(fenceCalls.visits, {
  name: 'fenceVisits',
  rowId: 'id',
  columns: reports.fenceVisits.columns,
  filters: [
    given('first'),
    given('last'),
    given('fenceIds'),
    given('terminalIDs'),
    account(),
    given('groupIds'),
  ],
})
