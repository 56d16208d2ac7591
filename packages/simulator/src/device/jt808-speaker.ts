import { type AlarmCode, alarms } from '@trackway/core/codes/alarms.ts'
import {
  encodeAttributes,
  encodeAuthenticate,
  encodeBatch,
  encodeGeneralAnswer,
  encodeHeartbeat,
  encodePosition,
  encodeRegister,
  encodeUpgradeResult,
  terminalLayout,
} from '@trackway/protocols/jt808/encode.ts'
import {
  buildFrame,
  type Header,
  readHeader,
  standardFraming,
  unescaped,
} from '@trackway/protocols/jt808/envelope.ts'
import type { Report } from '@trackway/protocols/protocol.ts'
import { gbkText } from '@trackway/protocols/wire/gbk.ts'
import { csqOfLevel } from '@trackway/protocols/wire/network.ts'
import { Writer } from '@trackway/protocols/wire/writer.ts'
import { type Conduct, firmwareOf, iccidOf } from './conduct.ts'
import { readLink, type UpgradeOptions, UpgradeTaker } from './jt808-upgrade.ts'
import type { Sent, ServerMessage, Speaker } from './speaker.ts'

/** Bits of the alarm word for our codes (JT/T 808-2013, "alarm flags"); other alarms it has no bit for. */
const alarmBits: Partial<Record<AlarmCode, number>> = {
  [alarms.sos]: 0,
  [alarms.overspeed]: 1,
  [alarms.externalVoltageLow]: 7,
  [alarms.externalPowerCut]: 8,
}

const ids = {
  generalAnswer: 0x0001,
  heartbeat: 0x0002,
  register: 0x0100,
  authenticate: 0x0102,
  attributes: 0x0107,
  upgradeResult: 0x0108,
  position: 0x0200,
  batch: 0x0704,
}
const answers = { general: 0x8001, register: 0x8100 }
/** Commands that the device reports as carried out: parameters, control, text, vehicle control. */
const obeyed = [0x8103, 0x8105, 0x8300, 0x8500]
const unsupported = 3
const queryAttributes = 0x8107
const upgrade = 0x8108
const control = 0x8105
/** Commands of 8105: where firmware is, and a restart. */
const byLink = 1
const restartNow = 4
const setParameters = 0x8103
const usualFirmware = 'TW808-2.4'

const flag = 0x7e
/** Of a position: a batch of so many stays within one frame of 1,023 bytes. */
const batchSize = 10
/** Where the month is in a position: after the base's fields and the year. */
const monthAt = 23

