import { z } from 'zod'
import {
  bulkCall,
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
import { iccid, imei, plate, sim } from '../../api/ruled.ts'
import { sensors, workModes } from '../../codes/device-abilities.ts'
import { iconTypes } from '../../codes/icon-types.ts'
import { importProtocolIds } from '../../codes/import-protocols.ts'
import { limits } from '../../codes/limits.ts'
import { connectionStates } from '../../codes/states.ts'
import {
  account,
  choice,
  chosen,
  daysFilter,
  deviceTypeFilter,
  given,
  groups,
  search,
  span,
} from '../../lists/filters.ts'
import { list } from '../../lists/list.ts'
import { idRules } from '../../rules/device-ids.ts'
import { displayName } from '../../rules/device-order.ts'

/** Devices: registering, listing, changing. Outside tools know the paths. */

export const terminalID = imei

export const deviceType = named('DeviceType', {
  id: z.int(),
  name: z.string(),
  label: z.string().nullable().describe('Name people know the model by; null: its name.'),
  wire: z.string(),
  isOfflineCapable: z.boolean(),
  iconType: z.string().describe('Icon of devices that are given no other.'),
  pictureId: rowId.nullable().describe('Changes with its picture; null: it has none.'),
  trackOptimisation: z
    .boolean()
    .describe('The line of its tracks is smoothed where it is shown; what is stored and counted stays.'),
  ids: z
    .enum(idRules)
    .describe('Which ids 808 devices of the type have: `usual` eleven digits, `long` seven to twenty.'),
  importProtocol: z
    .literal(importProtocolIds)
    .describe('What its devices are imported as: 0 other, 1 808, 2 GT06, 3 808 long standby, 4 BSJ.'),
  sensors: z
    .array(z.enum(sensors))
    .max(sensors.length)
    .describe('What its devices measure or switch; empty: it is not known, and all is offered.'),
  workModes: z
    .array(z.enum(workModes))
    .max(workModes.length)
    .describe('When its devices report; empty: it is not known, and all modes are offered.'),
})
export type DeviceType = z.output<typeof deviceType>

/** How a term ends: at an instant that somebody set, never, or some months after the first report. */
export const termModes = ['fixed', 'lifetime', 'activation'] as const
export type TermMode = (typeof termModes)[number]
/** Months that a term may last. */
export const termMonths = z.int().min(1).max(1200)

/** A device as its owner manages it. */
export const device = named('Device', {
  id: z.int(),
  terminalID: z.string(),
  userId: rowId,
  username: z.string(),
  state: z.literal(connectionStates),
  deviceType: z.int(),
  deviceTypeName: z.string(),
  nickname: z.string().nullable(),
  carNumber: z.string().nullable(),
  iccid: z.string().nullable(),
  sim: z.string().nullable(),
  iconType: z.string(),
  remark: z.string().nullable(),
  activateTime: time.nullable(),
  platformExpireTime: time
    .nullable()
    .describe('End of the platform’s service, epoch ms; the earlier of it and the user’s own term counts.'),
  platformMode: z.enum(termModes),
  platformMonths: termMonths.nullable(),
  userExpireTime: time.nullable(),
  userMode: z.enum(termModes),
  userMonths: termMonths.nullable(),
  host: z.string().nullable(),
  utcOffsetMinutes: z.int().nullable(),
  importProtocol: z.literal(importProtocolIds),
  pictureId: rowId.nullable(),
  hasPassword: z.boolean(),
  stateTime: time.nullable(),
  createTime: time,
})
export type Device = z.output<typeof device>

const details = z.object({
  nickname: line(64).nullable(),
  carNumber: plate.nullable(),
  iccid: iccid.nullable(),
  sim: sim.nullable(),
  iconType: z.enum(iconTypes),
  remark: prose(500).nullable(),
  utcOffsetMinutes: z
    .int()
    .min(-14 * 60)
    .max(14 * 60)
    .nullable(),
  importProtocol: z.literal(importProtocolIds),
})
/** What people enter about a device. */
export type DeviceDetails = Partial<z.output<typeof details>>

/** Whose service has ended, ends within some days, or either. */
export const dueStates = ['expired', 'expiring', 'both'] as const
export const withinDays = z.int().min(1).max(366)
/** Days without a report. */
export const silentDays = z.int().min(1).max(3_650)

export const deviceSorts = [
  ...(['terminalID', 'displayName', 'state', 'stateTime', 'createTime', 'deviceType', 'username'] as const),
  /** The earlier of both terms. */
  'expireTime',
] as const

const findDevices = call({
  path: '/api/device/find',
  permission: ['main:devices_management'],
  demo: true,
  help: 'A page of the devices of an account, with those of its sub-accounts by default.',
  input: pageInput.extend({
    userId: rowId.optional(),
    withSubAccounts: z.boolean().default(true),
    state: z.literal(connectionStates).optional(),
    deviceType: z.int32().optional(),
    due: z
      .enum(dueStates)
      .optional()
      .describe('Only those whose service has ended, or ends within `withinDays`.'),
    withinDays: withinDays.default(30),
    silentDays: silentDays
      .optional()
      .describe('Only those that have reported before, and not for so many days.'),
    expiresFrom: instant.optional().describe('Only those whose service ends at or after this time.'),
    expiresTo: instant.optional().describe('Only those whose service ends before this time.'),
    ...ofGroups,
    terminalIDs: z
      .array(terminalID)
      .max(limits.devicesPerOperation)
      .optional()
      .describe('Of these; those that are not there are left out.'),
    iccids: z
      .array(iccid)
      .max(limits.devicesPerOperation)
      .optional()
      .describe('Of these SIM cards; those that are in none are left out.'),
    search: searchText.optional().describe('Part of the terminal id, car number, nickname, ICCID or SIM.'),
    sort: z.enum(deviceSorts).default('createTime'),
    isDescending: z.boolean().default(true),
  }),
  output: page(device),
  refusals: ['notFound'],
})

export const deviceCalls = {
  types: call({
    method: 'GET',
    path: '/api/deviceType/find',
    permission: 'session',
    demo: true,
    deviceSession: true,
    help: 'The device types of the platform.',
    output: z.object({ list: z.array(deviceType) }),
  }),
  add: call({
    path: '/api/device/add',
    // For those who may assign a device to an account: administrators and agents, not end users with the management key.
    permission: ['main:devices_import', 'main:device_transfer'],
    help: 'Registers a device under an account (default: the caller). The type is given by id or name.',
    input: z.object({
      terminalID,
      deviceType: z.union([z.int32(), z.string().trim().min(1).max(32)]),
      userId: rowId.optional(),
      ...details.partial().shape,
    }),
    output: device,
    refusals: [
      'notFound',
      'terminalIdTaken',
      'unknownDeviceType',
      'protocolMissing',
      'carNumberTaken',
      'notEnoughImportCounts',
      'deviceLimitReached',
    ],
  }),
  find: findDevices,
  detail: call({
    method: 'GET',
    path: '/api/device/detail',
    permission: ['main:monitor', 'main:devices_management'],
    demo: true,
    deviceSession: true,
    help: 'One device.',
    input: z.object({ terminalID }),
    output: device,
    refusals: ['notFound'],
  }),
  update: call({
    path: '/api/device/update',
    permission: ['main:device_edit'],
    help: 'Changes the details of a device that its user can edit.',
    input: z.object({ terminalID, ...details.partial().shape }),
    output: device,
    refusals: ['notFound', 'carNumberTaken'],
  }),
  delete: call({
    path: '/api/device/delete',
    permission: ['main:device_init'],
    help: 'Deletes a device from the platform, with its states and tracks.',
    input: z.object({ terminalID }),
    refusals: ['notFound'],
  }),
  updateMany: bulkCall(findDevices, terminalID, {
    path: '/api/device/updateMany',
    permission: ['main:device_edit'],
    help: 'Sets the note of many devices: those named, or all that match the filter; at most 1,000.',
    more: { remark: details.shape.remark },
    refusals: ['notFound'],
  }),
  deleteMany: bulkCall(findDevices, terminalID, {
    path: '/api/device/deleteMany',
    permission: ['main:device_init'],
    help: 'Deletes many devices from the platform: those named, or all that match the filter; at most 1,000.',
    refusals: ['notFound'],
  }),
}

/** In this order: name; numbers and model; state; owner and terms; the rest. */
export const deviceList = list(deviceCalls.find, {
  name: 'devices',
  rowId: 'terminalID',
  columns: [
    { key: 'displayName', form: 'text', of: displayName, sort: true, isFixed: true, card: 'title' },
    { key: 'state', form: 'state', sort: true, card: 'sign' },
    { key: 'terminalID', form: 'identifier', sort: true, isFixed: true },
    { key: 'deviceType', form: 'text', name: 'deviceTypeName', of: (row) => row.deviceTypeName, sort: true },
    { key: 'username', form: 'text', sort: true },
    { key: 'stateTime', form: 'age', sort: true },
    { key: 'expireTime', form: 'term', of: endOfService, sort: true },
    { key: 'platformExpireTime', form: 'term', isOptional: true, card: 'none' },
    { key: 'sim', form: 'text', isOptional: true, card: 'none' },
    { key: 'carNumber', form: 'text', isOptional: true, card: 'none' },
    { key: 'nickname', form: 'text', isOptional: true, card: 'none' },
    { key: 'iccid', form: 'text', isOptional: true, card: 'none' },
    { key: 'userExpireTime', form: 'term', isOptional: true, card: 'none' },
    { key: 'activateTime', form: 'instant', isOptional: true, card: 'none' },
    { key: 'createTime', name: 'registerTime', form: 'instant', sort: true, isOptional: true, card: 'none' },
    { key: 'remark', form: 'text', isOptional: true, card: 'none' },
  ],
  filters: [
    search(),
    account(),
    choice('state', connectionStates, 'reports.state'),
    deviceTypeFilter(),
    groups(),
    daysFilter('silentDays', [1, 3, 7, 30, 90]),
    span('expiresFrom', 'expiresTo'),
    choice('due', dueStates, 'list.due'),
    given('withinDays'),
    chosen('terminalIDs'),
  ],
  bulk: [
    { name: 'edit', call: deviceCalls.updateMany, fieldKeys: 'remark' },
    { name: 'delete', call: deviceCalls.deleteMany, isDangerous: true },
  ],
})

/** The earlier of both terms; null: neither is set. */
export function endOfService({
  platformExpireTime,
  userExpireTime,
}: Pick<Device, 'platformExpireTime' | 'userExpireTime'>): number | null {
  const terms = [platformExpireTime, userExpireTime].filter((term) => term !== null)
  return terms.length > 0 ? Math.min(...terms) : null
}

/** A terminal id that tried to register itself and is unknown. */
export const unknownDevice = named('UnknownDevice', {
  terminalID: z.string(),
  wire: z.string(),
  address: z.string(),
  attempts: z.int(),
  firstTime: time,
  lastTime: time,
  registersAs: z
    .string()
    .nullable()
    .describe('The type that it is registered as when nobody says another; null: none speaks its protocol.'),
})
export type UnknownDevice = z.output<typeof unknownDevice>

const findUnknown = call({
  method: 'GET',
  path: '/api/unknownDevice/find',
  permission: ['main:devices_import', 'test:log'],
  demo: true,
  help: 'Devices that tried to connect and are not registered, most recent first.',
  input: pageInput.extend({ search: z.string().trim().max(32).optional() }),
  output: page(unknownDevice),
})

export const unknownDeviceCalls = {
  find: findUnknown,
  registerMany: bulkCall(findUnknown, terminalID, {
    path: '/api/unknownDevice/registerMany',
    permission: ['main:devices_import'],
    help: 'Registers many unregistered devices under the caller, each as the general model of its protocol: those named, or all that match the filter; at most 1,000.',
    refusals: ['notFound'],
  }),
}

export const unknownDeviceList = list(unknownDeviceCalls.find, {
  name: 'unknownDevices',
  rowId: 'terminalID',
  columns: [
    { key: 'terminalID', form: 'identifier', isFixed: true, card: 'title' },
    { key: 'wire', form: 'wire' },
    { key: 'address', name: 'cameFrom', form: 'text' },
    { key: 'attempts', form: 'count' },
    { key: 'firstTime', form: 'age' },
    { key: 'lastTime', form: 'age' },
    { key: 'registersAs', form: 'text' },
  ],
  filters: [search()],
  bulk: [{ name: 'register', call: unknownDeviceCalls.registerMany }],
})
