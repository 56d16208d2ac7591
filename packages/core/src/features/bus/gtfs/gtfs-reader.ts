export const gtfsFiles = [
  'routes',
  'trips',
  'stops',
  'stop_times',
  'shapes',
  'calendar',
  'calendar_dates',
  'frequencies',
] as const
export type GtfsFile = (typeof gtfsFiles)[number]

/** The files of a feed as rows of texts, the first with the names of the columns. */
export type GtfsTables = Partial<Record<GtfsFile, readonly (readonly string[])[]>>

export type GtfsReason =
  | 'missingFile'
  | 'missingColumn'
  | 'badPlace'
  | 'badTime'
  | 'badDate'
  | 'badException'
  | 'badHeadway'
  | 'unknownStop'
  | 'unknownTrip'
  | 'unknownRoute'
  | 'unknownShape'
  | 'tooFewStops'
  | 'farStop'
  | 'tooManyStops'
  | 'tooManyServices'

/** What could not be read. */
export interface GtfsFault {
  file: GtfsFile
  /** As a text editor counts them, the headings are 1; null: of the file as a whole. */
  row: number | null
  reason: GtfsReason
  /** The value of the cell, or the name of the missing column. */
  value: string
}

const maxFaults = 200

export interface Row {
  row: number
  of: (column: string) => string
}

/** The files of a feed, row by row, and what could not be read. */
export class GtfsReader {
  readonly faults: GtfsFault[] = []
  faultCount = 0
  readonly #tables: GtfsTables

  constructor(tables: GtfsTables) {
    this.#tables = tables
  }

  fault(file: GtfsFile, row: number | null, reason: GtfsReason, value: string): void {
    this.faultCount += 1
    if (this.faults.length < maxFaults) this.faults.push({ file, row, reason, value: value.slice(0, 60) })
  }

  has(file: GtfsFile): boolean {
    return this.#tables[file] !== undefined
  }

  /** The rows of a file; none where a required column is missing. */
  *rows(file: GtfsFile, needed: readonly string[]): Generator<Row> {
    const table = this.#tables[file]
    if (table === undefined) return
    const headings = (table[0] ?? []).map((heading) => heading.replace(/^\ufeff/, '').trim())
    const missing = needed.filter((column) => !headings.includes(column))
    for (const column of missing) this.fault(file, null, 'missingColumn', column)
    if (missing.length > 0) return
    for (let i = 1; i < table.length; i++) {
      const cells = table[i]!
      if (cells.every((cell) => cell.trim() === '')) continue
      yield { row: i + 1, of: (column) => (cells[headings.indexOf(column)] ?? '').trim() }
    }
  }
}
