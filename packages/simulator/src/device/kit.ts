import { characterOf, type Vehicle } from '../driving/characters.ts'
import { chance } from '../random.ts'

/** How a vehicle's device is set and what is wired to it. */
export interface Kit {
  /** Seconds between reports while the engine runs; a turn is reported besides. */
  movingSeconds: number
  /** No two positions closer than this. */
  leastSeconds: number
  /** Between positions while parked. */
  parkedSeconds: number
  heartbeatSeconds: number
  hasAcc: boolean
  hasOdometer: boolean
  hasFuel: boolean
  hasTemperature: boolean
  hasAltitude: boolean
  /** Its fix wanders while parked, as it does without a static filter. */
  drifts: boolean
}

/** The kit that fits a vehicle; `movingSeconds` as given. */
export function kitOf(vehicle: Vehicle, movingSeconds: number): Kit {
  const character = characterOf(vehicle)
  const hasSupply = character.supplyV !== null
  return {
    movingSeconds,
    leastSeconds: 2,
    parkedSeconds: hasSupply ? 600 : 3_600,
    heartbeatSeconds: 180,
    hasAcc: hasSupply,
    hasOdometer: hasSupply && chance(vehicle.seed, 21) < 0.6,
    hasFuel: character.tankL !== undefined,
    hasTemperature: character.cargoC !== undefined,
    hasAltitude: true,
    drifts: chance(vehicle.seed, 22) < 0.3,
  }
}
