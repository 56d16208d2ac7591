/** What the QR code or Data Matrix of a label holds: a text in which these names stand for the numbers of the device. */
export const codeFields = ['id', 'iccid', 'serialNumber'] as const
export type CodeFacts = Record<(typeof codeFields)[number], string | null>

export const usualCodeText = '{id},{iccid}'

const field = /\{(\w+)\}/g

/** Does it say whose label it is, by names that there are? */
export function isCodeText(template: string): boolean {
  const names = Array.from(template.matchAll(field), ([, name]) => name!)
  return names.includes('id') && names.every((name) => (codeFields as readonly string[]).includes(name))
}

/** The text of one device. Numbers in a link are escaped; commas at the end, before which nothing is known, go. */
export function codeTextOf(template: string, facts: CodeFacts): string {
  const fit = /^[a-z][a-z0-9+.-]*:/i.test(template) ? encodeURIComponent : (text: string) => text
  return template.replace(field, (_, name: keyof CodeFacts) => fit(facts[name] ?? '')).replace(/,+$/, '')
}
