import { z } from 'zod'
import { call, named, rowId, time } from '../../api/call.ts'
import { limits } from '../../codes/limits.ts'
import { sessionAccount } from '../accounts/calls.ts'
import { sessionToken } from '../accounts/session-cookie.ts'
import { device, deviceCalls, terminalID } from './calls.ts'

/** Picture and password of a device, and what outside tools look up by terminal ids. */

/** Bytes of a picture. */
export const maxPictureBytes = 400_000
/** Characters of the same in base64. */
export const maxPictureChars = Math.ceil((maxPictureBytes * 4) / 3) + 4
/** Those that browsers show. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp'] as const

const terminalIDs = z.array(terminalID).min(1).max(limits.devicesPerOperation)
const ofOne = z.object({ terminalID })
const viewers = deviceCalls.detail.permission

export const formerDevice = named('FormerDevice', {
  terminalID: z.string(),
  carNumber: z.string().nullable(),
  nickname: z.string().nullable(),
  userId: rowId.describe('Account that had it.'),
  username: z.string(),
  untilTime: time.describe('When it went to another account, epoch ms.'),
})
export type FormerDevice = z.output<typeof formerDevice>

const contact = {
  bytesTime: time.nullable().describe('When something came from it first, epoch ms; null: nothing yet.'),
  loginTime: time.nullable().describe('When it was accepted first, epoch ms; null: not yet.'),
  positionTime: time.nullable().describe('Time of its newest position, epoch ms; null: none yet.'),
}

export const newDevice = named('NewDevice', {
  ...device.pick({ terminalID: true, nickname: true, carNumber: true, sim: true, deviceType: true }).shape,
  ...contact,
})
/** A device that is being connected, and how far it has come. */
export type NewDevice = z.output<typeof newDevice>

export const oneDeviceCalls = {
  picture: call({
    method: 'GET',
    path: '/api/device/picture',
    permission: viewers,
    demo: true,
    deviceSession: true,
    help: 'The picture of a device.',
    input: ofOne,
    files: pictureTypes,
    refusals: ['notFound'],
  }),
  setPicture: call({
    path: '/api/device/setPicture',
    permission: ['main:device_edit'],
    help: 'Gives a device a picture: PNG, JPEG or WebP, 400 kB at most.',
    input: ofOne.extend({
      picture: z.string().max(maxPictureChars).describe('The file, in base64.'),
    }),
    output: z.object({ pictureId: rowId }),
    refusals: ['notFound', 'pictureUnusable'],
  }),
  deletePicture: call({
    path: '/api/device/deletePicture',
    permission: ['main:device_edit'],
    help: 'Removes the picture of a device.',
    input: ofOne,
    refusals: ['notFound'],
  }),
  deviceId: call({
    method: 'GET',
    path: '/api/device/findDeviceId',
    permission: viewers,
    demo: true,
    help: 'The id of a device.',
    input: ofOne,
    output: z.object({ id: rowId }),
    refusals: ['notFound'],
  }),
  keys: call({
    method: 'GET',
    path: '/api/device/findKey',
    permission: viewers,
    demo: true,
    help: 'The ids that frames may use for a device.',
    input: ofOne,
    output: z.object({
      keys: z.array(z.string()).describe('Forms of its terminal id that senders use.'),
    }),
    refusals: ['notFound'],
  }),
  enableTime: call({
    method: 'GET',
    path: '/api/device/enableTime',
    permission: viewers,
    demo: true,
    help: 'When a device first reported.',
    input: ofOne,
    output: z.object({ activateTime: time.nullable() }),
    refusals: ['notFound'],
  }),
  firstContact: call({
    method: 'GET',
    path: '/api/device/firstContact',
    permission: viewers,
    demo: true,
    help: 'Progress of a new device: first data, login, first position.',
    input: ofOne,
    output: named('FirstContact', contact),
    refusals: ['notFound'],
  }),
  firstContacts: call({
    path: '/api/device/firstContacts',
    permission: viewers,
    demo: true,
    help: 'Progress of many new devices: first data, login, first position. Unknown devices are left out.',
    input: z.object({ terminalIDs }),
    output: z.object({ list: z.array(newDevice) }),
  }),
  users: call({
    path: '/api/device/findUsers',
    permission: viewers,
    demo: true,
    help: 'The accounts of these devices. Unknown devices are left out.',
    input: z.object({ terminalIDs }),
    output: z.object({
      list: z.array(z.object({ terminalID: z.string(), userId: rowId, username: z.string() })),
    }),
  }),
  ofAgents: call({
    path: '/api/device/findByAgents',
    permission: ['main:devices_management'],
    demo: true,
    help: 'The terminal ids of the devices of accounts, at most 10,000, without those of their sub-accounts.',
    input: z.object({ userIds: z.array(rowId).min(1).max(1_000).describe('The accounts.') }),
    output: z.object({ list: z.array(z.object({ userId: rowId, terminalID: z.string() })) }),
  }),
  former: call({
    path: '/api/device/former',
    permission: ['main:track', 'main:alarms', 'main:stat_mileage', 'main:stat_stop_points'],
    demo: true,
    help: 'The devices that an account or one below it had and has no more, under the names of that time, at most 10,000: their tracks, statistics and alarms of that time can still be requested.',
    input: z.object({ userId: rowId.optional().describe('Default: the caller.') }),
    output: z.object({ list: z.array(formerDevice) }),
    refusals: ['notFound'],
  }),
  batchTest: call({
    path: '/api/device/batchTest',
    permission: ['main:devices_import', 'main:device_transfer'],
    demo: true,
    help: 'Which of these terminal ids belong to devices in the caller’s scope.',
    input: z.object({ terminalIDs }),
    output: z.object({ list: z.array(z.object({ terminalID: z.string() })) }),
  }),
  signIn: call({
    path: '/api/user/loginByDevice',
    permission: 'public',
    session: 'opens',
    demo: true,
    help: 'Opens a session for a single device by its terminal id and device password.',
    input: z.object({ imei: z.string().trim().max(20), password: z.string().max(200) }),
    output: z.object({ token: sessionToken, user: sessionAccount }),
    refusals: ['wrongCredentials', 'tooManyAttempts'],
  }),
}
