const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** What XML 1.0 cannot carry at all (section 2.2), and control characters, which it cannot carry well. */
const notAllowed = /(?![\t\n\r])[\p{Cc}\p{Cs}\ufffe\uffff]/gu

/** A text as XML carries it, with a blank for each character that it cannot. */
export function xmlText(text: string): string {
  return text.replace(notAllowed, ' ').replace(/[&<>"]/g, (character) => entities[character]!)
}

export const xmlHead = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** An instant as XML schemas write it: UTC. */
export const xmlTime = (time: number) => new Date(time).toISOString()
