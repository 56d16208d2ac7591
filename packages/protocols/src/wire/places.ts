/** Readings of which a device has several: values come one by one and go to their places in the lists. */
import { maxPlaces, type Reading, type ReadingName } from '@trackway/core/readings/readings.ts'
import type { Report } from '../protocol.ts'
import type { WireType } from './body.ts'
import { as } from './types.ts'

type Listed = { [N in ReadingName]: Reading<N> extends unknown[] ? N : never }[ReadingName]
type OfPlace<N extends ReadingName> = Reading<N> extends (infer V)[] ? NonNullable<V> : never

/** @param place from 1 on; one beyond `maxPlaces` is not kept */
export function setPlace<N extends Listed>(
  report: Report,
  name: N,
  place: number,
  value: OfPlace<N> | undefined,
): void {
  if (value === undefined || place < 1 || place > maxPlaces) return
  const list: unknown[] = report[name] ?? []
  report[name] = list as never
  while (list.length < place) list.push(null)
  list[place - 1] = value
}

/** The value of a device that has only one of them. */
export const onePlace = <V>(type: WireType<V>) => as(type, (value) => [value])

/** Values of one wheel's sensor. */
export interface Tyre {
  /** 1 is the front left, then from left to right and from front to back. */
  wheel: number
  sensorId?: string
  pressureKpa?: number
  temperatureC?: number
  state?: OfPlace<'tyreState'>
}

/** The ids of the sensors, by wheel, are kept in `extra.tyreSensors`. */
export function addTyres(report: Report, tyres: readonly Tyre[]): void {
  for (const { wheel, sensorId, pressureKpa, temperatureC, state } of tyres) {
    setPlace(report, 'tyrePressureKpa', wheel, pressureKpa)
    setPlace(report, 'tyreTemperatureC', wheel, temperatureC)
    setPlace(report, 'tyreState', wheel, state)
    if (sensorId === undefined) continue
    report.extra ??= {}
    report.extra.tyreSensors = { ...(report.extra.tyreSensors as object), [wheel]: sensorId }
  }
}
