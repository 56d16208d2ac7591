import { historyValues } from '@trackway/core/features/readings/reading-history.ts'
import { tyreCalls } from '@trackway/core/features/tyres/calls.ts'
import { type Handler, serve } from '../../platform/http/serve.ts'
import { findDeviceOfRange } from '../devices/find-device-id.ts'
import { tyreFigures } from '../readings/day-figures.ts'
import { readPlaceDays } from '../readings/place-days.ts'
import { readPlaceHistory } from '../readings/place-history.ts'
import { resolveFilter } from '../statistics/report-filter.ts'
import { findTyreVehicle, findTyreVehicles } from './queries.ts'

export const tyreHandlers: readonly Handler[] = [
  serve(tyreCalls.find, (context) => findTyreVehicles(context, context, context.input)),

  serve(tyreCalls.vehicle, (context) => findTyreVehicle(context, context, context.input.terminalID)),

  serve(tyreCalls.history, async ({ db, pool, scope, input, signal }) => ({
    series: await readPlaceHistory(pool, {
      ...(await findDeviceOfRange(db, scope, input)),
      place: input.place,
      names: ['tyrePressureKpa', 'tyreTemperatureC'],
      most: historyValues,
      signal,
    }),
  })),

  serve(tyreCalls.days, async ({ db, pool, scope, session, input, signal }) => {
    const { timeZone } = session.account
    const reportScope = await resolveFilter(db, scope, input, timeZone)
    const { list, ...totals } = await readPlaceDays(
      pool,
      { ...input, reportScope, figures: tyreFigures },
      signal,
    )
    return {
      list: list.map(({ place, ...row }) => ({ ...row, wheel: place })),
      ...totals,
      timeZone,
      devices: reportScope.devices.length,
      pendingDevices: 0,
    }
  }),
]
