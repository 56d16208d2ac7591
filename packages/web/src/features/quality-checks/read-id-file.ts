import { matchColumns } from '@trackway/core/features/imports/match-columns.ts'
import { readSheet } from '../../base/sheets/sheet-files.ts'
import { readIds } from '../../ui/vehicles/read-ids.ts'

/** What else stands in lists of devices, and looks like an id. */
const columns = ['terminalID', 'iccid', 'sim', 'deviceType', 'batch'] as const

/**
 * The ids of devices in a file (XLSX, CSV or text): of the column that is called or looks like it; where none does, all
 * that has so many digits.
 */
export async function readIdFile(file: File): Promise<string[]> {
  const { rows } = await readSheet(file)
  const { headRow, columns: matched } = matchColumns({ columns }, rows, () => [])
  const at = matched.indexOf('terminalID')
  const body = rows.slice(headRow + 1)
  const cells = at >= 0 ? body.map((row) => row[at] ?? '') : body.flat().filter((cell) => /\d{6}/.test(cell))
  return readIds(cells.join('\n')).ids
}
