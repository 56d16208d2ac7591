import type { WireProtocol } from '@trackway/protocols/protocol.ts'
import type { Vehicle } from '../driving/characters.ts'
import { chance } from '../random.ts'
import { cityNamed } from '../roads/cities.ts'
import { createBsjSpeaker } from './bsj-speaker.ts'
import type { Conduct } from './conduct.ts'
import { createGt06Speaker } from './gt06-speaker.ts'
import { createJt808Speaker } from './jt808-speaker.ts'
import { createRequestSpeaker, nbiotRequests, osmandRequests, owntracksRequests } from './request-speaker.ts'
import { createSentenceSpeaker } from './sentence-speaker.ts'
import {
  gps103Sentences,
  h02Sentences,
  meitrackSentences,
  tk103Sentences,
  watchSentences,
} from './sentences.ts'
import type { Speaker } from './speaker.ts'
import { createTeltonikaSpeaker } from './teltonika-speaker.ts'
import { createTopflytechSpeaker } from './topflytech-speaker.ts'

interface Speaking {
  terminalId: string
  vehicle: Vehicle
  plate?: string
  conduct?: Conduct
}

/** By protocol, how a simulated device speaks it. Options and mixed fleets follow from this list. */
const speakers = {
  gt06: ({ terminalId, vehicle: { city, seed }, conduct = {} }: Speaking) =>
    createGt06Speaker({
      imei: terminalId,
      country: cityNamed(city).country,
      is4g: chance(seed, 71) < 0.5,
      conduct,
    }),
  jt808: ({ terminalId, plate = '', conduct = {} }: Speaking) =>
    createJt808Speaker({ terminalId, plate, conduct }),
  bsj: ({ terminalId }: Speaking) => createBsjSpeaker({ terminalId }),
  topflytech: ({ terminalId }: Speaking) => createTopflytechSpeaker({ imei: terminalId }),
  teltonika: ({ terminalId }: Speaking) => createTeltonikaSpeaker({ imei: terminalId }),
  h02: ({ terminalId }: Speaking) => createSentenceSpeaker(h02Sentences(terminalId)),
  gps103: ({ terminalId }: Speaking) => createSentenceSpeaker(gps103Sentences(terminalId)),
  tk103: ({ terminalId }: Speaking) => createSentenceSpeaker(tk103Sentences(terminalId)),
  nbiot: ({ terminalId }: Speaking) => createRequestSpeaker(nbiotRequests(terminalId)),
  owntracks: ({ terminalId }: Speaking) => createRequestSpeaker(owntracksRequests(terminalId)),
  osmand: ({ terminalId }: Speaking) => createRequestSpeaker(osmandRequests(terminalId)),
  watch: ({ terminalId }: Speaking) => createSentenceSpeaker(watchSentences(terminalId)),
  meitrack: ({ terminalId }: Speaking) => createSentenceSpeaker(meitrackSentences(terminalId)),
} satisfies { readonly [name in WireProtocol]?: (device: Speaking) => Speaker }

export type SpokenProtocol = keyof typeof speakers
export const spokenProtocols = Object.keys(speakers) as SpokenProtocol[]

/** One port for all of them: the detecting one. */
export const atPort = (port: number): Record<SpokenProtocol, number> =>
  Object.fromEntries(spokenProtocols.map((name) => [name, port])) as Record<SpokenProtocol, number>

/** What a mixed fleet speaks in turn: protocols that acknowledge what they receive. */
export const mixedProtocols: readonly SpokenProtocol[] = ['gt06', 'jt808', 'teltonika']

export const createSpeaker = (protocol: SpokenProtocol, device: Speaking): Speaker =>
  speakers[protocol](device)
