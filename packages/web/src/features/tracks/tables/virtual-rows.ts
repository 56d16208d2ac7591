/** Browsers cut elements off at about 17 million pixels; 777,600 rows are more. */
export const tallestPx = 8_000_000

/** Which rows a scrolled box shows, and their positions in it. */
export interface RowWindow {
  first: number
  /** Exclusive. */
  last: number
  /** Of the first row, from the top of the content. */
  topPx: number
}

/** The height of the content that is scrolled over. */
export function contentPx(count: number, rowPx: number): number {
  return Math.min(count * rowPx, tallestPx)
}

/**
 * The rows in view. Beyond the tallest content the scroll bar goes by shares of all rows: no row is out of
 * reach, and rows are still one below the other.
 */
export function rowWindow(count: number, rowPx: number, scrollTop: number, viewPx: number): RowWindow {
  const scrollable = contentPx(count, rowPx) - viewPx
  const hidden = count * rowPx - viewPx
  const share = scrollable > 0 ? Math.min(Math.max(scrollTop / scrollable, 0), 1) : 0
  const offset = Math.max(0, hidden) * share
  const first = Math.floor(offset / rowPx)
  const last = Math.min(count, Math.ceil((offset + viewPx) / rowPx) + 1)
  return { first, last, topPx: scrollTop - (offset - first * rowPx) }
}

/** How far to scroll so that a row is in the middle; null where it is in view already. */
export function scrollTopFor(
  index: number,
  count: number,
  rowPx: number,
  scrollTop: number,
  viewPx: number,
): number | null {
  const { first, last } = rowWindow(count, rowPx, scrollTop, viewPx)
  if (index > first && index < last - 2) return null
  const hidden = count * rowPx - viewPx
  if (hidden <= 0) return null
  const offset = Math.min(Math.max(index * rowPx - viewPx / 2, 0), hidden)
  return (offset / hidden) * (contentPx(count, rowPx) - viewPx)
}
