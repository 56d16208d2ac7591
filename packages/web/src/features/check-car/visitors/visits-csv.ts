import type { Visitor } from '@trackway/core/api/check-car.ts'
import type { TFunction } from 'i18next'
import type { Format } from '../../../base/format.ts'

/** The visits as a table for spreadsheet programs: a byte order mark tells them that it is UTF-8. */
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
  return `\ufeff${[titles, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
}

/** A name that begins like a formula would be one in a spreadsheet; a place that is south of the equator is none. */
function cell(value: string | number): string {
  const text = String(value)
  const isFormula = /^\s*[=+\-@|＝＋－＠]|^[\t\r\n]/.test(text) && !/^-[\d.]+( -?[\d.]+)?$/.test(text)
  const safe = isFormula ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
