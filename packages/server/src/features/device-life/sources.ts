import type { LifeSource } from '../../platform/life-source.ts'
import { commandLife } from '../commands/life-events.ts'
import { deviceLife } from '../devices/life-events.ts'
import { firmwareLife } from '../firmware/life-events.ts'
import { jigLife } from '../jig-results/life-events.ts'
import { qualityLife } from '../quality-checks/life-events.ts'
import { simLife } from '../sim-cards/life-events.ts'
import { stockLife } from '../stock/life-events.ts'
import { taskLife } from '../tasks/life-events.ts'

/** Every feature that knows something of the life of a device, by hand. What the first says of a device counts. */
export const lifeSources: readonly LifeSource[] = [
  deviceLife,
  jigLife,
  qualityLife,
  stockLife,
  simLife,
  commandLife,
  firmwareLife,
  taskLife,
]
