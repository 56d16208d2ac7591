import type { DeviceFault } from './device/conduct.ts'
import { mixedProtocols, type SpokenProtocol } from './device/speakers.ts'
import type { CharacterName } from './driving/characters.ts'
import { characters } from './driving/characters.ts'
import type { FleetMember } from './fleet.ts'
import { createRandom, hash } from './random.ts'
import { cities } from './roads/cities.ts'

/** How often each kind of vehicle is met, in parts. */
const mix: Record<CharacterName, number> = {
  car: 5,
  speeder: 1,
  taxi: 3,
  nightTaxi: 2,
  van: 4,
  coldVan: 1,
  truck: 2,
  nightTruck: 2,
  machine: 1,
  motorcycle: 2,
  asset: 1,
  // They drive a line of their city.
  bus: 0,
  strayBus: 0,
}
const drawn = (Object.keys(mix) as CharacterName[]).flatMap((name) =>
  Array<CharacterName>(mix[name]).fill(name),
)

/** Those that leave their city drive along its motorway, which a city of a map file has none of. */
const inTown = drawn.filter((name) => !['speeder', 'truck', 'nightTruck'].includes(name))

/** A fleet of any size out of a seed, for load and for trying things out. */
export function randomFleet(options: {
  devices: number
  seed: number
  firstId: number
  protocol: SpokenProtocol | 'mixed'
  since: number
  /** All of them drive here. */
  city?: string | undefined
  /** Share of them that have one of these faults, in turn. */
  faulty?: number
  faults?: readonly DeviceFault[]
  lost?: number
  firmware?: string | null
}): FleetMember[] {
  const { faulty = 0, faults = [], lost = 0, firmware = null } = options
  return Array.from({ length: options.devices }, (_, n) => {
    const seed = hash(options.seed, n)
    const random = createRandom(seed)
    const character = random.pick(options.city === undefined ? drawn : inTown)
    const [low, high] = characters[character].odometerKm
    return {
      terminalId: String(options.firstId + n),
      protocol: options.protocol === 'mixed' ? mixedProtocols[n % mixedProtocols.length]! : options.protocol,
      vehicle: { seed, character, city: options.city ?? random.pick(cities).name },
      odometerM: Math.round(1000 * random.between(low, high)),
      since: options.since,
      conduct: {
        // Every so manieth, and each fault as often.
        faults: isFaulty(n) ? [faults[Math.floor(n * faulty) % faults.length]!] : [],
        lostShare: lost,
        ...(firmware !== null && { firmware }),
      },
    }
  })

  function isFaulty(n: number): boolean {
    return faults.length > 0 && Math.floor((n + 1) * faulty) > Math.floor(n * faulty)
  }
}
