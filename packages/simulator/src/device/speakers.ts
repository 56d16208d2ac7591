import type { WireProtocol } from '@trackway/protocols/protocol.ts'
import type { Vehicle } from '../driving/characters.ts'
import { chance } from '../random.ts'
import { cityNamed } from '../roads/cities.ts'
import { createGt06Speaker } from './gt06-speaker.ts'
import { createJt808Speaker } from './jt808-speaker.ts'
import type { Speaker } from './speaker.ts'

interface Speaking {
  terminalId: string
  vehicle: Vehicle
  plate?: string
}

/** By protocol, how a simulated device speaks it. Options and mixed fleets follow from this list. */
const speakers = {
  gt06: ({ terminalId, vehicle: { city, seed } }: Speaking) =>
    createGt06Speaker({ imei: terminalId, country: cityNamed(city).country, is4g: chance(seed, 71) < 0.5 }),
  jt808: ({ terminalId, plate = '' }: Speaking) => createJt808Speaker({ terminalId, plate }),
} satisfies { readonly [name in WireProtocol]?: (device: Speaking) => Speaker }

export type SpokenProtocol = keyof typeof speakers
export const spokenProtocols = Object.keys(speakers) as SpokenProtocol[]

export const createSpeaker = (protocol: SpokenProtocol, device: Speaking): Speaker =>
  speakers[protocol](device)
