import { z } from 'zod'
import { line, named, page, pageInput, rowId, time } from '../../api/call.ts'
import { maxPlaces, type SeriesName } from '../../readings/readings.ts'
import { localDay, reportFilter } from '../statistics/calls.ts'
import { trackRange } from '../tracks/calls.ts'

/** What wheels and packs have in common: whose they are, their readings over time, and their days. */

/** The vehicle that a row is about. */
const ofVehicle = {
  terminalID: z.string(),
  displayName: z.string(),
  userId: rowId,
  username: z.string(),
}
export const vehicleWithType = { ...ofVehicle, deviceTypeName: z.string(), iconType: z.string() }

/** What a list of vehicles is asked with; each call adds state and order. */
export const vehiclesQuestion = pageInput.extend({
  userId: rowId.optional(),
  withSubAccounts: z.boolean().default(true),
  search: line(100).default(''),
  isDescending: z.boolean().default(false),
})

/** Values of one line. More are thinned so that peaks and ends stay. */
export const historyValues = 1_000

export const historyInput = trackRange.safeExtend({
  place: z
    .int()
    .min(1)
    .max(maxPlaces)
    .optional()
    .describe('One wheel or pack by its number; left out: all of them.'),
})

/** @param names the readings that are answered */
export function historyOutput(names: readonly [SeriesName, ...SeriesName[]], id: string) {
  return z.object({
    series: z
      .array(
        named(id, {
          name: z.enum(names).describe('Reading, with its unit in its name.'),
          place: z.int().describe('Number of the wheel or pack.'),
          times: z.array(time).describe('Epoch ms, oldest first.'),
          values: z.array(z.number()).describe('As many as times.'),
          total: z.int().describe('How many there are before thinning.'),
        }),
      )
      .describe('A line for each reading of each wheel or pack with data.'),
  })
}

/** What a report of days is asked with; each call adds by what it sorts. */
export const daysQuestion = pageInput.extend({
  ...reportFilter.shape,
  isDescending: z.boolean().default(false),
})
export const isForward = ({ first, last }: { first: string; last: string }) => first <= last
export const backwards = { path: ['last'], error: 'before_from' }

/** @param figures what is said of a wheel or pack and its day */
export function daysOutput<Figures extends z.ZodRawShape>(id: string, figures: Figures) {
  return page(named(id, { ...ofVehicle, day: localDay, ...figures })).extend({
    timeZone: z.string(),
    devices: z.int().describe('Vehicles asked about.'),
    devicesWithData: z.int(),
    pendingDevices: z.int(),
  })
}
