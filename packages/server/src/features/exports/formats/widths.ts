import type { FileColumn } from '../report-file.ts'

/** How wide columns are, in characters; what is longer is wrapped or cut by whoever draws it. */

const byForm: Record<FileColumn['form'], number> = {
  text: 18,
  day: 11,
  instant: 20,
  duration: 10,
  distance: 12,
  speed: 12,
  count: 9,
  percent: 9,
  litres: 10,
  place: 40,
  reason: 16,
}

export function columnChars({ form, title }: FileColumn): number {
  return Math.max(byForm[form], Math.min(charsOf(title) + 2, 24))
}

/** Characters of the width of a digit: those of Chinese take two. */
function charsOf(text: string): number {
  let chars = 0
  for (const character of text) chars += character >= '\u1100' && character <= '\uffdc' ? 2 : 1
  return chars
}
