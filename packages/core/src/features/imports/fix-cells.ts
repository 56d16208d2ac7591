import { isScientific } from '../../rules/csv.ts'
import type { ImportCells } from './check-cells.ts'
import { columnOf } from './columns.ts'
import type { ImportKind } from './kinds.ts'

/** Faults that can be corrected in all rows at once. */
export const fixes = ['trim', 'scientific'] as const
export type Fix = (typeof fixes)[number]

/** Blanks at the ends and inside, byte order marks, and the apostrophe by which spreadsheets keep a text a text. */
const trimmed = (text: string) =>
  text
    .replace(/[\u200b\ufeff\u00a0\t]/g, ' ')
    .trim()
    .replace(/^'/, '')

/**
 * `8.67520000000107E+14` as the number it was, where all of its digits are there; `8.6E+14` has lost them and stays.
 */
export function unscientific(text: string): string {
  const [, first, rest = '', exponent] = /^(\d)(?:[.,](\d+))?e\+?(\d+)$/i.exec(text.trim()) ?? []
  if (first === undefined || rest.length < Number(exponent) - 1 || rest.length > Number(exponent)) return text
  return first + rest.padEnd(Number(exponent), '0')
}

/** The row with the fix; the same object where nothing changes. */
export function fixRow(kind: ImportKind, cells: ImportCells, fix: Fix): ImportCells {
  const fixed = kind.columns.flatMap((key) => {
    const text = cells[key]
    if (text === undefined) return []
    const better =
      fix === 'trim'
        ? columnOf(key).isNumber
          ? trimmed(text).replace(/[\s-]/g, '')
          : trimmed(text)
        : isScientific(text.trim(), columnOf(key).isNumber ?? false)
          ? unscientific(text)
          : text
    return better === text ? [] : [[key, better] as const]
  })
  return fixed.length === 0 ? cells : { ...cells, ...Object.fromEntries(fixed) }
}
