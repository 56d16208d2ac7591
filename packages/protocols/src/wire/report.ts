/** From values to a report: where each of them goes, whatever protocol it came by. */

import { type ReadingName, readings } from '@trackway/core/readings/readings.ts'
import type { Extra, Report } from '../protocol.ts'
import type { Body, Values } from './body.ts'
import { addTyres, type Tyre } from './places.ts'

/** The name of a row whose value is a list of names and values of its own. */
export const spread = '...'

/** A report without place and time. */
export const bareReport = (): Report => ({ fixTime: null, fix: 'none' })

/** Adds the values of a body to a report: into the key of their name, or else into `extra`. */
export function addValues<V>(report: Report, { rows }: Body<V>, values: V): void {
  for (const { name, isPart } of rows) {
    const value = (values as Values)[name]
    if (value === undefined || isPart) continue
    if (name === spread) for (const [each, one] of value as [string, unknown][]) addValue(report, each, one)
    else addValue(report, name, value)
  }
}

type ListKey = 'alarms' | 'cells' | 'wifi'

export function addValue(report: Report, name: string, value: unknown): void {
  if (name in readings) {
    addReading(report, name as ReadingName, value)
    return
  }
  switch (name) {
    case 'alarms':
    case 'cells':
    case 'wifi':
      addToList(report, name, value as never[])
      break
    case 'tyres':
      addTyres(report, value as Tyre[])
      break
    case 'speedKmh':
    case 'courseDeg':
    case 'satellites':
    case 'odometerM':
    case 'charging':
    case 'armed':
    case 'doorOpen':
    case 'oilCut':
    case 'accOn':
    case 'isBuffered':
    case 'altitudeM':
      report[name] = value as never
      break
    case 'iccid': {
      const digits = String(value).replace(/f+$/i, '')
      if (!/^0*$/.test(digits)) report.iccid = digits
      break
    }
    case 'imei':
      if (!/^0*$/.test(String(value))) addExtra(report, name, value as Extra)
      break
    default:
      addExtra(report, name, value as Extra)
  }
}

/** Lists of several items are one list: more sensors. */
function addReading(report: Report, name: ReadingName, value: unknown): void {
  const before = report[name]
  report[name] = (Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : value) as never
}

function addToList(report: Report, name: ListKey, values: never[]): void {
  if (values.length === 0) return
  const list = (report[name] ?? []) as never[]
  for (const value of values) if (!list.includes(value)) list.push(value)
  report[name] = list
}

/** A value may come twice; then both stand in a list. */
export function addExtra(report: Report, name: string, value: Extra): void {
  report.extra ??= {}
  const { extra } = report
  const before = extra[name]
  if (before === undefined) extra[name] = value
  else if (!Array.isArray(before)) extra[name] = [before, value]
  else if (Array.isArray(value)) before.push(...value)
  else before.push(value)
}
