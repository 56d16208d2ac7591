import type { RuleContext } from './rule-context.ts'
import { alarms } from './rules/alarms.ts'
import { fences } from './rules/fences.ts'
import { fuelDrop } from './rules/fuel-drop.ts'
import { heldReadings } from './rules/held-readings.ts'
import { livePlace } from './rules/live-place.ts'
import { mileage } from './rules/mileage.ts'
import { motion } from './rules/motion.ts'
import { movedWhileParked } from './rules/moved-while-parked.ts'
import { odometer } from './rules/odometer.ts'
import { offRoute } from './rules/off-route.ts'
import { packs } from './rules/packs.ts'
import { plausibility } from './rules/plausibility.ts'
import { readings } from './rules/readings.ts'
import { speeding } from './rules/speeding.ts'
import { timing } from './rules/timing.ts'
import { tyres } from './rules/tyres.ts'

/** Every report passes these in order; each looks at the context and writes its verdict into it. */
export const rules: readonly ((context: RuleContext) => void)[] = [
  timing, // dates that cannot be, from the future, late
  plausibility, // jumps, parked drift, no fix: marked and kept
  readings, // ignition, battery, voltages, relays
  heldReadings, // readings reported since the last position
  motion, // moving or standing, and since when
  odometer, // metres; leaves out what is marked
  fences, // entered and left on the way from the last fix to this one
  livePlace, // from here on the state is where the report is
  mileage, // metres since the owner's midnight
  alarms, // those of the device itself
  offRoute, // did a bus leave its line?
  tyres, // what is wrong with wheels, by the device's word and by the limits set
  packs, // the same of battery packs
  speeding, // over the limit of the vehicle, from when to when
  movedWhileParked,
  fuelDrop,
]
