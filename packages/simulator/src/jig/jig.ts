import type { InputOf } from '@trackway/core/api/call.ts'
import { jigLimits, jigResultCalls } from '@trackway/core/features/jig-results/calls.ts'
import { createRandom } from '../random.ts'

type JigResult = Omit<InputOf<typeof jigResultCalls.upload>, 'sentTime'>

/** How a line of devices comes out of the jigs. */
export interface LineOptions {
  /** First fourteen digits of IMEIs count up from here. */
  firstSerial: number
  devices: number
  batch: string
  deviceType: number
  /** The first device is tested then, the others one after the other. */
  startTime: number
  secondsPerDevice: number
  /** Share of devices that fail a test at first and pass it when it is repeated. */
  failing: number
  seed: number
}

const tac = '86012304'

/** An IMEI with its check digit. */
export function imeiOf(serial: number): string {
  const digits = tac + String(serial).padStart(6, '0')
  const sum = [...digits].reduce((total, digit, at) => {
    const value = at % 2 === 1 ? Number(digit) * 2 : Number(digit)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return digits + String((10 - (sum % 10)) % 10)
}

/** What the jigs of a line measure: a serial and a GPS test of each device, some of them twice. The same seed gives the same. */
export function lineResults(options: LineOptions): JigResult[] {
  const { firstSerial, devices, batch, deviceType, startTime, secondsPerDevice, failing, seed } = options
  const random = createRandom(seed)
  const near = (value: number, spread: number) => Number((value + (random.next() - 0.5) * 2 * spread).toFixed(1))
  return Array.from({ length: devices }, (_, at) => {
    const imei = imeiOf(firstSerial + at)
    const time = startTime + at * secondsPerDevice * 1_000
    const about = (kind: 'serial' | 'gps', attempt: number, testTime: number) => ({
      resultId: `${batch}-${imei}-${kind}-${attempt}`,
      kind,
      imei,
      serialNumber: `GW5${String(firstSerial + at).padStart(6, '0')}`,
      iccid: `898606170800${String(firstSerial + at).padStart(8, '0')}`,
      batch,
      deviceType,
      slot: String((at % 8) + 1),
      program: '3.1',
      testTime,
    })
    const serial = (attempt: number, isBad: boolean): JigResult => ({
      ...about('serial', attempt, time + attempt * 40_000),
      items: [
        { code: 'firmware', value: isBad && at % 3 === 0 ? 'V1.2.3' : 'V1.2.4' },
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
    return [
      serial(1, failsSerial),
      ...(failsSerial ? [serial(2, false)] : []),
      gps(1, failsGps),
      ...(failsGps ? [gps(2, false)] : []),
    ]
  }).flat()
}

/** Uploads results as a jig does, and sends what was not answered again. @returns how many were stored now */
export async function uploadResults(
  url: string,
  key: string,
  results: readonly JigResult[],
): Promise<number> {
  let stored = 0
  for (let at = 0; at < results.length; at += jigLimits.results) {
    const part = results.slice(at, at + jigLimits.results)
    stored += await uploadPart(url, key, part)
  }
  return stored
}

const tries = 5

async function uploadPart(url: string, key: string, results: readonly JigResult[]): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const reply = await fetch(new URL(jigResultCalls.uploadMany.path, url), {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ results, sentTime: Date.now() }),
    }).catch((error: unknown) => {
      if (attempt === tries) throw error
      return null
    })
    if (reply?.ok) {
      const { data } = (await reply.json()) as { data: { results: { outcome: string }[] } }
      return data.results.filter(({ outcome }) => outcome === 'stored').length
    }
    if (reply !== null && (reply.status < 500 || attempt === tries))
      throw new Error(`the upload was refused: ${reply.status} ${await reply.text()}`)
    await new Promise((resolve) => setTimeout(resolve, attempt * 1_000))
  }
}
