import { columnOf, type ImportColumnKey } from './columns.ts'
import type { ImportKind } from './kinds.ts'

/** Which column of a sheet is which of a batch; null: none of them. */
export interface ColumnMatch {
  /** Index of the row of headings; -1: there is none. */
  headRow: number
  columns: (ImportColumnKey | null)[]
}

/** What the headings of a sheet meant. */
export type KnownHeadings = Readonly<Record<string, ImportColumnKey | null>>

/** Rows in which headings are looked for: a title may come first. */
const maxHeadRows = 8
/** Rows whose content is checked. */
const sampleRows = 50
const enoughOfSample = 0.8

/**
 * Matches the columns of a sheet by their headings: the names of the columns, what else they are called, and where
 * no heading is known, their contents.
 * @param names what a column is called in the languages of the page
 * @param known the columns of headings in earlier sheets, which have precedence; null: the column was left out
 */
export function matchColumns(
  kind: Pick<ImportKind, 'columns'>,
  rows: readonly (readonly string[])[],
  names: (key: ImportColumnKey) => readonly string[],
  known: KnownHeadings = {},
): ColumnMatch {
  const words = new Map<string, ImportColumnKey | null>()
  for (const key of [...kind.columns].reverse())
    for (const word of [key, ...columnOf(key).aliases, ...names(key)]) words.set(plain(word), key)
  for (const [heading, key] of Object.entries(known))
    if (key === null || kind.columns.includes(key)) words.set(plain(heading), key)
  const heads = rows.slice(0, maxHeadRows).map((row) => row.map((text) => words.get(plain(text))))
  const found = heads.map((keys) => new Set(keys.filter((key) => key !== undefined)).size)
  const best = Math.max(0, ...found)
  const headRow = best === 0 ? -1 : found.indexOf(best)
  const width = Math.max(0, ...rows.slice(0, sampleRows).map((row) => row.length))
  const columns: (ImportColumnKey | null)[] = []
  for (let at = 0; at < width; at++) {
    const key = heads[headRow]?.[at] ?? null
    columns.push(key !== null && !columns.includes(key) ? key : null)
  }
  const isLeftOut = (at: number) => heads[headRow]?.[at] === null
  const sample = rows.slice(headRow + 1, headRow + 1 + sampleRows)
  const matched = byContent(kind, sample, columns, isLeftOut)
  return { headRow: headRow < 0 && isStrangeHead(rows[0] ?? [], matched) ? 0 : headRow, columns: matched }
}

/** A column that was recognized by its content has words in this row: headings that nobody has named yet. */
function isStrangeHead(row: readonly string[], columns: readonly (ImportColumnKey | null)[]): boolean {
  return columns.some((key, at) => {
    const text = row[at]?.trim()
    return key !== null && columnOf(key).content !== undefined && text && !/\d/.test(text)
  })
}

function byContent(
  kind: Pick<ImportKind, 'columns'>,
  rows: readonly (readonly string[])[],
  columns: readonly (ImportColumnKey | null)[],
  isLeftOut: (at: number) => boolean,
): (ImportColumnKey | null)[] {
  const matched = [...columns]
  for (const key of kind.columns) {
    const { content } = columnOf(key)
    if (matched.includes(key) || !content) continue
    const at = matched.findIndex((taken, index) => {
      const texts = rows.flatMap((row) => row[index]?.trim() || [])
      return (
        taken === null && !isLeftOut(index) && texts.length > 0 && share(texts, content) >= enoughOfSample
      )
    })
    if (at >= 0) matched[at] = key
  }
  // A list of one column is a list of what the rows are about.
  if (columns.length === 1 && matched[0] === null) return [kind.columns[0]]
  return matched
}

const share = (texts: readonly string[], content: RegExp) =>
  texts.filter((text) => content.test(text)).length / texts.length

/** Small letters, without blanks, signs, and the star of what is required. */
const plain = (text: string) => text.toLowerCase().replace(/[\s_\-.:：()（）*#/]/g, '')
