import { columnOf, type ImportColumnKey } from './columns.ts'
import type { ImportKind } from './kinds.ts'

/** Which column of a sheet is which of a batch; null: none of them. */
export interface ColumnMatch {
  /** Index of the row of headings; -1: there is none. */
  headRow: number
  columns: (ImportColumnKey | null)[]
}

/** Rows in which headings are looked for: a title may stand above them. */
const maxHeadRows = 8
/** Rows whose content is looked at. */
const sampleRows = 50
const enoughOfSample = 0.8

/**
 * Matches the columns of a sheet by their headings: the names of the columns, what else they are called, and where
 * no heading says it, what stands in them.
 * @param names what a column is called in the languages of the page
 */
export function matchColumns(
  kind: ImportKind,
  rows: readonly (readonly string[])[],
  names: (key: ImportColumnKey) => readonly string[],
): ColumnMatch {
  const words = new Map<string, ImportColumnKey>()
  for (const key of [...kind.columns].reverse())
    for (const word of [key, ...columnOf(key).aliases, ...names(key)]) words.set(plain(word), key)
  const heads = rows.slice(0, maxHeadRows).map((row) => row.map((text) => words.get(plain(text)) ?? null))
  const found = heads.map((keys) => new Set(keys.filter((key) => key !== null)).size)
  const best = Math.max(0, ...found)
  const headRow = best === 0 ? -1 : found.indexOf(best)
  const width = Math.max(0, ...rows.slice(0, sampleRows).map((row) => row.length))
  const columns: (ImportColumnKey | null)[] = []
  for (let at = 0; at < width; at++) {
    const key = heads[headRow]?.[at] ?? null
    columns.push(key !== null && !columns.includes(key) ? key : null)
  }
  return { headRow, columns: byContent(kind, rows.slice(headRow + 1, headRow + 1 + sampleRows), columns) }
}

function byContent(
  kind: ImportKind,
  rows: readonly (readonly string[])[],
  columns: readonly (ImportColumnKey | null)[],
): (ImportColumnKey | null)[] {
  const matched = [...columns]
  for (const key of kind.columns) {
    const { content } = columnOf(key)
    if (matched.includes(key) || !content) continue
    const at = matched.findIndex((taken, index) => {
      const texts = rows.flatMap((row) => row[index]?.trim() || [])
      return taken === null && texts.length > 0 && share(texts, content) >= enoughOfSample
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
