import { columnForms } from '@trackway/core/lists/forms.ts'
import type { FileColumn } from './table-file.ts'

/** How wide a column is, in characters: as its form needs, or its name. */
export function columnChars({ form, title }: FileColumn): number {
  return Math.max(columnForms[form].chars, Math.min(charsOf(title) + 2, 24))
}

/** Characters of the width of a digit: those of Chinese take two. */
function charsOf(text: string): number {
  let chars = 0
  for (const character of text) chars += character >= '\u1100' && character <= '\uffdc' ? 2 : 1
  return chars
}
