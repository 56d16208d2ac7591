import type { InputOf } from '@trackway/core/api/call.ts'
import type { jigResultCalls } from '@trackway/core/features/jig-results/calls.ts'
import { luhnDigit } from '@trackway/core/rules/validation.ts'
import { createRandom } from '../random.ts'

export type JigResult = Omit<InputOf<typeof jigResultCalls.upload>, 'sentTime' | 'testTime'> & {
  testTime: number
}

/** A device on the line, by its three numbers. */
export interface LineUnit {
  imei: string
  serialNumber: string
  iccid: string | null
}

/** How a line of devices comes out of its jigs. */
export interface LineOptions {
  units: readonly LineUnit[]
  batch: string
  deviceType: number
  firmware: string
  /** The first device is tested then, the others one after the other. */
  startTime: number
  secondsPerDevice: number
  /** Share of devices that fail a test at first. All but every tenth of them pass it when it is repeated. */
  failing: number
  operators?: readonly string[]
  seed: number
}

const tac = '86012304'

/** A device by the serial in its IMEI. */
export function lineUnit(serial: number): LineUnit {
  const digits = tac + String(serial).padStart(6, '0')
  const iccid = `89860617080${String(serial).padStart(8, '0')}`
  return {
    imei: digits + luhnDigit(digits),
    serialNumber: `GW5${String(serial).padStart(6, '0')}`,
    // Readers leave the check digit out: what is before it tells cards apart.
    iccid: iccid + luhnDigit(iccid),
  }
}

/** What the jigs of a line measure: a serial and a GPS test of each device, some of them twice. The same seed gives the same. */
export function lineResults(options: LineOptions): JigResult[] {
  const { units, batch, deviceType, firmware, startTime, secondsPerDevice, failing, operators, seed } =
    options
  const random = createRandom(seed)
  const near = (value: number, spread: number) =>
    Number((value + (random.next() - 0.5) * 2 * spread).toFixed(1))
  return units.flatMap((unit, at) => {
    const time = startTime + at * secondsPerDevice * 1_000
    const about = (kind: 'serial' | 'gps', attempt: number, testTime: number) => ({
      resultId: `${batch}-${unit.imei}-${kind}-${attempt}`,
      kind,
      ...unit,
      batch,
      deviceType,
      slot: String((at % 8) + 1),
      program: '3.1',
      operator: operators?.[Math.floor(at / 30) % operators.length] ?? null,
      testTime,
    })
    const serial = (attempt: number, isBad: boolean): JigResult => ({
      ...about('serial', attempt, time + attempt * 40_000),
      items: [
        { code: 'firmware', value: isBad && at % 3 === 0 ? 'V1.2.3' : firmware },
        { code: 'csq', value: Math.round(near(22, 6)) },
        { code: 'externalVoltage', unit: 'V', value: near(12, 0.3) },
        { code: 'batteryVoltage', unit: 'V', value: near(4, 0.1) },
        { code: 'runCurrent', unit: 'mA', value: near(48, 8) },
        { code: 'sleepCurrent', unit: 'µA', value: isBad && at % 3 !== 0 ? near(640, 90) : near(82, 9) },
        { code: 'acc', value: 'toggled' },
      ],
      pass: !isBad,
    })
    const gps = (attempt: number, isBad: boolean): JigResult => ({
      ...about('gps', attempt, time + 90_000 + attempt * 60_000),
      items: [
        { code: 'satellites', value: Math.round(near(11, 3)) },
        { code: 'cn0Top4', unit: 'dBHz', value: isBad ? near(31, 3) : near(43, 3) },
        { code: 'ttff', unit: 's', value: near(34, 8) },
      ],
      pass: !isBad,
    })
    const [failsSerial, failsGps] = [random.next() < failing, random.next() < failing / 2]
    const isBroken = random.next() < 0.1
    return [
      serial(1, failsSerial),
      ...(failsSerial ? [serial(2, isBroken)] : []),
      gps(1, failsGps),
      ...(failsGps ? [gps(2, isBroken)] : []),
    ]
  })
}
