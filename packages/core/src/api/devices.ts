import { z } from 'zod'
import { limits } from '../codes/limits.ts'
import { connectionStates } from '../codes/states.ts'
import { iccidPattern, simPattern, terminalIdPattern } from '../rules/validation.ts'
import { call, line, nothing, page, pageInput, prose, rowId, time } from './call.ts'

/** Devices: registering, listing, changing. Paths follow S2 section 7, "Devices". */

export const terminalID = z.string().trim().regex(terminalIdPattern)

export const deviceType = z.object({
  id: z.int(),
  name: z.string(),
  wire: z.string(),
  isOfflineCapable: z.boolean(),
})
export type DeviceType = z.output<typeof deviceType>

/** A device as its owner manages it (S1 section 3, management view). */
export const device = z.object({
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
  /** End of the platform's service, and of the user's own term; the earlier one counts. */
  platformExpireTime: time.nullable(),
  userExpireTime: time.nullable(),
  stateTime: time.nullable(),
  createTime: time,
})
export type Device = z.output<typeof device>

const details = z.object({
  nickname: line(64).nullable(),
  carNumber: line(32).nullable(),
  iccid: z.string().trim().regex(iccidPattern).nullable(),
  sim: z.string().trim().regex(simPattern).nullable(),
  iconType: line(32),
  remark: prose(500).nullable(),
})

/** Whose service has ended, ends within some days, or either. */
export const dueStates = ['expired', 'expiring', 'both'] as const
export const withinDays = z.int().min(1).max(366)

export const deviceSorts = [
  ...(['terminalID', 'displayName', 'state', 'stateTime', 'createTime', 'deviceType', 'username'] as const),
  /** The earlier of both terms. */
  'expireTime',
] as const

export const deviceCalls = {
  types: call({
    path: '/api/deviceType/find',
    permission: 'session',
    demo: true,
    deviceSession: true,
    help: 'The device types of the platform.',
    input: nothing,
    output: z.object({ list: z.array(deviceType) }),
  }),
  add: call({
    path: '/api/device/add',
    // Who may say whose a device is: administrators and agents, not the end users that hold the management key.
    permission: ['main:devices_import', 'main:device_transfer'],
    help: 'Registers a device under an account (without one: the caller). The type is its id or name.',
    input: z.object({
      terminalID,
      deviceType: z.union([z.int32(), z.string().trim().min(1).max(32)]),
      userId: rowId.optional(),
      ...details.partial().shape,
    }),
    output: device,
    refusals: ['notFound', 'terminalIdTaken', 'unknownDeviceType', 'carNumberTaken'],
  }),
  find: call({
    path: '/api/device/find',
    permission: ['main:devices_management'],
    demo: true,
    help: 'A page of the devices of an account and, unless said otherwise, of the accounts below it.',
    input: pageInput.extend({
      userId: rowId.optional(),
      withSubAccounts: z.boolean().default(true),
      state: z.literal(connectionStates).optional(),
      deviceType: z.int32().optional(),
      /** Of what `/api/statistics/pastDue` answers with the same two. */
      due: z.enum(dueStates).optional(),
      withinDays: withinDays.default(30),
      /** Of these; those that are not there are left out. */
      terminalIDs: z.array(terminalID).max(limits.devicesPerOperation).optional(),
      /** Part of the terminal id, car number, nickname, ICCID or SIM. */
      search: z.string().trim().max(64).optional(),
      sort: z.enum(deviceSorts).default('createTime'),
      isDescending: z.boolean().default(true),
    }),
    output: page(device),
    refusals: ['notFound'],
  }),
  detail: call({
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
    help: 'Changes what the owner may say of a device.',
    input: z.object({ terminalID, ...details.partial().shape }),
    output: device,
    refusals: ['notFound', 'carNumberTaken'],
  }),
  delete: call({
    path: '/api/device/delete',
    permission: ['main:device_init'],
    help: 'Takes a device off the platform, with its states and tracks.',
    input: z.object({ terminalID }),
    output: nothing,
    refusals: ['notFound'],
  }),
}

/** A terminal id that tried to register itself and is unknown. */
export const unknownDevice = z.object({
  terminalID: z.string(),
  wire: z.string(),
  address: z.string(),
  attempts: z.int(),
  firstTime: time,
  lastTime: time,
})

export const unknownDeviceCalls = {
  find: call({
    path: '/api/unknownDevice/find',
    permission: ['main:devices_import'],
    demo: true,
    help: 'Devices that tried to connect and are not registered, most recent first.',
    input: pageInput.extend({ search: z.string().trim().max(32).optional() }),
    output: page(unknownDevice),
  }),
}
