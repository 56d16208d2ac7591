import type { BusLineFault } from '@trackway/core/features/bus/calls.ts'
import type { TFunction } from 'i18next'
import { ApiError } from '../../../base/api.ts'

const faults: readonly BusLineFault[] = ['noWay', 'farStop', 'offsets', 'departures', 'days', 'repeatedStop']

/** What is wrong with a line, with the name of the stop that it is about; null: something else failed. */
export function faultText(error: unknown, stops: readonly { name: string }[], t: TFunction): string | null {
  if (!(error instanceof ApiError)) return null
  for (const { path, reason } of error.issues) {
    const fault = faults.find((each) => each === reason)
    if (fault === undefined) continue
    const stop = /^stops\.(\d+)/.exec(path)?.[1]
    return t(`bus.fault.${fault}`, { name: stop === undefined ? '' : (stops[Number(stop)]?.name ?? '') })
  }
  return null
}
