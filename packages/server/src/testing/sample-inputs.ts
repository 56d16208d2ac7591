import type { Call } from '@trackway/core/api/call.ts'
import { factoryRoles, roles } from '@trackway/core/codes/roles.ts'
import { z } from 'zod'
import { type TestAccount, type TestDevice, testPassword } from './builders.ts'

/** Whose ids a sample uses. */
export interface Target {
  account: TestAccount
  device: TestDevice
}

export type Sample = Record<string, unknown>

let count = 0
const unique = () => ++count

const isOfFactory = ({ role }: TestAccount) => factoryRoles.includes(role)
/** A kind of batch that a role may start. */
const importKindOf = (account: TestAccount) =>
  isOfFactory(account) ? 'stockImportImei' : 'deviceUpdateDeviceInfo'

const lastHour = () => ({ from: Date.now() - 3_600_000, to: Date.now() })

const anId = '6f2b1a70-6d0c-4bb1-9a55-3f0f7a1f9b52'
const aJigResult = () => ({
  resultId: `result-${unique()}`,
  kind: 'serial',
  imei: '860123040000019',
  testTime: Date.now(),
  items: [{ code: 'csq', value: 23 }],
})
const aCircle = { shape: 'circle', lat: 31.2, lon: 121.4, radiusM: 500 }
const aCsvFile = 'name,latitude,longitude\nyard,31.2,121.4'
const aBox = { south: 31, north: 32, west: 121, east: 122 }

const aBusLine = {
  name: '12',
  stops: [
    { name: 'North', lat: 0.000001, lon: 0.000001 },
    { name: 'South', lat: 0.010001, lon: 0.000001 },
  ],
}

const aPayAccount = {
  provider: 'weixin',
  name: 'Main',
  appId: 'wx0123456789abcdef',
  mchId: '1900000001',
  certificateSerial: '0123456789ABCDEF',
}

const aFirmwareTarget = ({ device }: Target) => ({ fileId: 1_000_000, terminalIDs: [device.terminalID] })
const aFirmwareWay = {
  way: 'parts',
  target: 0,
  maker: 'TRKWY',
  makerBytes: 5,
  partBytes: 900,
  partsAtOnce: 1,
  answerMs: 10_000,
  maxSends: 8,
  resumes: false,
  template: null,
  isPlainHttp: false,
}

/** There is none of it: what it does to one that is there is tested with the engine. */
const aTask = () => ({ id: 1_000_000 })

const anOrder = { orderNo: 'TW20261128000000000' }

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
 * Valid inputs of a call of the contract, aimed at one account and its device: what the contract walk sends with
 * one's own ids and with a stranger's. Whatever is new in an input (a name, a terminal id) is different each time.
 * A call that can be aimed in several ways has a sample of each. One without a line here is given the device, if it
 * asks for one, and nothing else.
 */
export function samplesOf({ path, input }: Call, target: Target): Sample[] {
  const sample = written[path]?.(target)
  if (sample) return [sample].flat()
  const needsDevice = input instanceof z.ZodObject && 'terminalID' in input.shape
  return [needsDevice ? { terminalID: target.device.terminalID } : {}]
}

