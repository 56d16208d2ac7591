import { secret } from '@trackway/core/api/secret.ts'
import type { SimAction, SimState } from '@trackway/core/features/sim-cards/sim-codes.ts'
import { z } from 'zod'
import { shortText } from '../../../platform/outbound/send-request.ts'
import type { Provider, ProviderParts } from '../../../platform/provider.ts'

/** An operator's platform, which knows the SIM cards of an account there and switches them. */
export interface SimPlatform extends Provider {
  /** Cards that are asked about at once. */
  cardsAtOnce: number
  /** How long after a change it refuses another of the same card. @param stored its settings */
  changeGapMs(stored: object): number
  /**
   * @param stored its settings
   * @returns null where a secret is missing
   */
  connect(stored: object, tools: SimTools): SimClient | null
}

interface SimPlatformParts<S extends z.ZodObject> extends ProviderParts<S> {
  cardsAtOnce: number
  changeGapMs(settings: z.output<S>): number
  connect(settings: z.output<S>, tools: SimTools): SimClient | null
}

export const simPlatform = <S extends z.ZodObject>(parts: SimPlatformParts<S>): SimPlatform => ({
  ...parts,
  changeGapMs: (stored) => parts.changeGapMs(parts.settings.parse(stored)),
  connect: (stored, tools) => parts.connect(parts.settings.parse(stored), tools),
})

/** What a client needs of us. All processes that use an account share its bucket and its token. */
export interface SimTools {
  now(): number
  /** Waits until the account may make one more request. */
  takeTurn(): Promise<void>
  /**
   * Does something with the token of the account: the one that is there, or a new one. Where that one turns out to be
   * over, once more with another.
   * @throws {SimRefused} `token` where that is refused, too
   */
  withToken<T>(fetchToken: () => Promise<SimToken>, use: (token: string) => Promise<T>): Promise<T>
}

export interface SimToken {
  value: string
  lifeMs: number
}

/** The token that was used is not known there any more. */
export class TokenOver extends Error {}

/** Requests to a platform, each after its turn. They throw a `SimRefused`. */
export interface SimClient {
  /**
   * What the platform knows of these cards, `cardsAtOnce` at most, as it comes.
   * @param isStopped no further request is made once it says so
   */
  read(cards: readonly SimKey[], isStopped: () => boolean): AsyncIterable<SimFacts>
  /** Has a card stopped, resumed or activated: accepted is not done. */
  change(card: SimKey, action: SimAction): Promise<void>
}

export interface SimKey {
  id: number
  iccid: string
  msisdn: string | null
  imsi: string | null
}

/** What a platform says of a card; what is left out it did not say. */
export interface SimFacts {
  id: number
  /** Why it says nothing. */
  failure?: SimFailure
  msisdn?: string
  imsi?: string
  state?: SimState
  /** Its own code. */
  rawState?: string
  usedBytes?: number
  /** Until when that is counted, epoch ms. */
  usedTime?: number
}

/** Why a platform gave no answer, in our words (`reports.simFailure`). */
export type SimFailure =
  /** Of the platform as a whole: nothing was reached, it wants to be left alone, no answer came, or none of its own. */
  | 'unreachable'
  | 'busy'
  | 'noAnswer'
  | 'answer'
  | 'token'
  | 'credentials'
  | 'parameters'
  /** Of one card. */
  | 'notYours'
  | 'noSuchCard'
  | 'tooSoon'
  | 'refused'

const ofOneCard: readonly SimFailure[] = ['parameters', 'notYours', 'noSuchCard', 'tooSoon', 'refused']

/** The platform refused a request, or could not be reached. */
export class SimRefused extends Error {
  readonly failure: SimFailure
  /** It says nothing of the card that was asked about: others would fail as well. */
  readonly isOfPlatform: boolean

  /** @param text its own code and words */
  constructor(failure: SimFailure, text: string, isOfPlatform = !ofOneCard.includes(failure)) {
    super(shortText(text))
    this.failure = failure
    this.isOfPlatform = isOfPlatform
  }
}

export const serviceUrl = z.url({ protocol: /^https?$/ }).max(200)

export const accountSecret = secret(
  z.string().max(200).optional().describe('Password of the account; left out: keep the stored one; secret.'),
)
