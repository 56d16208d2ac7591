import type { AnyProtocol } from '../detect.ts'
import type {
  CommandReply,
  DeviceProfile,
  Extra,
  HttpRequest,
  Identity,
  MessageKind,
  Report,
  RequestReading,
} from '../protocol.ts'
import { fromHex } from '../wire/bytes.ts'
import { deviceIdOf, extraOf, numberOf } from '../wire/http/parameter-values.ts'
import { bytesOfBase64, jsonOf } from '../wire/http/request.ts'
import { badRequest, noSender, readingOf } from '../wire/http/request-protocol.ts'
import { calendarTime } from '../wire/time.ts'
import { readCarried } from './inner-frame.ts'
import { reportOfProfile } from './profile.ts'

type Json = Record<string, unknown>

/** Content of a push, of either platform. */
interface Push {
  name: string
  /** IMEI or serial of the device, likeliest first, and its id at the platform. */
  ids: unknown[]
  platformId?: unknown
  /** Services of a device with a profile, or what it sent as it is. */
  data?: { values: Json; time: number | null }[]
  command?: CommandReply
  information?: { [name: string]: Extra }
  /** It repeats another push, or holds nothing of the device. */
  isIdle?: boolean
}

/** Sent also for unknown devices: a platform that is refused stops its pushes for all others. */
const taken = { status: 200 }

/** Reads one push. Never throws. */
export function readPush(
  request: HttpRequest,
  profile: DeviceProfile,
  now: number,
  carried: readonly AnyProtocol[],
): RequestReading {
  const { path, method, body } = request
  const { pushKey } = profile
  // The platforms sign nothing: a sender that knows the subscribed address is one of them.
  if (pushKey !== undefined && !path.split('/').includes(pushKey)) return badRequest('identity', method, 401)
  const json = jsonOf(request)
  if (!isObject(json))
    return body.length === 0 ? noSender(request, 'empty', taken) : badRequest('fields', method)
  const platform = 'messageType' in json ? 'ctwing' : 'oceanConnect'
  const push = platform === 'ctwing' ? ctwingPush(json) : huaweiPush(json)
  const contents = (push.data ?? []).map((one) => readData(one.values, one.time, profile, now, carried))
  const identity = identityOf(
    push,
    contents.flatMap(({ ids }) => ids),
  )
  if (push.isIdle || identity === null) return { ...noSender(request, push.name, taken), platform }
  return { ...messageOf(push, contents, identity, request), platform }
}

interface DataContent {
  reports: Report[]
  ids: unknown[]
  command?: CommandReply
  information?: { [name: string]: Extra }
  isUnknown?: boolean
}

function messageOf(
  push: Push,
  contents: readonly DataContent[],
  identity: Identity,
  request: HttpRequest,
): RequestReading {
  const reports = contents.flatMap((one) => one.reports)
  const command = push.command ?? contents.find((one) => one.command)?.command
  const information = Object.assign({}, push.information, ...contents.map((one) => one.information)) as {
    [name: string]: Extra
  }
  const hasInformation = Object.keys(information).length > 0
  const kind: MessageKind = command
    ? 'commandReply'
    : reports.length > 0
      ? 'reports'
      : contents.some((one) => one.isUnknown)
        ? 'unknown'
        : hasInformation
          ? 'information'
          : 'heartbeat'
  const reading = readingOf(kind, push.name, request, identity, { taken, refused: taken })
  const { message } = reading
  message.reports = reports
  if (command) message.command = command
  if (hasInformation) message.information = information
  return reading
}

/** Of a card in China, which some watches say as their IMEI. */
const imsi = /^460\d{12}$/

/** The data of one service: bytes or text of the device's own protocol, or values by name. */
function readData(
  values: Json,
  time: number | null,
  profile: DeviceProfile,
  now: number,
  carried: readonly AnyProtocol[],
): DataContent {
  const bytes = rawBytes(values)
  if (bytes === null) {
    const { IMEI, imei, DeviceID, nodeId } = values
    return {
      reports: [reportOfProfile(values, time, profile, now)],
      ids: [IMEI, imei, DeviceID, nodeId].filter((id) => !imsi.test(String(id))),
    }
  }
  return readCarried(bytes, profile, now, carried)
}

/** Names under which products without a profile hand on what the device sent. */
const rawNames = ['APPdata', 'appdata', 'payload', 'rawData', 'data', 'content']

function rawBytes(values: Json): Uint8Array | null {
  for (const name of rawNames) {
    const text = values[name]
    if (typeof text !== 'string' || text === '') continue
    if (text.length % 2 === 0 && /^[0-9a-f]+$/i.test(text)) return fromHex(text)
    return (
      (/^[a-z0-9+/_-]+={0,2}$/i.test(text) ? bytesOfBase64(text) : null) ?? new TextEncoder().encode(text)
    )
  }
  return null
}

