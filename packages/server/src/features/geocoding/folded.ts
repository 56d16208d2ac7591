/** As it is compared with what somebody types: without case, accents, apostrophes and blanks. */
export function folded(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\p{M}\p{P}\s]/gu, '')
    .toLowerCase()
}
