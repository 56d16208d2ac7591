/** Ranges of RFC 9110, section 14: one at a time. */

/** @returns null where the whole file is requested */
export function rangeOf(
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'unsatisfiable' | null {
  if (header === undefined || !/^bytes=/i.test(header)) return null
  const match = /^bytes=\s*(\d{0,15})\s*-\s*(\d{0,15})\s*$/i.exec(header)
  // Several at once would need an answer in parts, which no reader of maps or firmware requests.
  if (!match || (match[1] === '' && match[2] === '')) return 'unsatisfiable'
  const [first, last] = [match[1]!, match[2]!]
  if (first === '') {
    const count = Math.min(Number(last), size)
    return count === 0 ? 'unsatisfiable' : { start: size - count, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start >= size || start > end ? 'unsatisfiable' : { start, end }
}
