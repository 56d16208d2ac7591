/** Items of the G10LS. Source: G10LS protocol, "Additional information". */

import { vehicleAlarms as alarm } from '@trackway/core/codes/alarms.ts'
import { type ItemTable, item, itemOf } from '../../wire/items.ts'
import { textRest } from '../../wire/texts.ts'
import { alarmBits, bitNames, group, i16, isByte, oneOf, u8, u16 } from '../../wire/types.ts'

const drivingCodes = {
  0: alarm.harshAcceleration,
  1: alarm.harshBraking,
  2: alarm.harshBraking,
  3: alarm.harshCornering,
  4: alarm.collision,
  5: alarm.rollover,
}

export const axes = group({ x: i16, y: i16, z: i16 })

export const g10lsItems: ItemTable = {
  0x52: item('mixer drum', { drum: oneOf(u8, ['unknown', 'forward', 'reverse', 'stopped']) }),
  0xf1: itemOf('ICCID', [20], { iccid: textRest }),
  0xf3: item('armed', { armed: isByte(1) }),
  0xf4: item('driving alarms', { alarms: alarmBits(u16, drivingCodes) }),
  0xf5: item('G-sensor', { acceleration: axes }),
  0xf6: item(
    'modes',
    {
      workMode: oneOf(u8, [null, 'default', 'timed', 'sms', 'sleep', 'timedFlight']),
      fixBy: oneOf(u8, ['wifi', 'both', 'gps']),
      isRecording: isByte(1),
      power: bitNames(u8, ['charger', 'full']),
    },
    'g10ls',
  ),
}
