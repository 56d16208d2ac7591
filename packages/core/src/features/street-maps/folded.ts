/**
 * As names are compared with what somebody types: without case, accents, punctuation and blanks, `ß` as `ss`, and a
 * street's usual short form as the whole word.
 */
export function folded(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replace(/str\.(?=\s|$|\d)/g, 'strasse')
    .replaceAll('ß', 'ss')
    .replace(/[\p{M}\p{P}\s]/gu, '')
}
