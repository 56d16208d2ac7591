import { roles } from '@trackway/core/codes/roles.ts'
import { type TestAccount, type TestDevice, testPassword } from './builders.ts'

/** Whose ids a sample uses. */
export interface Target {
  account: TestAccount
  device: TestDevice
}

type Sample = Record<string, unknown>

let count = 0
const unique = () => ++count

const aCircle = { shape: 'circle', lat: 31.2, lon: 121.4, radiusM: 500 }
const aBox = { south: 31, north: 32, west: 121, east: 122 }

const aReportSchedule = {
  name: 'every morning',
  report: 'mileage',
  format: 'xlsx',
  rhythm: 'daily',
  onDay: 1,
  atMinute: 480,
  receivers: ['fleet@example.com'],
  language: 'en',
  timeZone: 'Asia/Shanghai',
}

/**
 * A valid input of every call of the contract, aimed at one account and its device: what the contract walk
 * sends with one's own ids and with a stranger's. Whatever is new in an input (a name, a terminal id) is
 * different each time. A call that can be aimed in several ways has a sample of each.
 */
export const sampleInputs: Record<string, (target: Target) => Sample | Sample[]> = {
  '/api/user/login': ({ account }) => ({ username: account.username, password: testPassword }),
  '/api/user/logout': () => ({}),
  '/api/user/self': () => ({}),
  '/api/user/children': ({ account }) => ({ id: account.id }),
  '/api/user/names': ({ account }) => ({ ids: [account.id] }),
  '/api/user/findLike': ({ account }) => [
    { id: account.id, selectName: '' },
    { selectName: account.username },
  ],
  '/api/user/findUsername': () => ({ username: 'a-free-name' }),
  '/api/user/insert': ({ account }) => ({
    parentId: account.id,
    username: `inserted${unique()}`,
    password: 'a new password',
    role: roles.user,
  }),
  '/api/user/update': ({ account }) => ({ id: account.id, nickname: `nickname ${unique()}` }),
  '/api/user/changePassword': () => ({ currentPassword: testPassword, newPassword: 'another password' }),
  '/api/user/resetPassword': ({ account }) => ({ id: account.id }),
  '/api/user/delete': ({ account }) => ({ id: account.id }),

  '/api/deviceType/find': () => ({}),
  '/api/device/add': ({ account }) => ({
    terminalID: String(861_000_000_000_000 + unique()),
    deviceType: 13,
    userId: account.id,
  }),
  '/api/device/find': ({ account, device }) => [
    { userId: account.id },
    { userId: account.id, withSubAccounts: false },
    { due: 'both', terminalIDs: [device.terminalID] },
    { search: device.terminalID },
  ],
  '/api/device/detail': ({ device }) => ({ terminalID: device.terminalID }),
  '/api/device/update': ({ device }) => ({ terminalID: device.terminalID, nickname: `nickname ${unique()}` }),
  '/api/device/delete': ({ device }) => ({ terminalID: device.terminalID }),
  '/api/device/updateMany': ({ account }) => ({ filter: { userId: account.id }, remark: 'of many' }),
  '/api/device/deleteMany': ({ account }) => ({ filter: { userId: account.id } }),
  '/api/unknownDevice/find': () => ({}),
  '/api/unknownDevice/registerMany': () => [{ ids: ['861000000000001'] }, { filter: { search: 'none' } }],

  '/api/location/find': ({ account, device }) => [
    { terminalIDs: [device.terminalID] },
    { userId: account.id },
    { userId: account.id, terminalIDs: [device.terminalID] },
  ],
  // Out at sea, so that no number of a reply is anybody's id.
  '/api/address/find': () => ({ places: [{ lat: 0.000001, lon: 0.000001 }] }),
  '/api/address/usage': () => ({}),
  '/api/map/getKeyAddress': () => ({ param: 'location=0.000001,0.000001&language=cn&output=json' }),
  '/api/track/find': ({ device }) => ({ terminalID: device.terminalID, from: 0, to: 86_400_000 }),
  '/api/track/episodes': ({ device }) => ({ terminalID: device.terminalID, from: 0, to: 86_400_000 }),
  '/api/track/explain': ({ device }) => ({ terminalID: device.terminalID, from: 0, to: 86_400_000 }),
  '/api/track/recompute': ({ account, device }) => [
    { terminalIDs: [device.terminalID], from: 0 },
    { userId: account.id, from: 0 },
  ],
  '/api/trackSettings/find': ({ account, device }) => [
    { terminalID: device.terminalID },
    { userId: account.id },
    { userId: account.id, deviceType: 13 },
  ],
  '/api/trackSettings/set': ({ account, device }) => [
    { terminalID: device.terminalID, own: { minStopMs: 240_000 } },
    { userId: account.id, own: {} },
    { userId: account.id, deviceType: 13, own: { daysKept: null } },
  ],
  '/api/odometer/correct': ({ device }) => ({ terminalID: device.terminalID, odometerM: 123_456_000 }),
  '/api/odometer/corrections': ({ device }) => ({ terminalID: device.terminalID }),
  '/api/track/days': ({ device }) => ({ terminalID: device.terminalID }),
  '/api/track/alarms': ({ device }) => ({ terminalID: device.terminalID, from: 0, to: 86_400_000 }),
  '/api/track/export': ({ device }) => ({
    terminalID: device.terminalID,
    from: 0,
    to: 86_400_000,
    format: 'csv',
  }),
  '/api/track/share': ({ device }) => ({
    terminalID: device.terminalID,
    from: 0,
    to: 86_400_000,
    days: 7,
  }),
  '/api/track/shares': ({ device }) => [{}, { terminalID: device.terminalID }],
  '/api/track/revokeShare': () => ({ id: 1 }),
  '/api/track/revokeShares': () => [{ ids: [1] }, { filter: {} }],
  '/api/track/shared': () => ({ token: 'no-such-token' }),
  '/api/track/sharedTrack': () => ({ token: 'no-such-token' }),
  '/api/track/sharedEpisodes': () => ({ token: 'no-such-token' }),
  '/api/track/sharedAlarms': () => ({ token: 'no-such-token' }),
  '/api/track/sharedAddresses': () => ({ token: 'no-such-token', places: [{ lat: 22.5, lon: 114 }] }),
  '/api/track/readings': ({ device }) => ({
    terminalID: device.terminalID,
    from: 0,
    to: 86_400_000,
    name: 'batteryPercent',
  }),

  '/api/checkCar/area': ({ account, device }) => [
    { terminalIDs: [device.terminalID], from: 0, to: 86_400_000, area: aCircle },
    { userId: account.id, from: 0, to: 86_400_000, area: { ...aBox, shape: 'rectangle' } },
    {
      terminalIDs: [device.terminalID],
      from: 0,
      to: 86_400_000,
      area: {
        shape: 'polygon',
        corners: [
          [0, 0],
          [0, 1],
          [1, 0],
        ].map(([lat, lon]) => ({ lat, lon })),
      },
    },
  ],
  '/api/checkCar/point': ({ device }) => ({
    terminalIDs: [device.terminalID],
    from: 0,
    to: 86_400_000,
    lat: 31.2,
    lon: 121.4,
    radiusM: 500,
  }),

  '/api/statistics/sums': ({ account, device }) => [
    { userId: account.id, first: '2026-08-01', last: '2026-08-31', withPrevious: true },
    { terminalIDs: [device.terminalID], first: '2026-08-01', last: '2026-08-31', groupBy: 'account' },
  ],
  '/api/statistics/episodes': ({ account, device }) => [
    { userId: account.id, first: '2026-08-01', last: '2026-08-31', kind: 'trip' },
    { terminalIDs: [device.terminalID], first: '2026-08-01', last: '2026-08-31', kind: 'stop' },
  ],
  '/api/statistics/pastDue': ({ account, device }) => [{ userId: account.id }, { search: device.terminalID }],

  '/api/export/create': ({ account, device }) => [
    { report: 'mileage', format: 'csv', userId: account.id, first: '2026-10-24', last: '2026-10-26' },
    {
      report: 'trips',
      format: 'xlsx',
      terminalIDs: [device.terminalID],
      first: '2026-10-24',
      last: '2026-10-26',
    },
    { report: 'pastDue', format: 'pdf', userId: account.id, first: '2026-10-24', last: '2026-10-26' },
  ],
  '/api/export/createList': () => ({ list: 'exports', format: 'csv' }),
  '/api/export/find': () => ({}),
  '/api/export/cancelMany': () => [{ ids: [1] }, { filter: {} }],
  '/api/export/retryMany': () => [{ ids: [1] }, { filter: {} }],
  '/api/export/cancel': ({ account }) => ({ id: account.id }),
  '/api/export/retry': ({ account }) => ({ id: account.id }),
  '/api/export/download': ({ account }) => ({ id: account.id }),

  '/api/reportSchedule/find': () => ({}),
  '/api/reportSchedule/save': ({ account, device }) => [
    { ...aReportSchedule, userId: account.id },
    { ...aReportSchedule, terminalIDs: [device.terminalID] },
    { ...aReportSchedule, id: account.id },
  ],
  '/api/reportSchedule/delete': ({ account }) => ({ id: account.id }),
  '/api/reportSchedule/send': ({ account }) => ({ id: account.id }),
  '/api/reportSchedule/enable': ({ account }) => ({ id: account.id, isEnabled: false }),
  '/api/reportSchedule/deleteMany': () => [{ ids: [1] }, { filter: {} }],
  '/api/reportSchedule/enableMany': () => ({ ids: [1], isEnabled: true }),

  '/api/view/find': () => ({ list: 'devices' }),
  '/api/view/save': () => ({ list: 'devices', name: `view ${unique()}`, filter: {}, columns: null }),
  '/api/view/delete': ({ account }) => ({ id: account.id }),
}
