/** Alarms of TK103. Source: KX402/TK103 V1.5 "BO01"; public decoders for BQ81, ZC and DW. */
import { type AlarmCode, alarms } from '@trackway/core/codes/alarms.ts'

/** BO01 by its first digit; 4, a low speed, is none. */
export const bo01: Readonly<Record<string, AlarmCode>> = {
  0: alarms.externalPowerCut,
  1: alarms.collision,
  2: alarms.sos,
  3: alarms.vibration,
  5: alarms.overspeed,
  6: alarms.fenceLeft,
}

/** BQ81,ALARM,n. */
export const bq81: Readonly<Record<string, AlarmCode>> = {
  0: alarms.internalBatteryLow,
  1: alarms.overspeed,
  2: alarms.idlingTooLong,
  3: alarms.harshAcceleration,
  4: alarms.harshBraking,
  5: alarms.temperatureHigh,
}

const list: readonly (readonly [codes: string, alarm: AlarmCode])[] = [
  ['ZC11 DW31 DW51', alarms.movedWhileParked],
  ['ZC12 DW32 DW52', alarms.internalBatteryLow],
  ['ZC13 DW33 DW53', alarms.externalPowerCut],
  ['ZC15 DW35 DW55 ZC29 DW42 DW62', alarms.ignitionOn],
  ['ZC16 DW36 DW56', alarms.ignitionOff],
  ['ZC17 DW37 DW57', alarms.tampered],
  ['ZC25 DW3E DW5E', alarms.sos],
  ['ZC26 DW3F DW5F', alarms.tampered],
  ['ZC27 DW40 DW60', alarms.externalVoltageLow],
]

/** By the type of the sentence itself. */
export const byType = Object.fromEntries(
  list.flatMap(([codes, alarm]) => codes.split(' ').map((code) => [code, alarm])),
) as Readonly<Record<string, AlarmCode>>