const written: Record<string, (target: Target) => Sample | Sample[]> = {
  '/api/task/get': aTask,
  '/api/task/items': aTask,
  '/api/task/pause': aTask,
  '/api/task/resume': aTask,
  '/api/task/cancel': aTask,
  '/api/task/retry': aTask,
  '/api/gw005/find': ({ device }) => ({ number: device.terminalID }),
  '/api/gw005/query': ({ device }) => ({ terminalID: device.terminalID, waitSeconds: 0 }),
  '/api/deviceLife/find': ({ device }) => ({ number: device.terminalID }),
  '/api/deviceLife/events': ({ device }) => ({ number: device.terminalID }),
  '/api/jigResult/upload': () => aJigResult(),
  '/api/jigResult/uploadMany': () => ({ results: [aJigResult()] }),
  '/api/jigResult/detail': () => ({ id: 1 }),
  '/api/jigStation/add': () => ({ name: `Line ${unique()}` }),
  '/api/jigStation/revoke': () => ({ id: 1 }),
  '/api/qualityCheck/start': ({ device }) => ({ terminalIDs: [device.terminalID] }),
  '/api/qualityCheck/add': ({ device }) => ({ taskId: aTask().id, terminalIDs: [device.terminalID] }),
  '/api/qualityCheck/retest': () => ({ taskId: aTask().id }),
  '/api/qualityCriteria/save': () => ({
    deviceType: 15,
    minutes: 5,
    checks: [{ code: 'login' }, { code: 'satellites', low: 4 }],
  }),
  '/api/expectedValues/save': () => ({
    deviceType: 15,
    kind: 'serial',
    items: [{ code: 'csq', low: 12, high: 31 }],
  }),
  '/api/streetMap/addPath': () => ({ path: '/nowhere/at-all.pmtiles' }),
  '/api/streetMap/beginUpload': () => ({ fileName: 'town.pmtiles', sizeBytes: 1 }),
  '/api/streetMap/uploadPart': () => ({ uploadId: anId, offset: 0, base64: '' }),
  '/api/streetMap/finishUpload': () => ({ uploadId: anId }),
  '/api/streetMap/cancelUpload': () => ({ uploadId: anId }),
  '/api/streetMap/remove': () => ({ id: 'none' }),
  '/api/mapKey/save': () => ({ provider: 'Yandex', platform: 'web', key: 'a key' }),
  '/api/mapKey/remove': () => ({ id: anId }),
  '/api/mapKey/test': () => ({ id: anId }),
  '/api/mapOrder/save': () => ({ order: ['osm'] }),
  '/api/mapOrder/saveOperators': () => ({ order: ['osm'] }),
  '/api/mailReceiver/ask': ({ account }) => ({ userId: account.id, email: 'nobody@example.com' }),
  '/api/map/getKey': () => ({ mapType: 'Yandex' }),
  '/api/map/getSuggestion': () => ({ param: 'query=Helsinki' }),
  '/api/mapSearch/find': () => ({ text: 'Helsinki' }),
  '/api/user/login': ({ account }) => ({ username: account.username, password: testPassword }),
  '/api/user/enrol': ({ account }) => ({ username: account.username, password: testPassword }),
  '/api/card/find': ({ account }) => [{ id: account.id }, {}],
  '/api/card/transfer': ({ account }) => ({ userId: account.id, duration: 3, count: 1 }),
  '/api/card/renew': ({ device }) => ({ terminalIDs: [device.terminalID], duration: 3 }),
  '/api/order/quote': ({ device }) => ({ terminalIDs: [device.terminalID], duration: 3 }),
  '/api/order/create': ({ device }) => ({
    terminalIDs: [device.terminalID],
    duration: 3,
    payType: 'sandbox',
  }),
  '/api/order/topUp': () => ({ amount: 1000, currency: 'USD', payType: 'sandbox' }),
  '/api/order/get': () => anOrder,
  '/api/order/refresh': () => anOrder,
  '/api/order/pay': () => anOrder,
  '/api/order/cancel': () => anOrder,
  '/api/order/refund': () => anOrder,
  '/api/order/decideRefund': () => ({ ...anOrder, approve: true }),
  '/api/order/receipt': () => anOrder,
  '/api/order/income': () => lastHour(),
  '/api/pay/sandbox': () => ({ ...anOrder, outcome: 'paid' }),
  '/api/pay/account/add': () => aPayAccount,
  '/api/pay/account/edit': () => ({ id: 1_000_000, ...aPayAccount }),
  '/api/pay/account/del/{id}': () => ({ id: 1_000_000 }),
  '/api/pay/account/block': () => ({ id: 1_000_000, isBlocked: true }),
  '/api/pay/account/allow': ({ account }) => ({ userId: account.id, isAllowed: true }),
  '/api/pay/seller/find': ({ account }) => [{ id: account.id }, {}],
  '/api/serviceEnd/saveSwitches': () => ({ own: true, customers: true }),
  '/api/autoRenewal/save': () => ({ isOn: true, daysBefore: 7, duration: 3, payType: 'card' }),
  '/api/autoRenewal/seen': () => ({ until: 0 }),
  '/api/pay/differences/settleMany': () => [
    { ids: [1_000_000], note: 'Refunded by hand' },
    { filter: {}, note: 'Refunded by hand' },
  ],
  '/api/pay/differences/settle': () => ({ id: 1_000_000, note: 'Refunded by hand' }),
  '/api/pay/check': ({ account }) => ({ userId: account.id }),
  '/api/pay/profile/save': () => ({ name: 'Corner Shop' }),
  '/api/pay/payOut': ({ account }) => ({ userId: account.id, currency: 'USD', amount: 100 }),
  '/api/renewPrice/find': ({ account }) => [{ userId: account.id }, {}],
  '/api/renewPrice/save': ({ account }) => ({
    userId: account.id,
    prices: [{ duration: 3, currency: 'USD', amount: 2999 }],
  }),
  '/api/renewPrice/preview': ({ account }) => ({ userId: account.id }),
  '/api/discountCode/add': () => ({ count: 2, rate: 10 }),
  '/api/discountCode/find': () => [{ state: 'unused' }, {}],
  '/api/discountCode/enable': () => [
    { ids: [1], isEnabled: false },
    { filter: {}, isEnabled: false },
  ],
  '/api/discountCode/delete': () => [{ ids: [1] }, { filter: {} }],
  '/api/exchangeRate/save': () => ({ currency: 'CNY', day: '2026-01-01', usdRate: '0.1379' }),
  // Nobody answers there.
  '/api/exchangeRate/saveSource': () => ({ provider: 'ecb', url: 'http://127.0.0.1:1/daily.xml' }),
  '/api/serviceTerm/save': () => ({ monthsPerCredit: 12 }),
  '/api/ledger/find': ({ account }) => [{ id: account.id }, {}],
  '/api/alarm/find': ({ account, device }) => [
    { terminalIDs: [device.terminalID] },
    { userId: account.id },
    {},
  ],
  '/api/statistics/alarms': ({ account, device }) => [
    { userId: account.id, first: '2026-01-01', last: '2026-01-31' },
    { terminalIDs: [device.terminalID], first: '2026-01-01', last: '2026-01-31', groupBy: 'deviceCode' },
  ],
  '/api/alarm/get': () => ({ id: 1 }),
  '/api/alarm/occurrences': () => ({ id: 1 }),
  '/api/alarm/count': ({ account }) => ({ userId: account.id }),
  '/api/alarm/handle': ({ account, device }) => [
    { filter: { terminalIDs: [device.terminalID] }, action: 'assign', assigneeId: account.id },
    { ids: [1], action: 'acknowledge' },
  ],
  '/api/alarm/undo': () => ({ undoId: 1 }),
  '/api/alarm/markAllRead': ({ account }) => ({ userId: account.id }),
  '/api/alarm/mute': () => ({ id: 1, until: '1h' }),
  '/api/alarm/saveAddress': () => ({ id: 1, address: 'Dock Road 14' }),
  '/api/alarm/settings': ({ account, device }) => [{ userId: account.id }, { terminalID: device.terminalID }],
  '/api/alarm/setSettings': ({ account, device }) => [
    { userId: account.id, own: { sos: { windowMinutes: 5 } } },
    { terminalID: device.terminalID, own: { fuelLow: { byPlatform: true, limit: 15 } } },
  ],
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
  '/api/user/deleteAll': ({ account }) => ({ id: account.id, count: 0 }),
  '/api/user/findByPage': ({ account }) => [
    { id: account.id },
    { search: account.username },
    { state: 'active' },
  ],
  '/api/user/findById': ({ account }) => ({ id: account.id }),
  '/api/user/findAll': ({ account }) => [{ id: account.id }, {}],
  '/api/user/findAllV2': ({ account }) => [{ id: account.id }, {}],
  '/api/user/findAllAgentsV2': ({ account }) => [{ id: account.id }, {}],
  '/api/user/getFamily': ({ account }) => ({ id: account.id }),
  '/api/user/checkPasswordById': ({ account }) => ({ id: account.id, password: testPassword }),
  '/api/user/checkPassword': ({ account }) => ({ username: account.username, password: testPassword }),
  '/api/user/import': ({ account }) => ({
    parentId: account.id,
    rows: [{ username: `imported${unique()}`, role: roles.user }],
  }),
  '/api/user/updateRole': ({ account }) => ({ id: account.id, role: roles.user }),
  '/api/user/updateUsername': ({ account }) => ({ id: account.id, username: `renamed${unique()}` }),
  '/api/user/updateFlags': ({ account }) => ({ id: account.id, region: 'hk', group: null }),
  '/api/user/transfer': ({ account }) => ({ id: account.id, parentId: account.id }),
  '/api/user/suspend': ({ account }) => ({ id: account.id }),
  '/api/user/resume': ({ account }) => ({ id: account.id }),
  '/api/user/actAs': ({ account }) => ({ id: account.id }),
  '/api/user/findImportNumbers': ({ account }) => [{ id: account.id }, { search: account.username }],
  '/api/user/findImportRecords': ({ account }) => [{ id: account.id }, { search: account.username }],
  '/api/user/addImportCount': ({ account }) => ({ id: account.id, count: 5 }),
  '/api/agentDeviceCount/list': ({ account }) => ({ search: account.username }),
  '/api/agentDeviceCount/add': ({ account }) => ({ userId: account.id, totalDeviceCount: 10 }),
  '/api/agentDeviceCount/edit': ({ account }) => ({ id: account.id, totalDeviceCount: 10 }),
  '/api/agentDeviceCount/delete': ({ account }) => ({ ids: [account.id] }),

  '/api/device/add': ({ account }) => ({
    terminalID: String(861_000_000_000_000 + unique()),
    deviceType: 13,
    userId: account.id,
  }),
  '/api/device/find': ({ account, device }) => [
    { userId: account.id },
    { userId: account.id, withSubAccounts: false },
    { due: 'both', terminalIDs: [device.terminalID] },
    { iccids: ['89860000000000001234'] },
    { search: device.terminalID },
  ],
  '/api/device/update': ({ device }) => ({ terminalID: device.terminalID, nickname: `nickname ${unique()}` }),
  '/api/device/updateMany': ({ account }) => ({ filter: { userId: account.id }, remark: 'of many' }),
  '/api/device/deleteMany': ({ account }) => ({ filter: { userId: account.id } }),
  '/api/device/transfer': ({ account, device }) => [
    { terminalIDs: [device.terminalID], userId: account.id },
    { filter: { userId: account.id }, userId: account.id },
  ],
  '/api/device/updateTime': ({ account, device }) => [
    { terminalIDs: [device.terminalID], platformExpireTime: 4_000_000_000_000, userExpireTime: null },
    { filter: { userId: account.id }, mode: 'activation', userMonths: 12 },
  ],
  '/api/device/reset': ({ device }) => ({ terminalIDs: [device.terminalID], confirm: 1 }),
  '/api/device/restore': ({ account }) => ({ id: account.id }),
  '/api/device/updatePasswords': ({ device }) => ({ terminalIDs: [device.terminalID] }),
  '/api/device/setPicture': ({ device }) => ({
    terminalID: device.terminalID,
    picture: Buffer.from('89504e470d0a1a0a', 'hex').toString('base64'),
  }),
  '/api/device/preInput': ({ account }) => ({
    terminalIDs: [`8678${String(unique()).padStart(11, '0')}`],
    deviceType: 'Gt06',
    userId: account.id,
  }),
  '/api/device/inputIn': ({ account, device }) => [
    { terminalIDs: [device.terminalID] },
    { filter: { userId: account.id } },
  ],
  '/api/device/inputOut': ({ account, device }) => [
    { terminalIDs: [device.terminalID], userId: account.id },
    { filter: { userId: account.id }, userId: account.id },
  ],
  '/api/device/findUsers': ({ device }) => ({ terminalIDs: [device.terminalID] }),
  '/api/device/findByAgents': ({ account }) => ({ userIds: [account.id] }),
  '/api/device/batchTest': ({ device }) => ({ terminalIDs: [device.terminalID] }),
  '/api/user/loginByDevice': ({ device }) => ({ imei: device.terminalID, password: 'no such password' }),
  '/api/device/updateDeviceType': ({ device }) => ({ terminalIDs: [device.terminalID], deviceType: 13 }),
  '/api/device/updateIconType': ({ device }) => ({ terminalIDs: [device.terminalID], iconType: 'bus' }),
  '/api/device/updateHost': ({ device }) => ({
    terminalIDs: [device.terminalID],
    host: `gps.example.com:${9000 + unique()}`,
  }),
  '/api/import/check': ({ account }) => ({
    kind: importKindOf(account),
    rows: [{ terminalID: '861000000000001' }],
    userId: account.id,
  }),
  '/api/import/start': ({ account, device }) => ({
    kind: importKindOf(account),
    rows: [
      isOfFactory(account)
        ? { terminalID: String(862_000_000_000_000 + unique()) }
        : { terminalID: device.terminalID, nickname: `nickname ${unique()}` },
    ],
    userId: account.id,
  }),
  '/api/label/print': ({ device }) => ({ terminalIDs: [device.terminalID], size: 'a4-70x37' }),
  '/api/label/preview': ({ device }) => ({ terminalIDs: [device.terminalID] }),
  '/api/stock/movements': ({ device }) => ({ terminalID: device.terminalID }),
  '/api/stock/enter': () => ({ terminalIDs: [String(862_000_000_000_000 + unique())] }),
  '/api/stock/move': ({ device }) => [
    { terminalIDs: [device.terminalID], stockPlace: 'returned' },
    { filter: {}, stockPlace: 'tested' },
  ],
  '/api/stock/remove': ({ device }) => [
    { terminalIDs: [device.terminalID], confirm: 1 },
    { filter: {}, confirm: 0 },
  ],
  '/api/ota/beginUpload': () => ({ fileName: 'firmware.bin', bytes: 1 }),
  '/api/ota/uploadPart': () => ({ uploadId: anId, offset: 0, base64: '' }),
  '/api/ota/finishUpload': () => ({ uploadId: anId, deviceType: 14, version: '1.2.4' }),
  '/api/ota/cancelUpload': () => ({ uploadId: anId }),
  '/api/ota/update': () => ({ id: 1_000_000, note: 'a note' }),
  '/api/ota/remove': () => ({ id: 1_000_000 }),
  // A type that there is none of.
  '/api/ota/saveWay': () => ({ ...aFirmwareWay, deviceType: 999_999 }),
  '/api/ota/check': aFirmwareTarget,
  '/api/ota/start': aFirmwareTarget,
  '/api/ota/addLinks': aFirmwareTarget,
  '/api/ota/removeLink': () => ({ id: 1_000_000 }),
  '/api/ota/offers': ({ account }) => ({ userId: account.id }),
  '/api/ota/addOffer': ({ account }) => ({ fileId: 1_000_000, userId: account.id }),
  '/api/ota/removeOffer': () => ({ id: 1_000_000 }),
  '/api/ota/startOffer': () => ({ id: 1_000_000 }),
  '/api/idRange/add': () => ({
    kind: 'own',
    firstId: `W${90_000_000 + unique()}`,
    lastId: `W${90_000_000 + unique()}`,
  }),
  '/api/idRange/delete': () => ({ id: 1_000_000 }),
  '/api/idRange/issue': () => ({ id: 1_000_000, count: 1 }),
  '/api/idRange/file': () => ({ issueId: 1_000_000 }),
  '/api/idRange/check': () => ({ ids: ['860123040000019'] }),
  '/api/import/find': () => ({ jobId: 1_000_000 }),
  '/api/import/results': () => ({ jobId: 1_000_000 }),
  '/api/import/takePasswords': () => ({ jobId: 1_000_000 }),
  '/api/import/headings': ({ account }) => ({ kind: importKindOf(account) }),
  '/api/import/undo': () => ({ jobId: 1_000_000 }),
  '/api/deviceType/findByPage': () => ({ search: 'gt06' }),
  '/api/deviceType/detail': () => ({ id: 13 }),
  '/api/deviceType/add': () => ({ name: `type ${unique()}`, wire: 'gt06' }),
  // A type that there is none of: a sample changes nothing for others.
  '/api/deviceType/update': () => ({ id: 999_999, codeRule: 'learn' }),
  '/api/deviceType/delete': () => ({ id: 999_999 }),
  // The terminal id is only written into texts: nothing of a device is disclosed.
  '/api/deviceType/setup': () => ({ id: 13 }),
  '/api/deviceType/picture': () => ({ id: 13 }),
  '/api/deviceType/setPicture': () => ({ id: 999_999, picture: null }),
  '/api/command/send': ({ device }) => ({ terminalID: device.terminalID, code: 'status', waitSeconds: 0 }),
  '/api/command/find': ({ device }) => [{ terminalIDs: [device.terminalID] }, {}],
  '/api/command/result': () => ({ id: 1 }),
  '/api/command/cancel': () => ({ id: 1 }),
  '/api/command/detail': ({ device }) => ({ terminalID: device.terminalID }),
  '/api/command/functions': () => ({}),
  '/api/command/offlineInsert': ({ device }) => ({ terminalID: device.terminalID, content: 'STATUS#' }),
  '/api/command/findAndOffline': () => ({ id: 1 }),
  '/api/command/textToHex': () => ({ text: 'STATUS#' }),
  '/api/command/unlock': ({ device }) => ({ terminalID: device.terminalID, area: aCircle }),
  '/api/command/endUnlock': ({ device }) => ({ terminalID: device.terminalID }),
  '/api/command/batchAdd': ({ device }) => ({
    terminalIDs: [device.terminalID],
    content: 'STATUS#',
    offline: true,
  }),
  '/api/transferIp/saveServer': () => ({ name: 'Far', host: 'gps.example.com', port: 5023 }),
  '/api/transferIp/removeServer': () => ({ id: 1 }),
  '/api/transferIp/testServer': () => ({ id: 999_999 }),
  '/api/transferIp/send': ({ device }) => ({
    terminalIDs: [device.terminalID],
    host: 'gps.example.com',
    port: 5023,
  }),
  '/api/transferIp/callBack': ({ device }) => ({ terminalIDs: [device.terminalID], serverId: 1 }),
  '/api/transferIp/findByImeis': ({ device }) => ({ terminalIDs: [device.terminalID] }),
  '/api/transferIp/presences': ({ device }) => ({ terminalIDs: [device.terminalID] }),
  '/api/transferIp/check': ({ device }) => ({ terminalIDs: [device.terminalID] }),
  '/api/targetServer/set': ({ account }) => ({ userId: account.id, host: 'gps.example.com', port: 5023 }),
  '/api/targetServer/clear': ({ account }) => ({ userId: account.id }),
  '/api/targetServer/preview': ({ account }) => ({ userId: account.id }),
  '/api/targetServer/start': ({ account }) => ({ userId: account.id }),
  '/api/command/tasks': () => ({}),
  '/api/command/batchCheck': ({ device }) => ({ terminalIDs: [device.terminalID], content: 'STATUS#' }),
  '/api/command/cancelMany': () => ({ ids: [1] }),
  '/api/command/add': ({ device }) => ({ terminalID: device.terminalID, content: 'STATUS#', offline: true }),
  '/api/command/insert': ({ device }) => ({
    terminalID: device.terminalID,
    content: 'STATUS#',
    dueTime: 0,
  }),
  '/api/command/saveLog': ({ device }) => ({ terminalID: device.terminalID, content: 'STATUS#' }),
  '/api/command/orders': () => ({}),
  '/api/command/saveOrder': () => ({ name: `order ${unique()}`, content: 'STATUS#' }),
  '/api/command/deleteOrder': () => ({ id: 1_000_000 }),
  '/api/command/taskStates': () => ({ jobId: 1 }),
  '/api/command/batchStop': () => ({ jobId: 1 }),
  '/api/command/batchRetry': () => ({ jobId: 1 }),
  '/api/deviceLink/make': ({ device }) => ({ terminalID: device.terminalID, days: 7 }),
  '/api/deviceLink/revoke': () => ({ id: 1_000_000 }),
  '/api/user/loginByCert': ({ device }) => ({ imei: device.terminalID, cert: 'no-such-cert' }),
  '/api/audit/find': ({ device }) => [{}, { kind: 'odometer', search: device.terminalID }],
  '/api/unknownDevice/registerMany': () => [{ ids: ['861000000000001'] }, { filter: { search: 'none' } }],

  '/api/location/search': ({ account }) => [{ text: 'van' }, { text: '1, 2', userId: account.id }],
  '/api/location/find': ({ account, device }) => [
    { terminalIDs: [device.terminalID] },
    { userId: account.id },
    { userId: account.id, terminalIDs: [device.terminalID] },
  ],
  // Out at sea, so that no number of a reply is anybody's id.
  '/api/address/find': () => ({ places: [{ lat: 0.000001, lon: 0.000001 }] }),
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
    { userId: account.id, deviceType: 13, own: { minTripM: 200 } },
  ],
  '/api/odometer/correct': ({ device }) => ({ terminalID: device.terminalID, odometerM: 123_456_000 }),
  '/api/track/alarms': ({ device }) => ({ terminalID: device.terminalID, from: 0, to: 86_400_000 }),
  '/api/track/export': ({ device }) => ({
    terminalID: device.terminalID,
    from: 0,
    to: 86_400_000,
    format: 'csv',
  }),
  '/api/track/share': ({ device }) => ({
    terminalIDs: [device.terminalID],
    from: 0,
    to: 86_400_000,
    days: 7,
  }),
  '/api/liveShare/make': ({ device }) => ({ terminalIDs: [device.terminalID], hours: 4 }),
  '/api/liveShare/find': ({ device }) => [{}, { terminalID: device.terminalID }],
  '/api/liveShare/revoke': () => ({ id: 1 }),
  '/api/liveShare/revokeMany': () => [{ ids: [1] }, { filter: {} }],
  '/api/liveShare/shared': () => ({ token: 'no-such-token' }),
  '/api/track/shares': ({ device }) => [{}, { terminalID: device.terminalID }],
  '/api/media/open': () => ({ id: 1_000_000 }),
  '/api/media/delete': () => ({ id: 1_000_000 }),
  '/api/media/deleteMany': () => [{ ids: [1_000_000] }, { filter: {} }],
  '/api/track/revokeShare': () => ({ id: 1 }),
  '/api/track/revokeShares': () => [{ ids: [1] }, { filter: {} }],
  '/api/bus/list': ({ account, device }) => [
    { userId: account.id },
    { search: 'no such line' },
    { terminalID: device.terminalID },
  ],
  '/api/bus/detail': () => ({ id: 1_000_000 }),
  '/api/bus/add': ({ account, device }) => ({
    ...aBusLine,
    userId: account.id,
    terminalIDs: [device.terminalID],
  }),
  '/api/bus/addMany': ({ account }) => ({ userId: account.id, lines: [aBusLine] }),
  '/api/bus/edit': () => ({ id: 1_000_000, name: 'renamed' }),
  '/api/bus/delete': () => ({ id: 1_000_000 }),
  '/api/bus/deleteMany': () => [{ ids: [1_000_000] }, { filter: { search: 'no such line' } }],
  '/api/bus/fromTrack': ({ device }) => ({ terminalID: device.terminalID, from: 0, to: 3_600_000 }),
  '/api/bus/progress': () => ({ id: 1_000_000 }),
  '/api/bus/punctuality': ({ account }) => ({
    userId: account.id,
    first: '2026-11-01',
    last: '2026-11-02',
  }),
  '/api/bus/share': () => ({ id: 1_000_000, days: 7 }),
  '/api/bus/shares': () => [{}, { lineId: 1_000_000 }],
  '/api/bus/revokeShare': () => ({ id: 1_000_000 }),
  '/api/bus/revokeShares': () => [{ ids: [1_000_000] }, { filter: { lineId: 1_000_000 } }],
  '/api/bus/shared': () => ({ token: 'no-such-token' }),
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

  '/api/fence/add': ({ account, device }) => [
    { name: 'yard', area: aCircle, userId: account.id },
    { name: 'yard', area: aCircle, terminalIDs: [device.terminalID] },
    { name: 'yard', area: aCircle, userIds: [account.id] },
  ],
  '/api/fence/update': ({ account }) => ({ fenceId: account.id, name: 'renamed' }),
  '/api/fence/find': ({ account, device }) => [
    { userId: account.id },
    { terminalID: device.terminalID },
    { fenceId: account.id, search: 'yard', tags: ['depot'] },
  ],
  '/api/fence/get': ({ account }) => ({ fenceId: account.id }),
  '/api/fence/assign': ({ account, device }) => [
    { fenceId: account.id, terminalIDs: [device.terminalID] },
    { fenceId: account.id, userIds: [account.id] },
  ],
  '/api/fence/unassign': ({ account, device }) => [
    { fenceId: account.id, terminalIDs: [device.terminalID] },
    { fenceId: account.id, userIds: [account.id] },
  ],
  '/api/fence/devices': ({ account }) => ({ fenceId: account.id }),
  '/api/fence/inside': ({ device }) => ({ ids: [device.id] }),
  '/api/fence/map': ({ account }) => [{ userId: account.id }, {}],
  '/api/fence/open': ({ account }) => ({ filter: { userId: account.id } }),
  '/api/fence/close': ({ account }) => ({ filter: { userId: account.id } }),
  '/api/fence/assignMany': ({ account, device }) => ({
    filter: { userId: account.id },
    terminalIDs: [device.terminalID],
  }),
  '/api/fence/deleteMany': ({ account }) => ({ filter: { userId: account.id }, detach: true }),
  '/api/fence/delete': ({ account }) => ({ fenceId: account.id }),
  '/api/fence/dryRun': ({ account, device }) => [
    { area: aCircle, terminalIDs: [device.terminalID] },
    { area: aCircle, userIds: [account.id], dwellS: 60, days: 1 },
  ],
  '/api/fence/visits': ({ account, device }) => [
    { userId: account.id, first: '2026-01-01', last: '2026-01-31' },
    { terminalIDs: [device.terminalID], first: '2026-01-01', last: '2026-01-01' },
  ],
  '/api/fence/importCheck': () => ({ text: aCsvFile }),
  '/api/fence/import': ({ account, device }) => [
    { text: aCsvFile, userId: account.id },
    { text: aCsvFile, terminalIDs: [device.terminalID] },
    { text: aCsvFile, userIds: [account.id], rows: [{ row: 1, name: 'other' }] },
  ],
  '/api/fence/export': ({ account }) => ({ format: 'csv', filter: { userId: account.id } }),
  '/api/riskPoint/importCheck': () => ({ text: aCsvFile }),
  '/api/riskPoint/import': ({ account }) => ({ text: aCsvFile, userId: account.id, rows: [1] }),
  '/api/riskPoint/export': ({ account }) => ({ format: 'kml', filter: { userId: account.id } }),
  '/api/riskPoint/add': ({ account }) => ({
    name: 'pawn shop',
    category: 'pawnShop',
    area: aCircle,
    userId: account.id,
  }),
  '/api/riskPoint/update': ({ account }) => ({ id: account.id, minutes: 10 }),
  '/api/riskPoint/find': ({ account }) => [{ userId: account.id }, { id: account.id, search: 'shop' }],
  '/api/riskPoint/map': ({ account }) => [{ userId: account.id }, {}],
  '/api/riskPoint/visits': ({ account }) => [{ userId: account.id, first: '2026-10-01', last: '2026-10-02' }],
  '/api/riskPoint/inside': ({ account }) => [{ userId: account.id }, {}],
  '/api/riskPoint/deleteMany': ({ account }) => ({ filter: { userId: account.id } }),
  '/api/riskPoint/delete': ({ account }) => ({ id: account.id }),
  '/api/tyre/find': ({ account, device }) => [{ userId: account.id }, { search: device.terminalID }],
  '/api/tyre/history': ({ device }) => ({ terminalID: device.terminalID, from: 0, to: 86_400_000 }),
  '/api/tyre/days': ({ account, device }) => [
    { userId: account.id, first: '2026-08-01', last: '2026-08-31' },
    { terminalIDs: [device.terminalID], first: '2026-08-01', last: '2026-08-31', sort: 'lowestKpa' },
  ],
  '/api/tyre/settings': ({ account, device }) => [
    { terminalID: device.terminalID },
    { userId: account.id, deviceType: 13 },
  ],
  '/api/tyre/setSettings': ({ account, device }) => [
    { terminalID: device.terminalID, own: { axles: [{ lowKpa: 600, highKpa: 900 }] } },
    { userId: account.id, own: {} },
  ],
  '/api/battery/find': ({ account, device }) => [{ userId: account.id }, { search: device.terminalID }],
  '/api/battery/history': ({ device }) => ({ terminalID: device.terminalID, from: 0, to: 86_400_000 }),
  '/api/battery/days': ({ account, device }) => [
    { userId: account.id, first: '2026-08-01', last: '2026-08-31' },
    { terminalIDs: [device.terminalID], first: '2026-08-01', last: '2026-08-31', sort: 'highestC' },
  ],
  '/api/battery/settings': ({ account, device }) => [
    { terminalID: device.terminalID },
    { userId: account.id, deviceType: 13 },
  ],
  '/api/battery/setSettings': ({ account, device }) => [
    { terminalID: device.terminalID, own: { lowPercent: 20 } },
    { userId: account.id, own: {} },
  ],

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

  '/api/frame/find': ({ device }) => ({ terminalID: device.terminalID, ...lastHour() }),
  '/api/frame/export': ({ device }) => [
    { terminalID: device.terminalID, ...lastHour(), format: 'csv' },
    { terminalID: device.terminalID, ...lastHour(), format: 'txt' },
  ],
  '/api/permanentLog/add': ({ device }) => ({ terminalIDs: [device.terminalID], note: 'why' }),
  '/api/permanentLog/removeMany': () => [{ ids: ['860000000000001'] }, { filter: {} }],
  '/api/permanentLog/find': ({ device }) => ({ search: device.terminalID }),

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
  '/api/export/cancelMany': () => [{ ids: [1] }, { filter: {} }],
  '/api/export/retryMany': () => [{ ids: [1] }, { filter: {} }],
  '/api/export/cancel': ({ account }) => ({ id: account.id }),
  '/api/export/retry': ({ account }) => ({ id: account.id }),
  '/api/export/download': ({ account }) => ({ id: account.id }),

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

  '/api/outside/devices': ({ account, device }) => [
    { userId: account.id },
    { terminalIDs: [device.terminalID] },
  ],
  '/api/outside/updates': ({ account, device }) => [
    { since: 0, userId: account.id },
    { since: 0, terminalIDs: [device.terminalID] },
  ],
  '/api/outside/trackUsers': ({ account, device }) => [
    { userId: account.id },
    { terminalIDs: [device.terminalID] },
  ],
  '/api/outside/track': ({ device }) => ({ terminalID: device.terminalID, from: 0, to: 86_400_000 }),
  '/api/outside/stayPoints': ({ device }) => ({ terminalID: device.terminalID, from: 0, to: 86_400_000 }),
  '/api/outside/battery': ({ device }) => ({ id: device.id }),
  '/api/outside/countBattery': ({ account }) => ({
    userId: account.id,
    first: '2026-08-01',
    last: '2026-08-31',
  }),
  '/api/outside/statistics': ({ account, device }) => [
    { userId: account.id, first: '2026-08-01', last: '2026-08-31' },
    { terminalIDs: [device.terminalID], first: '2026-08-01', last: '2026-08-31' },
  ],
  '/api/ownerRecord/find': ({ account, device }) => [
    {},
    { userId: account.id },
    { terminalIDs: [device.terminalID] },
    { search: device.terminalID },
  ],
  '/api/ownerRecord/save': ({ device }) => ({ terminalID: device.terminalID, realName: 'An Owner' }),
  '/api/search/find': ({ account, device }) => [
    { text: device.terminalID },
    { text: account.username },
    { text: '8600' },
  ],

  '/api/view/find': () => ({ list: 'devices' }),
  '/api/view/save': () => ({ list: 'devices', name: `view ${unique()}`, filter: {}, columns: null }),
  '/api/view/delete': ({ account }) => ({ id: account.id }),

  '/api/apiKey/add': () => ({ name: `key ${unique()}`, scopes: ['main:monitor', 'statistics'] }),
  '/api/apiKey/find': ({ account }) => [{}, { isOwn: true, search: account.username }],
  '/api/apiKey/revoke': () => ({ id: 1_000_000 }),
  '/api/session/revoke': () => ({ id: 1_000_000 }),
  '/api/twoFactor/begin': () => ({ password: testPassword }),
  '/api/twoFactor/confirm': () => ({ code: '000000' }),
  '/api/twoFactor/newRecoveryCodes': () => ({ code: 'aaaa-aaaa-aaaa' }),
  '/api/twoFactor/end': () => ({ password: testPassword, code: '000000' }),
  '/api/twoFactor/demand': () => ({ isDemanded: false }),
  '/api/twoFactor/reset': ({ account }) => ({ id: account.id }),

  '/api/email/bind': () => ({ email: 'holder@example.com', password: testPassword }),
  '/api/email/unbind': () => ({ password: testPassword }),
  '/api/email/confirm': () => ({ token: 'no-such-token' }),
  '/api/user/forgotPassword': ({ account }) => ({ name: account.username }),
  '/api/user/setPasswordByLink': () => ({ token: 'no-such-token', newPassword: 'another password' }),
  '/api/demoAccount/save': ({ account }) => ({ accountId: account.id, isOffered: false, permissions: null }),
  '/api/mailSettings/save': () => ({
    host: 'mail.example.com',
    port: 587,
    username: null,
    from: 'a@example.com',
    publicUrl: null,
  }),
  '/api/mailSettings/test': () => ({ to: 'a@example.com' }),
  '/api/serviceEnd/seen': () => ({ until: 1_700_000_000_000 }),
  '/api/notice/save': () => ({
    form: 'banner',
    fromTime: 1_800_000_000_000,
    untilTime: 1_800_000_000_001,
    texts: { en: 'Soon' },
  }),
  '/api/notice/delete': () => ({ id: 1_000_000 }),
  '/api/notificationRule/find': ({ account }) => [{}, { userId: account.id, withSubAccounts: true }],
  '/api/notificationRule/save': ({ account }) => ({ userId: account.id, name: 'Thefts', codes: [1, 9] }),
  '/api/notificationRule/delete': () => ({ id: 1_000_000 }),
  '/api/notificationReceiver/find': ({ account }) => [{}, { userId: account.id, withSubAccounts: true }],
  '/api/notificationReceiver/save': ({ account }) => ({
    userId: account.id,
    name: 'On call',
    telephone: '+4915112345678',
    language: 'en',
    timeZone: 'UTC',
  }),
  '/api/notificationReceiver/delete': () => ({ id: 1_000_000 }),
  '/api/notificationBudget/find': ({ account }) => [{}, { userId: account.id, withSubAccounts: true }],
  '/api/notificationBudget/save': ({ account }) => ({ userId: account.id, smsLimit: 100, phoneLimit: null }),
  '/api/notificationDelivery/find': ({ account }) => [
    {},
    { userId: account.id, withSubAccounts: true, channel: 'sms', state: 'failed', alarmId: 1_000_000 },
  ],
  '/api/webhook/add': () => ({ url: 'https://8.8.8.8/hook', events: ['alarm'] }),
  '/api/webhook/update': () => ({ id: 1_000_000, isEnabled: false }),
  '/api/webhook/delete': () => ({ id: 1_000_000 }),
  '/api/webhook/test': () => ({ id: 1_000_000 }),
  '/api/webhook/replay': () => ({ id: 1_000_000, deliveryIds: [1] }),
  '/api/webhook/rotate': () => ({ id: 1_000_000 }),
  '/api/webPush/subscribe': () => ({
    endpoint: `https://8.8.8.8/push/${unique()}`,
    p256dh: 'B'.repeat(87),
    auth: 'A'.repeat(22),
    publicKey: 'B'.repeat(87),
    language: 'en',
    browser: 'Firefox',
  }),
  '/api/webPush/unsubscribe': () => ({ endpoint: 'https://8.8.8.8/push/none' }),
  '/api/nbPlatform/save': () => ({
    platform: 'oceanConnect',
    apiUrl: 'https://iot.example.com:8743',
    appId: 'app',
    pushBase: 'https://track.example.com:5600',
  }),
  '/api/nbPlatform/remove': () => ({ platform: 'ctwing' }),
  '/api/nbPlatform/subscribe': () => ({ platform: 'ctwing' }),
  '/api/nbPlatform/register': ({ device }) => ({ platform: 'ctwing', terminalID: device.terminalID }),
  '/api/textSettings/save': () => ({ provider: 'sandbox' }),
  '/api/textSettings/test': () => ({ to: '+4915112345678' }),
  '/api/job/find': ({ account }) => [{}, { state: 'failed', search: account.username }],
  '/api/job/cancel': () => ({ id: 1_000_000 }),
  '/api/job/retry': () => ({ id: 1_000_000 }),
}
