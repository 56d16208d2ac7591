import { tyreCalls, tyrePart } from '@trackway/core/features/tyres/calls.ts'
import { type Handler, serve } from '../../platform/http/serve.ts'
import { partHandlers } from '../vehicle-parts/part-handlers.ts'
import { findTyreVehicle, findTyreVehicles } from './queries.ts'

export const tyreHandlers: readonly Handler[] = [
  serve(tyreCalls.find, (context) => findTyreVehicles(context, context, context.input)),
  serve(tyreCalls.vehicle, (context) => findTyreVehicle(context, context, context.input.terminalID)),
  ...partHandlers(tyreCalls, tyrePart),
]
