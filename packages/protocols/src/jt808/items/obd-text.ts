/**
 * `$OBD-RT,…`: the state of a car as text, in item E6, in message 0900 type 41, comma separated.
 * Empty fields occur and say nothing.
 */

import { body, type WireType } from '../../wire/body.ts'
import { textRest } from '../../wire/types.ts'
import { spread } from './items.ts'

const names = [
  'externalVoltageV',
  'rpm',
  'obdSpeedKmh',
  'throttlePercent',
  'engineLoadPercent',
  'coolantC',
  'consumption',
  'meanConsumption',
  'tripKm',
  'odometerKm',
  'tripFuelL',
  'fuelUsedL',
  'dtcCount',
  'harshAccelerations',
  'harshBrakings',
]

/** Names and values of a sentence; undefined where the text is another. */
export function readObdText(line: string): [string, number | string][] | undefined {
  const start = line.indexOf('$OBD-RT')
  if (start < 0) return undefined
  const values = line.slice(start).trim().split(',').slice(1)
  const found: [string, number | string][] = []
  for (const [i, name] of names.entries()) {
    const value = values[i]?.trim() ?? ''
    if (value === '' || !Number.isFinite(Number(value))) continue
    if (name === 'odometerKm') found.push(['odometerM', Math.round(Number(value) * 1000)])
    else found.push([name, Number(value)])
  }
  return found
}

const obdValues: WireType<[string, number | string][]> = {
  read: (r) => {
    const line = textRest.read(r)
    return readObdText(line) ?? [['text', line]]
  },
}

export const obdText = body({ [spread]: obdValues })
