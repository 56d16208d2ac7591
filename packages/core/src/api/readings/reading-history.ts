import { z } from 'zod'
import { maxPlaces, type SeriesName } from '../../readings/readings.ts'
import { named, pageInput, time } from '../call.ts'
import { reportFilter } from '../reports/statistics.ts'
import { trackRange } from '../tracks/tracks.ts'

/** What wheels and packs have in common: their readings over time, and their days. */

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
      .describe('A line for each reading of each wheel or pack that was told of.'),
  })
}

/** What a report of days is asked with; each call adds by what it sorts. */
export const daysQuestion = pageInput.extend({
  ...reportFilter.shape,
  isDescending: z.boolean().default(false),
})
export const isForward = ({ first, last }: { first: string; last: string }) => first <= last
export const backwards = { path: ['last'], error: 'before_from' }

/** What is said of every answer about days. */
export const daysCoverage = {
  timeZone: z.string(),
  devices: z.int().describe('Vehicles asked about.'),
  devicesWithData: z.int(),
  pendingDevices: z.int(),
}
