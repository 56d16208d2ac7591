const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A text as XML carries it; control characters, which it can not carry at all, are left out. */
export function xmlText(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ').replace(/[&<>"]/g, (character) => entities[character]!)
}

export const xmlHead = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** An instant as XML schemas write it: UTC. */
export const xmlTime = (time: number) => new Date(time).toISOString()
