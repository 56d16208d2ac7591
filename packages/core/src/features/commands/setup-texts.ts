/** Text messages that set where a new device reports to, as in its maker's manual. */
import { z } from 'zod'

/**
 * The placeholders of such a text. `hostKind` is 0 for an IP address and 1 for a name, as `SERVER` of the GT06
 * family has it; `id` is the terminal id.
 */
export const setupNames = ['host', 'hostKind', 'port', 'apn', 'apnUser', 'apnPassword', 'id'] as const
export type SetupName = (typeof setupNames)[number]

/** Without values that nobody knows: a text has no blank where there is one too few. */
export const setupText = z
  .string()
  .min(1)
  .max(160)
  .regex(/^[ -~]+$/)
  .refine((text) => namesIn(text).every((name) => setupNames.some((known) => known === name)), 'unknown_name')

/** The placeholders of a text, each once. */
export const namesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)),
]

export interface FilledText {
  text: string
  /** Placeholders without a value, which the text still contains. */
  missing: SetupName[]
}

/** The text with all that is known in it. */
export function fillSetup(text: string, values: { readonly [N in SetupName]?: string }): FilledText {
  const known = (name: string) => values[name as SetupName]
  return {
    text: text.replace(/\{(\w+)\}/g, (whole, name: string) => known(name) ?? whole),
    missing: namesIn(text).filter((name) => known(name) === undefined) as SetupName[],
  }
}

/** 0: an address, 1: a name. */
export const hostKindOf = (host: string): string => (/^[\d.]+$/.test(host) || host.includes(':') ? '0' : '1')
