/** Items of BSJ trackers, the block EB among them. Source: BSJ-EG01 protocol and data format V1.0.0, "Extended information". */

import { vehicleAlarms as alarm } from '@trackway/core/codes/alarms.ts'
import type { Cell, WifiPoint } from '../../protocol.ts'
import type { WireType } from '../../wire/body.ts'
import { block, type ItemTable, item, itemOf, itemOfAny } from '../../wire/items.ts'
import { cell } from '../../wire/network.ts'
import { bcdDigits, hex, hexRest, text, textRest } from '../../wire/texts.ts'
import { as, codesOf, oneOf, peeked, per, u8, u16, u32 } from '../../wire/types.ts'

/** `460;00;10369;48489810`: MCC, MNC, LAC, cell; further cells follow in threes or fours where sent. */
const cellText: WireType<Cell[]> = as(textRest, (line) => {
  const [mcc, mnc, lac, cellId] = line.split(';').map(Number)
  if (![mcc, mnc, lac, cellId].every(Number.isInteger) || mcc === 0) return []
  return [{ mcc: mcc!, mnc: mnc!, lac: lac!, cellId: cellId! }]
})

/** A count, then `mac,rssi,mac,rssi…`. */
const wifiText: WireType<WifiPoint[]> = {
  read: (r, values) => {
    r.skip(1)
    const words = textRest.read(r, values).split(',')
    const found: WifiPoint[] = []
    for (let i = 0; i + 1 < words.length; i += 2) {
      const mac = words[i]!.toLowerCase()
      const rssiDbm = Number.parseInt(words[i + 1]!, 10)
      if (/^([0-9a-f]{2}:){5}[0-9a-f]{2}$/.test(mac)) {
        found.push(Number.isNaN(rssiDbm) ? { mac } : { mac, rssiDbm })
      }
    }
    return found
  },
}

/** Bits of 0089, where 0 is the alarm. Bit 0 (power) is 0 in everyday frames too, so it is only kept. */
const clearBitCodes = {
  0: alarm.poweredOff,
  4: alarm.collision,
  8: alarm.harshAcceleration,
  9: alarm.harshBraking,
  12: alarm.tampered,
  25: alarm.harshCornering,
}
const pseudoBaseStationBits = 3

/** 00C5: bits 3 and 4 name the source of the fix. */
const fixSources = ['none', 'wifi', 'gps', 'both']

/** What a word of four bytes means beside its value. */
const word32 = <T>(turn: (word: number) => T) =>
  peeked((bytes, at) =>
    turn(((bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!) >>> 0),
  )

export const bsjBlock = block({
  name: 'eb.',
  isLengthFirst: true,
  lengthBytes: 2,
  table: {
    0x0001: itemOf('fuel', [2, 3], { fuel1: per(u16, 10), fuel1Rest: hexRest }),
    0x0023: itemOf('fuel 2', [6], { fuel2: as(textRest, Number) }),
    0x0024: itemOfAny('cell', { cells: cellText }),
    0x002d: [
      item('battery', { batteryVoltageV: per(u16, 1000) }),
      item('supply', { externalVoltageV: per(u32, 1000) }),
    ],
    0x0089: item('alarms', {
      alarms: word32((word) => [
        ...codesOf(word, clearBitCodes, true),
        ...(word >>> 30 === pseudoBaseStationBits ? [] : [alarm.pseudoBaseStation]),
      ]),
      bsjAlarmWord: hex(4),
    }),
    0x00a3: itemOfAny('version', { firmware: textRest }),
    0x00b2: item('ICCID', { iccid: bcdDigits(10) }),
    0x00b9: itemOf('Wi-Fi', (length) => length > 1, { wifi: wifiText }),
    0x00c5: item('state', {
      fixSource: word32((word) => fixSources[((word >> 2) & 2) | ((word >> 4) & 1)]),
      isMoving: word32((word) => [true, false][(word >> 23) & 3]),
      alarms: word32((word) => ((word >> 6) & 1 ? [] : [alarm.vibration])),
      isLit: as(u32, (word) => ((word >> 14) & 1 ? undefined : true)),
    }),
    0x00c6: item('battery alarm', {
      alarms: as(u8, (value) => (value === 3 || value === 4 ? [alarm.internalBatteryLow] : [])),
    }),
    0x00ce: item('supply', { externalVoltageV: per(u16, 100) }),
    0x00d5: item('IMEI', { imei: text(15) }),
    0x00d8: itemOf('cell', [9], { cells: as(cell(u16, u8, u16, u32), (one) => (one ? [one] : [])) }),
    0x00e1: item('battery', { batteryPercent: u8 }),
    0x00a8: item('battery', { batteryPercent: u8 }),
    0x00fb: item('ICCID', { iccid: text(20) }),
    0xff89: item('ICCID', { iccid: text(20) }),
  },
})

export const bsjItems: ItemTable = {
  0x28: item('motion', { motionS: u16 }), // pet trackers
  0x32: item('motion', { motionS: u16 }),
  0x33: item('work mode', { workMode: oneOf(u8, { 0: 'normal', 1: 'ultraLong', 4: 'fixedPoint' }) }),
  0xeb: itemOf('BSJ block', (length) => length >= 4, bsjBlock),
}
