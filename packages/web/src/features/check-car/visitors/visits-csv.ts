import type { Visitor } from '@trackway/core/features/check-car/calls.ts'
import { byteOrderMark, csvLine } from '@trackway/core/rules/csv.ts'
import type { TFunction } from 'i18next'
import type { Format } from '../../../base/format.ts'

/** The visits as a table for spreadsheet programs. */
export function visitsCsv(visitors: readonly Visitor[], format: Format, t: TFunction): string {
  const titles = [
    'device',
    'terminalID',
    'account',
    'entered',
    'left',
    'seconds',
    'km',
    'nearestM',
    'enteredAt',
    'leftAt',
    'isEntrySeen',
    'isExitSeen',
  ].map((name) => t(`checkCar.csv.${name}`))
  const yesNo = (value: boolean) => t(value ? 'checkCar.csv.yes' : 'checkCar.csv.no')
  const rows = visitors.flatMap(({ displayName, terminalID, username, visits }) =>
    visits.map((visit) => [
      displayName,
      terminalID,
      username,
      format.dateTime(visit.enterTime),
      format.dateTime(visit.leaveTime),
      Math.round((visit.leaveTime - visit.enterTime) / 1000),
      (visit.distanceM / 1000).toFixed(3),
      visit.nearestM === null ? '' : Math.round(visit.nearestM),
      `${visit.enterPlace.lat.toFixed(6)} ${visit.enterPlace.lon.toFixed(6)}`,
      `${visit.leavePlace.lat.toFixed(6)} ${visit.leavePlace.lon.toFixed(6)}`,
      yesNo(visit.isEntrySeen),
      yesNo(visit.isExitSeen),
    ]),
  )
  return byteOrderMark + [titles, ...rows].map(csvLine).join('')
}
