import { batteryCalls, batteryPart } from '@trackway/core/features/batteries/calls.ts'
import { type Handler, serve } from '../../platform/http/serve.ts'
import { partHandlers } from '../vehicle-parts/part-handlers.ts'
import { findBatteryVehicle, findBatteryVehicles } from './queries.ts'

export const batteryHandlers: readonly Handler[] = [
  serve(batteryCalls.find, (context) => findBatteryVehicles(context, context, context.input)),
  serve(batteryCalls.vehicle, (context) => findBatteryVehicle(context, context, context.input)),
  ...partHandlers(batteryCalls, batteryPart),
]
