/** The one model of SIM cards, whatever the platforms of operators call things. */

/** Where a card is in its life. */
export const simStates = ['testable', 'stock', 'ready', 'active', 'suspended', 'closed', 'unknown'] as const
export type SimState = (typeof simStates)[number]

export const simOperators = [
  'chinaMobile',
  'chinaUnicom',
  'chinaTelecom',
  'chinaBroadnet',
  'global',
  'other',
] as const
export type SimOperator = (typeof simOperators)[number]

/**
 * What does not fit together: a device reports another card or the card is reported by another device; the same of what
 * was entered; a device has the card, and the card is matched to none.
 */
export const simMismatches = ['reported', 'entered', 'unmatched'] as const
export type SimMismatch = (typeof simMismatches)[number]

/** What the operator's platform is told to do with a card. */
export const simActions = ['stop', 'resume', 'activate'] as const
export type SimAction = (typeof simActions)[number]

/** The states from which each action makes sense. */
export const simActionStates: Readonly<Record<SimAction, readonly SimState[]>> = {
  stop: ['active', 'unknown'],
  resume: ['suspended', 'unknown'],
  activate: ['ready'],
}

/** `waiting`: for its turn; `sent`: the platform has it, its result is not known yet; `failed`: refused. */
export const simActionStages = ['waiting', 'sent', 'failed'] as const
export type SimActionStage = (typeof simActionStages)[number]

/** What happens to a card. */
export const simEventKinds = [
  'added',
  'matched',
  'cleared',
  'stateChanged',
  'ordered',
  'orderFailed',
] as const
export type SimEventKind = (typeof simEventKinds)[number]

/** Platforms and devices write 19 or 20 characters of the same card: the first 19 say which it is. */
export const iccidKey = (iccid: string): string => iccid.slice(0, 19).toUpperCase()

/** By the first digits of an ICCID; 89883 is of operators that are at home nowhere. */
const prefixes: readonly (readonly [prefix: RegExp, operator: SimOperator])[] = [
  [/^8986(?:00|02|04|07|08|13)/, 'chinaMobile'],
  [/^8986(?:01|06|09)/, 'chinaUnicom'],
  [/^8986(?:03|11)/, 'chinaTelecom'],
  [/^898615/, 'chinaBroadnet'],
  [/^89883/, 'global'],
]

/** Whose card it is by its number: a hint, for numbers move between operators; null: the number does not say. */
export function operatorOf(iccid: string): SimOperator | null {
  return prefixes.find(([prefix]) => prefix.test(iccid))?.[1] ?? null
}

/** Chinese IoT cards are printed without a check digit, or with one of another rule. */
export const hasCheckDigit = (iccid: string): boolean => iccid.length === 20 && !iccid.startsWith('8986')
