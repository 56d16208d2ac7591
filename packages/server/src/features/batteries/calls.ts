import { batteryCalls } from '@trackway/core/features/batteries/calls.ts'
import { historyValues } from '@trackway/core/features/readings/reading-history.ts'
import { type Handler, serve } from '../../platform/http/serve.ts'
import { findDeviceOfRange } from '../devices/find-device-id.ts'
import { batteryFigures } from '../readings/day-figures.ts'
import { readPlaceDays } from '../readings/place-days.ts'
import { readPlaceHistory } from '../readings/place-history.ts'
import { resolveFilter } from '../statistics/report-filter.ts'
import { findBatteryVehicle, findBatteryVehicles } from './queries.ts'

export const batteryHandlers: readonly Handler[] = [
  serve(batteryCalls.find, (context) => findBatteryVehicles(context, context, context.input)),

  serve(batteryCalls.vehicle, (context) => findBatteryVehicle(context, context, context.input)),

  serve(batteryCalls.history, async ({ db, pool, scope, input, signal }) => ({
    series: await readPlaceHistory(pool, {
      ...(await findDeviceOfRange(db, scope, input)),
      place: input.place,
      names: ['packPercent', 'packVoltageV', 'packCurrentA', 'packTemperatureC'],
      most: historyValues,
      signal,
    }),
  })),

  serve(batteryCalls.days, async ({ db, pool, scope, session, input, signal }) => {
    const { timeZone } = session.account
    const reportScope = await resolveFilter(db, scope, input, timeZone)
    const question = { ...input, reportScope, figures: batteryFigures }
    const { list, ...totals } = await readPlaceDays(pool, question, signal)
    return {
      list: list.map(({ place, ...row }) => ({ ...row, pack: place })),
      ...totals,
      timeZone,
      devices: reportScope.devices.length,
      pendingDevices: 0,
    }
  }),
]