function huaweiPush(json: Json): Push {
  const { notifyType, deviceId, service, services, deviceInfo, commandId, result, header } = json
  const info = isObject(deviceInfo) ? deviceInfo : {}
  const push: Push = { name: nameOf(notifyType, 'commandResult'), ids: [info.nodeId], platformId: deviceId }
  if (commandId !== undefined) return { ...push, command: replyOf(commandId, result) }
  if (notifyType === 'commandRsp' && isObject(header)) {
    const { requestId, from, deviceId: id } = header
    const text = isObject(json.body) ? JSON.stringify(json.body) : undefined
    const command: CommandReply = {
      correlation: deviceIdOf(requestId) ?? null,
      network: 'successful',
      ...(text && { text }),
    }
    return { ...push, platformId: id ?? String(from ?? '').split('/')[2], command }
  }
  if (notifyType === 'deviceDeleted') return { ...push, isIdle: true }
  if (Object.keys(info).length > 0) push.information = { deviceInfo: extraOf(info) }
  const list = Array.isArray(services) ? services : [service]
  push.data = list.filter(isObject).map(({ data, eventTime }) => ({
    values: isObject(data) ? data : { payload: data },
    time: eventTimeOf(eventTime),
  }))
  return push
}

function ctwingPush(json: Json): Push {
  const { messageType, deviceId, productId, IMEI, imei, deviceSn, payload, timestamp, taskId, result } = json
  const name = nameOf(messageType, 'push')
  // Products over TCP and MQTT are called by their product and serial in one.
  const isMade =
    typeof deviceId === 'string' && deviceId.startsWith(String(productId)) && /^\d{20,}$/.test(deviceId)
  const serial = isMade ? deviceId.slice(String(productId).length) : undefined
  const push: Push = { name, ids: [IMEI, imei, serial, deviceSn], platformId: deviceId }
  const time = numberOf(timestamp) ?? null
  switch (name.toLowerCase()) {
    case 'datareport':
      return { ...push, data: [{ values: valuesOf(payload), time }] }
    case 'eventreport': {
      const { eventContent, eventType, serviceId } = json
      const values = { ...(isObject(eventContent) ? eventContent : {}), eventType, serviceId }
      return { ...push, data: [{ values, time }] }
    }
    case 'commandresponse':
      return { ...push, command: replyOf(taskId, result) }
    case 'deviceonlineofflinereport':
      return { ...push, isIdle: numberOf(json.eventType) !== 1 }
    default:
      // `dataReportTupUnion` repeats `dataReport`.
      return { ...push, isIdle: true }
  }
}

/** Products with a profile of several services say which one it is of beside its values. */
function valuesOf(payload: unknown): Json {
  if (!isObject(payload)) return { payload }
  const { serviceData, serviceId } = payload
  return isObject(serviceData) ? { ...serviceData, serviceId } : payload
}

const stages: Readonly<Record<string, CommandReply['network']>> = {
  SENT: 'sent',
  DELIVERED: 'delivered',
  SUCCESSFUL: 'successful',
  SUCCESS: 'successful',
  FAILED: 'failed',
  FAIL: 'failed',
  TIMEOUT: 'timeout',
  EXPIRED: 'expired',
  CANCELED: 'cancelled',
}

function replyOf(id: unknown, result: unknown): CommandReply {
  const { resultCode, resultDetail } = isObject(result) ? result : {}
  const code = String(resultCode ?? '').toUpperCase()
  const detail =
    typeof resultDetail === 'string' ? resultDetail : resultDetail ? JSON.stringify(resultDetail) : ''
  return {
    correlation: deviceIdOf(id) ?? null,
    // What is not known yet is left out.
    network: stages[code] ?? 'sent',
    ...(detail !== '' && { text: detail }),
  }
}

/** What the platform calls the device may be learnt as one more name of it: later pushes say no IMEI. */
function identityOf({ ids, platformId }: Push, carriedIds: readonly unknown[]): Identity | null {
  const own = [...ids, ...carriedIds].map(deviceIdOf).filter((id) => id !== undefined && id !== 'undefined')
  const platform = deviceIdOf(platformId)
  const terminalIds = [...new Set([...own, ...(platform === undefined ? [] : [platform])])] as string[]
  if (terminalIds.length === 0) return null
  return { terminalIds, ...(platform !== undefined && terminalIds.length > 1 && { bodyId: platform }) }
}

const nameOf = (type: unknown, otherwise: string) =>
  typeof type === 'string' ? type.slice(0, 64) : otherwise

/** `yyyyMMdd'T'HHmmss'Z'`: when the platform received it. */
function eventTimeOf(text: unknown): number | null {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(String(text))
  if (!match) return null
  const [, year, month, day, hour, minute, second] = match.map(Number)
  return calendarTime(year!, month!, day!, hour!, minute!, second!)
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