/** An 808 device: of the 2019 edition where its id is too long for the six bytes of 2013. */
export function createJt808Speaker({
  terminalId,
  plate,
  upgrades = {},
  conduct = {},
}: {
  terminalId: string
  plate: string
  upgrades?: UpgradeOptions
  conduct?: Conduct
}): Speaker & { taker: UpgradeTaker } {
  const firmware = upgrades.firmware ?? firmwareOf(conduct, usualFirmware)
  const taker = new UpgradeTaker({ ...upgrades, firmware })
  let fetching = ''
  const edition = terminalId.length > 12 ? 2019 : 2013
  const layout = terminalLayout(terminalId, edition)
  let serial = 0
  let authCode: string | null = null
  let received: Uint8Array = new Uint8Array(0)

  const frame = (id: number, body: Uint8Array, reports: readonly Report[], isAnswered = true): Sent => {
    const own = serial
    serial = (serial + 1) & 0xffff
    return { bytes: buildFrame(layout, id, own, body), serial: own, isAnswered, reports }
  }
  const authenticate = (code: string): Sent => {
    const device = { imei: terminalId.padStart(15, '0'), firmware: taker.firmware }
    return frame(ids.authenticate, encodeAuthenticate(code, edition === 2019 ? device : undefined), [])
  }
  const register = (): Sent => {
    const values = {
      province: 44,
      city: 300,
      maker: 'TWSIM',
      model: 'TW-808',
      makersId: terminalId.slice(-7),
      plateColour: plate === '' ? 'none' : 'blue',
      plate,
    }
    return frame(ids.register, encodeRegister(values, edition), [])
  }

  return {
    taker,
    greet() {
      received = new Uint8Array(0)
      return authCode === null ? register() : authenticate(authCode)
    },
    report: (report) =>
      frame(ids.position, Uint8Array.of(...positionOf(report), ...tyreItem(report)), [report]),
    backlog(reports) {
      const sent: Sent[] = []
      for (let at = 0; at < reports.length; at += batchSize) {
        const some = reports.slice(at, at + batchSize)
        sent.push(frame(ids.batch, encodeBatch(some.map(positionOf), true), some))
      }
      return sent
    },
    heartbeat: () => frame(ids.heartbeat, encodeHeartbeat(), []),
    impossibleDate(report) {
      const body = positionOf(report)
      body[monthAt] = 0x13
      return frame(ids.position, body, []).bytes
    },
    receive(chunk) {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
      const messages: ServerMessage[] = []
      for (;;) {
        const open = received.indexOf(flag)
        const close = open < 0 ? -1 : received.indexOf(flag, open + 1)
        if (close < 0) return messages
        messages.push(...readAnswer(received.subarray(open, close + 1)))
        received = received.subarray(close + 1)
      }
    },
    fetched(bytes) {
      const result = frame(ids.upgradeResult, encodeUpgradeResult(bytes === null ? 1 : 0), [], false)
      if (bytes === null) return { kind: 'proceed', sent: result }
      return restart(fetching, result)
    },
  }

  /** The file is there: what becomes of it is the conduct of the device. */
  function restart(version: string, installed: Sent): ServerMessage {
    const { conduct } = taker
    taker.restart(version)
    if (conduct === 'vanishes') return { kind: 'restart', sent: null, comesBack: false }
    return { kind: 'restart', sent: installed, comesBack: true }
  }

  function takePart({ serial, parts }: Header, body: Uint8Array): ServerMessage[] {
    if (taker.loses()) return []
    const { result, isWhole } = taker.part(serial, parts, body)
    if (result === null) return []
    const answer = frame(ids.generalAnswer, encodeGeneralAnswer(serial, upgrade, result), [], false)
    const answers: ServerMessage[] = taker.loses() ? [] : [{ kind: 'proceed', sent: answer }]
    if (!isWhole) return answers
    const outcome = encodeUpgradeResult(taker.conduct === 'fails' ? 1 : 0)
    const installed = frame(ids.upgradeResult, outcome, [], false)
    if (taker.conduct === 'fails') return [...answers, { kind: 'proceed', sent: installed }]
    return [...answers, restart(taker.taken!.version, installed)]
  }

  function attributes(): Sent {
    const { firmware, hardware } = taker
    const values = { maker: 'TWSIM', model: 'TW-808', makersId: terminalId.slice(-7), firmware, hardware }
    return frame(ids.attributes, encodeAttributes({ ...values, iccid: iccidOf(conduct) }, edition), [], false)
  }

  function readAnswer(bytes: Uint8Array): ServerMessage[] {
    const content = unescaped(bytes, standardFraming)
    const header = content && readHeader(content, standardFraming)
    if (!content || !header || typeof header === 'string') return []
    const body = content.subarray(header.bodyStart, header.bodyStart + header.bodyLength)
    const answered = u16At(body, 0)
    const isAnswer = header.id === answers.register || header.id === answers.general
    if (!isAnswer && conduct.faults?.includes('mute')) return []
    switch (header.id) {
      case answers.register:
        if (body[2] !== 0) return [{ kind: 'refused' }]
        authCode = gbkText(body.subarray(3))
        return [{ kind: 'proceed', sent: authenticate(authCode) }]
      case answers.general:
        if (u16At(body, 2) !== ids.authenticate)
          return [{ kind: 'acknowledged', serial: answered, isCumulative: false }]
        if (body[4] === 0) return [{ kind: 'welcome' }]
        // The server forgot us or our code: next time from the beginning.
        authCode = null
        return [{ kind: 'refused' }]
      case upgrade:
        return takePart(header, body)
      case queryAttributes:
        return [{ kind: 'proceed', sent: attributes() }]
      default: {
        const result = obeyed.includes(header.id) ? 0 : unsupported
        const answer = encodeGeneralAnswer(header.serial, header.id, result)
        const sent = frame(ids.generalAnswer, answer, [], false)
        const target = header.id === setParameters ? readTarget(body) : null
        if (target !== null) return [{ kind: 'move', sent, ...target, isAtOnce: false }]
        if (header.id === control && body[0] === restartNow)
          return [{ kind: 'restart', sent, comesBack: true }]
        if (header.id !== control || body[0] !== byLink) return [{ kind: 'proceed', sent }]
        const { url, version } = readLink(gbkText(body.subarray(1)))
        fetching = version
        return [{ kind: 'fetch', sent, url }]
      }
    }
  }
}

const u16At = (bytes: Uint8Array, at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)

/** Main server (0013) and its port (0018) among parameters; null: neither is set. */
function readTarget(body: Uint8Array): { host: string; port: number } | null {
  let host: string | null = null
  let port: number | null = null
  for (let at = 1; at + 5 <= body.length; at += 5 + body[at + 4]!) {
    const value = body.subarray(at + 5, at + 5 + body[at + 4]!)
    const id = u16At(body, at + 2)
    if (id === 0x13) host = gbkText(value)
    if (id === 0x18) port = u16At(value, 2)
  }
  return host === null || port === null ? null : { host, port }
}

/** Item 66 of a position: T/JSATL 12-2017, "TPMS alarm list", periodic, its place and time left empty. */
function tyreItem({ tyrePressureKpa, tyreTemperatureC }: Report): Uint8Array {
  if (tyrePressureKpa === undefined) return new Uint8Array(0)
  const list = new Writer()
  list.raw(new Uint8Array(40))
  list.u8(tyrePressureKpa.length)
  for (const [wheel, kPa] of tyrePressureKpa.entries()) {
    list.u8(wheel)
    for (const value of [1, kPa ?? 0, tyreTemperatureC?.[wheel] ?? 0, 100]) list.u16(value)
  }
  const bytes = list.done()
  return Uint8Array.of(0x66, bytes.length, ...bytes)
}

function positionOf(report: Report): Uint8Array {
  const bits = (report.alarms ?? []).flatMap((code) => alarmBits[code as AlarmCode] ?? [])
  const { odometerM, fuelL, temperatureC, externalVoltageV } = report
  return encodePosition({
    fixTime: report.fixTime ?? 0,
    latitude: report.latitude ?? 0,
    longitude: report.longitude ?? 0,
    altitudeM: report.altitudeM ?? 0,
    speedKmh: report.speedKmh ?? 0,
    courseDeg: report.courseDeg ?? 0,
    isPositioned: report.fix === 'gps',
    accOn: report.accOn ?? false,
    alarmBits: bits,
    csq: csqOfLevel(report.gsmLevel ?? 4),
    satellites: report.satellites ?? 0,
    ...(odometerM === undefined ? {} : { odometerM }),
    ...(fuelL === undefined ? {} : { fuelL }),
    ...(temperatureC && { temperatureC: temperatureC.filter((value) => value !== null) }),
    ...(externalVoltageV === undefined ? {} : { externalVoltageV }),
  })
}
