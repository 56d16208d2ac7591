/** How simulated devices of the text protocols speak. */
import { type AlarmCode, alarms } from '@trackway/core/codes/alarms.ts'
import { encodeRecord } from '@trackway/protocols/gps103/encode.ts'
import { encodeHeartbeat, encodeLocation } from '@trackway/protocols/h02/encode.ts'
import { encodePosition as encodeMeitrackPosition } from '@trackway/protocols/meitrack/encode.ts'
import { seal as sealMeitrack } from '@trackway/protocols/meitrack/envelope.ts'
import type { Report } from '@trackway/protocols/protocol.ts'
import {
  encodeAlarm,
  encodeHandshake,
  encodeLogin,
  encodePosition,
} from '@trackway/protocols/tk103/encode.ts'
import { encodeLink, encodePosition as encodeWatchPosition } from '@trackway/protocols/watch/encode.ts'
import { seal } from '@trackway/protocols/watch/envelope.ts'
import type { Sentences } from './sentence-speaker.ts'

/** Bits of the status word that are clear for our codes. */
const h02Bits: Partial<Record<AlarmCode, number>> = {
  [alarms.vibration]: 0,
  [alarms.sos]: 1,
  [alarms.overspeed]: 2,
  [alarms.externalPowerCut]: 19,
}

const bitsOf = (table: Partial<Record<AlarmCode, number>>, { alarms: codes = [] }: Report): number =>
  codes.reduce((word, code) => word | (1 << (table[code as AlarmCode] ?? 31)), 0) & 0x7fffffff

export const h02Sentences = (id: string): Sentences => ({
  greet: `*HQ,${id},HTBT#`,
  heartbeat: ({ batteryPercent }) => encodeHeartbeat(id, batteryPercent),
  report: (report) => encodeLocation(report, id, bitsOf(h02Bits, report)),
  isReportAnswered: true,
  sentence: /\*[^#]*#/,
  isAnswer: (sentence) => /,(?:HTBT|V4,V1,\d+)#$/.test(sentence),
  obey: (sentence) => {
    const [, , word = '', time = '000000'] = sentence.slice(1, -1).split(',')
    return `*HQ,${id},V4,${word},DONE,${time}#`
  },
})

/** Words of records for our codes. */
const gps103Events: Partial<Record<AlarmCode, string>> = {
  [alarms.sos]: 'help me',
  [alarms.vibration]: 'sensor alarm',
  [alarms.overspeed]: 'speed',
  [alarms.externalPowerCut]: 'ac alarm',
  [alarms.internalBatteryLow]: 'low battery',
}

const eventOf = <T>(table: Partial<Record<AlarmCode, T>>, report: Report): T | undefined =>
  table[report.alarms?.[0] as AlarmCode]

export const gps103Sentences = (imei: string): Sentences => ({
  greet: `##,imei:${imei},A;`,
  heartbeat: () => new TextEncoder().encode(`${imei};`),
  report: (report) => encodeRecord(report, imei, eventOf(gps103Events, report)),
  isReportAnswered: false,
  sentence: /LOAD|ON|\*\*,imei:\d+,(?:\w+(?:,\w+)?);?/,
  isAnswer: (sentence) => !sentence.startsWith('**'),
  obey: () => null,
})

/** Digits of BO01 for our codes. */
const tk103Alarms: Partial<Record<AlarmCode, number>> = {
  [alarms.externalPowerCut]: 0,
  [alarms.sos]: 2,
  [alarms.vibration]: 3,
  [alarms.overspeed]: 5,
}

export const tk103Sentences = (id: string): Sentences => ({
  greet: encodeLogin(id),
  heartbeat: () => encodeHandshake(id),
  report: (report) => {
    const alarm = eventOf(tk103Alarms, report)
    return alarm === undefined ? encodePosition(report, id) : encodeAlarm(report, id, alarm)
  },
  isReportAnswered: false,
  sentence: /\([^)]*\)/,
  isAnswer: (sentence) => /A(?:P05|P01HSO)\)$/.test(sentence),
  obey: (sentence) => {
    const command = /A([A-Z]\d\d)[^)]*\)$/.exec(sentence)?.[1]
    if (command === undefined || /^(?:S01|R00)/.test(command)) return null
    // BP00 is the handshake: a place is answered by BP04.
    return `(${id}B${command === 'P00' ? 'P04' : command})`
  },
})

/** Bits of the status word that are set for our codes. */
const watchBits: Partial<Record<AlarmCode, number>> = {
  [alarms.sos]: 16,
  [alarms.internalBatteryLow]: 17,
}

export const watchSentences = (id: string): Sentences => ({
  greet: new TextDecoder().decode(encodeLink(id)),
  heartbeat: ({ batteryPercent }) => encodeLink(id, batteryPercent),
  report: (report, isBuffered) => encodeWatchPosition(report, id, bitsOf(watchBits, report), isBuffered),
  isReportAnswered: false,
  sentence: /\[[^\]]*\]/,
  isAnswer: (sentence) => sentence.endsWith('*LK]'),
  obey: (sentence) => {
    const keyword = /\*([A-Za-z0-9]+)[^*]*\]$/.exec(sentence)?.[1]
    return keyword === undefined || keyword === 'AL'
      ? null
      : new TextDecoder().decode(seal('3G', id, undefined, keyword))
  },
})

/** Events for our codes. */
const meitrackEvents: Partial<Record<AlarmCode, number>> = {
  [alarms.sos]: 1,
  [alarms.internalBatteryLow]: 17,
  [alarms.externalVoltageLow]: 18,
  [alarms.overspeed]: 19,
  [alarms.externalPowerCut]: 23,
  [alarms.harshBraking]: 129,
}

/** AAC is what a server answers without a request. */
export const meitrackSentences = (imei: string): Sentences => {
  const request = sealMeitrack('$$', 'z', imei, 'AAC,1')
  return {
    greet: new TextDecoder().decode(request),
    heartbeat: () => request,
    report: (report) => encodeMeitrackPosition(report, imei, eventOf(meitrackEvents, report)),
    isReportAnswered: false,
    sentence: /@@[^\n]*\n/,
    isAnswer: (sentence) => sentence.includes(',AAC,'),
    obey: (sentence) => {
      const [, id, command] = /^@@([A-z])\d+,\w+,(\w{3})/.exec(sentence) ?? []
      if (id === undefined) return null
      return new TextDecoder().decode(sealMeitrack('$$', id, imei, `${command},OK`))
    },
  }
}
