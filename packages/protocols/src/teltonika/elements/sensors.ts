/**
 * Sensors on wires and over Bluetooth. Those on wires are the places 1 to 4 of temperatures, Bluetooth's 5 to 8, EYE's
 * 9 to 12. Source: Teltonika wiki, "FMB AVL ID", "Permanent I/O elements", "Bluetooth LE sensors", "EYE sensors".
 */
import { part, type WireType } from '../../wire/body.ts'
import { type ItemRow, type ItemTable, itemOf } from '../../wire/items.ts'
import { as, per } from '../../wire/types.ts'
import { below, element, hexOf, longElement, signed, sized, unsigned } from './types.ts'

interface Thermometer {
  /** Of the list of temperatures. */
  place: number
  divisor: 10 | 100
  /** Of the number sent: an error of the sensor, or nothing measured. */
  isError(units: number): boolean
}
/** 850 is not measured yet, 2000 and more are errors. */
const wired = (place: number): Thermometer => ({
  place,
  divisor: 10,
  isError: (units) => units === 850 || units >= 2_000,
})
/** Not understood, not found, out of order. */
const errorsOverAir = [2_000, 3_000, 4_000]
const overAir = (place: number): Thermometer => ({
  place,
  divisor: 100,
  isError: (units) => errorsOverAir.includes(units),
})
/** One out of range is sent as 250 of each quantity. */
const absentReading = 250
const eye = (place: number): Thermometer => ({
  place,
  divisor: 100,
  isError: (units) => units > 12_500 || units < -4_000,
})

/** By id. A wired one has two or four bytes, the others two. */
export const thermometers: Readonly<Record<number, Thermometer>> = {
  72: wired(1),
  73: wired(2),
  74: wired(3),
  75: wired(4),
  25: overAir(5),
  26: overAir(6),
  27: overAir(7),
  28: overAir(8),
  10800: eye(9),
  10801: eye(10),
  10802: eye(11),
  10803: eye(12),
}

const temperatures: ItemTable = Object.fromEntries(
  Object.entries(thermometers).map(([id, { place, divisor }]) => [
    id,
    itemOf(`temperature ${place}`, divisor === 10 ? [2, 4] : [2], {
      [`temperature${place}C`]: part(per(signed, divisor)),
    }),
  ]),
)

const humidity: WireType<number | undefined> = below(per(unsigned, 10), 101)
const eyeFlag = as(unsigned, (value) => (value === absentReading ? undefined : value > 0))
const eyeVolts = as(unsigned, (value) => (value === absentReading ? undefined : value / 1000))
const percent = (name: string): ItemRow => sized(name, 1, below(unsigned, 101) as WireType<unknown>)

export const sensorElements: ItemTable = {
  ...temperatures,
  20: percent('bluetooth2Percent'),
  // Older families say the mode in which they send here.
  22: [
    itemOf('dataMode', (length, r) => length === 1 && r.peek() <= 5, { dataMode: unsigned }),
    percent('bluetooth3Percent'),
  ],
  23: percent('bluetooth4Percent'),
  29: percent('bluetooth1Percent'),
  70: [sized('zone11', 1), element('boardC', per(signed, 10))],
  76: sized('temperatureId1', 8, hexOf),
  77: sized('temperatureId2', 8, hexOf),
  79: sized('temperatureId3', 8, hexOf),
  86: [sized('humidityPercent', 2, humidity as WireType<unknown>), element('fuelUsedTotal')],
  104: [sized('humidity2Percent', 2, humidity as WireType<unknown>), element('engineHours')],
  106: sized('humidity3Percent', 2, humidity as WireType<unknown>),
  108: sized('humidity4Percent', 2, humidity as WireType<unknown>),
  201: element('level1', signed),
  202: element('level1C', signed),
  203: element('level2', signed),
  204: element('level2C', signed),
  210: element('level3', signed),
  211: element('level3C', signed),
  212: element('level4', signed),
  213: element('level4C', signed),
  214: element('level5', signed),
  215: element('level5C', signed),
  270: element('bluetoothLevel1'),
  273: element('bluetoothLevel2'),
  276: element('bluetoothLevel3'),
  279: element('bluetoothLevel4'),
  306: element('bluetoothFrequency1'),
  327: element('ultrasonicLevelMm', signed),
  335: element('luminosityLx'),
  451: longElement('bluetoothRfid', hexOf),
  10804: percent('eyeHumidity1Percent'),
  10805: percent('eyeHumidity2Percent'),
  10806: percent('eyeHumidity3Percent'),
  10807: percent('eyeHumidity4Percent'),
  10808: element('eyeMagnet1', eyeFlag),
  10809: element('eyeMagnet2', eyeFlag),
  10810: element('eyeMagnet3', eyeFlag),
  10811: element('eyeMagnet4', eyeFlag),
  10812: element('eyeMoving1', eyeFlag),
  10813: element('eyeMoving2', eyeFlag),
  10814: element('eyeMoving3', eyeFlag),
  10815: element('eyeMoving4', eyeFlag),
  10816: element('eyePitch1Deg', signed),
  10817: element('eyePitch2Deg', signed),
  10818: element('eyePitch3Deg', signed),
  10819: element('eyePitch4Deg', signed),
  10820: element('eyeBatteryLow1', eyeFlag),
  10821: element('eyeBatteryLow2', eyeFlag),
  10822: element('eyeBatteryLow3', eyeFlag),
  10823: element('eyeBatteryLow4', eyeFlag),
  10824: element('eyeBattery1V', eyeVolts),
  10825: element('eyeBattery2V', eyeVolts),
  10826: element('eyeBattery3V', eyeVolts),
  10827: element('eyeBattery4V', eyeVolts),
  10832: element('eyeRoll1Deg', signed),
  10833: element('eyeRoll2Deg', signed),
  10834: element('eyeRoll3Deg', signed),
  10835: element('eyeRoll4Deg', signed),
}
