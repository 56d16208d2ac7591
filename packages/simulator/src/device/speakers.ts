import type { Vehicle } from '../driving/characters.ts'
import { chance } from '../random.ts'
import { cityNamed } from '../roads/cities.ts'
import { createGt06Speaker } from './gt06-speaker.ts'
import { createJt808Speaker } from './jt808-speaker.ts'
import type { Speaker } from './speaker.ts'

/** Protocols that simulated devices speak. */
export const spokenProtocols = ['gt06', 'jt808'] as const
export type SpokenProtocol = (typeof spokenProtocols)[number]

export function createSpeaker(
  protocol: SpokenProtocol,
  device: { terminalId: string; vehicle: Vehicle; plate?: string },
): Speaker {
  const { terminalId, vehicle, plate } = device
  switch (protocol) {
    case 'gt06': {
      const { country } = cityNamed(vehicle.city)
      return createGt06Speaker({ imei: terminalId, country, is4g: chance(vehicle.seed, 71) < 0.5 })
    }
    case 'jt808':
      return createJt808Speaker({ terminalId, plate: plate ?? '' })
  }
}
