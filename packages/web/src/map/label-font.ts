/** The fonts of the page also write on the map: Latin ones come first, else apostrophes in pinyin are full width. */
export function labelFont(weight: number, px: number, style: '' | 'italic ' = ''): string {
  return `${style}${weight} ${px}px ${getComputedStyle(document.body).fontFamily}`
}
