import { z } from 'zod'
import { type Call, call, line, named, page, pageInput, rowId, time } from '../../api/call.ts'
import { ofGroups } from '../../api/group-filter.ts'
import type { ListColumn } from '../../lists/columns.ts'
import { maxPlaces, type ReadingName, type SeriesName } from '../../readings/readings.ts'
import { terminalID } from '../devices/calls.ts'
import { isForward, localDay, reportFilter, wholeDays } from '../statistics/calls.ts'
import { trackRange } from '../tracks/calls.ts'

/** Parts of vehicles whose devices report them one by one, such as wheels and battery packs: a row a kind. */

/** How a figure of a day is made from what a part said. */
export type Gathering = 'least' | 'greatest' | 'mean'

export interface PartKind {
  /** What rows call the number of a part. */
  place: string
  /** The readings of its charts. */
  series: readonly [SeriesName, ...SeriesName[]]
  /** What a day of a part says: what each figure is made from. */
  figures: Readonly<Record<string, readonly [ReadingName, Gathering]>>
}

/** The vehicle that a row is about. */
const ofVehicle = {
  terminalID: z.string(),
  displayName: z.string(),
  userId: rowId,
  username: z.string(),
}
export const vehicleWithType = { ...ofVehicle, deviceTypeName: z.string(), iconType: z.string() }

/** Values of one line. More are thinned so that peaks and ends stay. */
export const historyValues = 1_000

const vehiclesQuery = pageInput.extend({
  userId: rowId.optional(),
  withSubAccounts: z.boolean().default(true),
  search: line(100).default(''),
  ...ofGroups,
  isDescending: z.boolean().default(false),
})
export type VehiclesQuery = z.output<typeof vehiclesQuery>

const historyInput = trackRange.safeExtend({
  place: z
    .int()
    .min(1)
    .max(maxPlaces)
    .optional()
    .describe('One wheel or pack by its number; left out: all of them.'),
})
export type HistoryQuery = z.output<typeof historyInput>

const daysQuery = pageInput.extend({
  ...reportFilter.shape,
  isDescending: z.boolean().default(false),
})
export type DaysQuery = z.output<typeof daysQuery> & { sort: string }

interface PartContract extends Pick<Call, 'path' | 'permission'> {
  /** Of the report of days. */
  reportPermission: Call['permission']
  /** Components of the OpenAPI document begin with it. */
  component: string
  help: Record<'find' | 'vehicle' | 'history' | 'days', string>
  kind: PartKind
  /** State and order of the vehicles. */
  state: z.ZodType
  sort: z.ZodType
  daySort: z.ZodType
  vehicle: z.ZodObject
  /** Its parts, and the settings that count for it. */
  detail: z.ZodRawShape
}

/** Vehicles with parts of a kind, one of them with its parts, what these said over time, and their days. */
export function partCalls<const Contract extends PartContract>(contract: Contract) {
  const { path, permission, component, help } = contract
  const kind: Contract['kind'] = contract.kind
  const vehicle: Contract['vehicle'] = contract.vehicle
  const detail: Contract['detail'] = contract.detail
  const figures = Object.keys(kind.figures).map((key) => [key, z.number().nullable()])
  const reads = { method: 'GET', demo: true, permission } as const
  return {
    find: call({
      ...reads,
      path: `${path}/find`,
      help: help.find,
      input: z.object({
        ...vehiclesQuery.shape,
        state: z.optional<Contract['state']>(contract.state),
        sort: contract.sort as Contract['sort'],
      }),
      output: page<Contract['vehicle']>(vehicle),
      refusals: ['notFound'],
    }),
    vehicle: call({
      ...reads,
      path: `${path}/vehicle`,
      help: help.vehicle,
      input: z.object({ terminalID }),
      output: z.object({ ...(vehicle.shape as Contract['vehicle']['shape']), ...detail }),
      refusals: ['notFound'],
    }),
    history: call({
      ...reads,
      path: `${path}/history`,
      help: help.history,
      input: historyInput,
      output: z.object({
        series: z
          .array(
            named(`${component}Series`, {
              name: z
                .enum<Contract['kind']['series']>(kind.series)
                .describe('Reading, with its unit in its name.'),
              place: z.int().describe('Number of the wheel or pack.'),
              times: z.array(time).describe('Epoch ms, oldest first.'),
              values: z.array(z.number()).describe('As many as times.'),
              total: z.int().describe('How many there are before thinning.'),
            }),
          )
          .describe('A line for each reading of each wheel or pack with data.'),
      }),
      refusals: ['notFound', 'rangeTooLong'],
    }),
    days: call({
      path: `${path}/days`,
      permission: contract.reportPermission,
      demo: true,
      help: help.days,
      input: z
        .object({ ...daysQuery.shape, sort: contract.daySort as Contract['daySort'] })
        .refine(isForward, wholeDays),
      output: page(
        named(`${component}Day`, {
          ...ofVehicle,
          day: localDay,
          ...({ [kind.place]: z.int() } as Record<Contract['kind']['place'], z.ZodInt>),
          ...(Object.fromEntries(figures) as Record<
            keyof Contract['kind']['figures'],
            z.ZodNullable<z.ZodNumber>
          >),
        }),
      ).extend({
        timeZone: z.string(),
        devices: z.int().describe('Vehicles asked about.'),
        devicesWithData: z.int(),
        pendingDevices: z.int(),
      }),
      refusals: ['notFound', 'rangeTooLong', 'tooManyDevices'],
    }),
  }
}

/** The columns that every list of vehicles with parts begins with. */
export const vehicleColumns: readonly ListColumn[] = [
  { key: 'displayName', form: 'text', isFixed: true, card: 'title', sort: true },
  { key: 'terminalID', form: 'identifier', isOptional: true },
  { key: 'username', form: 'text', isOptional: true },
  { key: 'deviceTypeName', form: 'text', isOptional: true },
]
