import { z } from 'zod'
import { place } from '../../api/area.ts'
import { bulkCall, byRowId, call, line, named, page, pageInput, rowId, time } from '../../api/call.ts'
import { linkFields, linkToken, madeLink } from '../../api/links.ts'
import { limits } from '../../codes/limits.ts'
import { account, choice, given, search } from '../../lists/filters.ts'
import { list } from '../../lists/list.ts'
import { terminalID } from '../devices/calls.ts'
import { localDay } from '../statistics/calls.ts'
import { reports } from '../statistics/reports.ts'
import { lineGeometry } from './line-geometry.ts'

/** Bus lines: their way, stops, timetable and vehicles, how these keep to them, and what passengers see of it. */

/** What a line may have. Lengths in metres. */
export const busLimits = {
  places: 5_000,
  stops: 200,
  services: 50,
  dates: 1_000,
  departures: 500,
  vehicles: 500,
  /** Where their stops lie is worked out while others wait: 50 ms for the longest line. */
  linesAtOnce: 10,
  linesOfAccount: 1_000,
  radiusMinM: 10,
  radiusMaxM: 500,
  offRouteMinM: 30,
  offRouteMaxM: 5_000,
  /** A stop further beside the way is not on it. */
  farStopM: 300,
  /** Of a drive that a line is taken from. */
  driveHours: 12,
  shareDays: 366,
} as const

export const busDirections = ['outbound', 'inbound', 'loop'] as const
export type BusDirection = (typeof busDirections)[number]

const metres = z.number().min(0)
const newStop = z.strictObject({
  id: z.int().min(1).max(1_000_000).optional().describe('Id of an existing stop; left out: a new stop.'),
  name: line(64).min(1),
  ...place.shape,
  radiusM: z
    .number()
    .min(busLimits.radiusMinM)
    .max(busLimits.radiusMaxM)
    .default(30)
    .describe('Within this radius a vehicle is at the stop, metres.'),
})

const service = z.strictObject({
  days: z.array(z.int().min(1).max(7)).max(7).describe('Days of the week, 1 Monday to 7 Sunday.'),
  from: localDay.optional().describe('First day on which the days of the week count; left out: ever.'),
  until: localDay.optional().describe('Last day on which the days of the week count; left out: ever.'),
  exceptDates: z
    .array(localDay)
    .max(busLimits.dates)
    .optional()
    .describe('Days without these departures, although it is their day of the week.'),
  extraDates: z
    .array(localDay)
    .max(busLimits.dates)
    .optional()
    .describe('Days with these departures, whatever day of the week it is.'),
  offsetsMin: z
    .array(z.int().min(0).max(1_439))
    .max(busLimits.stops)
    .describe('Minutes from the first stop to each stop: 0 first, never falling.'),
  departures: z
    .array(z.int().min(0).max(2_879))
    .max(busLimits.departures)
    .describe(
      'Minutes of the day at the first stop, rising, in the time zone of the line’s account; from 1440 on after midnight.',
    ),
})

const fields = {
  name: line(64).min(1).describe('Number or name known to passengers.'),
  direction: z.enum(busDirections),
  colour: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'colour')
    .describe('Of the line on maps, #rrggbb.'),
  shape: z
    .array(place)
    .max(busLimits.places)
    .describe('The route in WGS-84, in driving order; empty: straight lines from stop to stop.'),
  stops: z.array(newStop).max(busLimits.stops).describe('In driving order.'),
  timetable: z.array(service).max(busLimits.services),
  offRouteM: z
    .number()
    .min(busLimits.offRouteMinM)
    .max(busLimits.offRouteMaxM)
    .nullable()
    .describe('Farther than this from the route a vehicle is off route, metres; null: not watched.'),
  offRoutePoints: z.int().min(1).max(20).describe('Minimum positions off route before the alarm.'),
  offRouteS: z.int().min(0).max(1_800).describe('Minimum seconds off route before the alarm.'),
  terminalIDs: z.array(terminalID).max(busLimits.vehicles).describe('Vehicles that drive the line.'),
}
const whole = z.strictObject(fields)

type WholeLine = z.output<typeof whole>

/** Reasons a line is refused for, beyond its numbers; the web has a text for each. */
export type BusLineFault = 'noWay' | 'farStop' | 'offsets' | 'departures' | 'days' | 'repeatedStop'

/** What is wrong with a line whose numbers are each within their bounds, and where; null: nothing. */
export function faultOfLine({ shape, stops, timetable }: Pick<WholeLine, 'shape' | 'stops' | 'timetable'>): {
  fault: BusLineFault
  path: (string | number)[]
} | null {
  const ids = stops.flatMap(({ id }) => id ?? [])
  if (new Set(ids).size < ids.length) return { fault: 'repeatedStop', path: ['stops'] }
  const way = shape.length > 0 ? shape : stops
  const geometry = way.length < 2 ? null : lineGeometry(way, stops)
  if (geometry === null || geometry.lengthM === 0) return { fault: 'noWay', path: ['shape'] }
  const far = geometry.stopsAsideM.findIndex((aside) => aside > busLimits.farStopM)
  if (far >= 0) return { fault: 'farStop', path: ['stops', far] }
  for (const [i, { days, extraDates = [], offsetsMin, departures }] of timetable.entries()) {
    const isRising = offsetsMin.every((offset, at) =>
      at === 0 ? offset === 0 : offset >= offsetsMin[at - 1]!,
    )
    if (offsetsMin.length !== stops.length || !isRising)
      return { fault: 'offsets', path: ['timetable', i, 'offsetsMin'] }
    if (departures.some((minute, at) => at > 0 && minute <= departures[at - 1]!))
      return { fault: 'departures', path: ['timetable', i, 'departures'] }
    if (days.length + extraDates.length === 0) return { fault: 'days', path: ['timetable', i, 'days'] }
  }
  return null
}

function refuseFaults(value: WholeLine, context: z.RefinementCtx): void {
  const found = faultOfLine(value)
  if (found) context.addIssue({ code: 'custom', message: found.fault, path: found.path })
}

const newLine = whole.extend({
  direction: fields.direction.default('outbound'),
  colour: fields.colour.default('#0b6e78'),
  shape: fields.shape.default([]),
  stops: fields.stops.default([]),
  timetable: fields.timetable.default([]),
  offRouteM: fields.offRouteM.default(100),
  offRoutePoints: fields.offRoutePoints.default(2),
  offRouteS: fields.offRouteS.default(30),
  terminalIDs: fields.terminalIDs.default([]),
})

export const busStop = named('BusStop', {
  ...newStop.shape,
  id: z.int().describe('Tells it from the other stops of the line, also when it is moved or renamed.'),
  radiusM: metres.describe('Within this radius a vehicle is at the stop, metres.'),
  alongM: metres.describe('Metres from the start of the line.'),
})
export type BusStop = z.output<typeof busStop>

export const busLine = named('BusLine', {
  id: rowId,
  userId: rowId,
  username: z.string(),
  timeZone: z.string().describe('Of the timetable: that of the line’s account.'),
  ...fields,
  stops: z.array(busStop),
  lengthM: metres,
  createTime: time,
  changeTime: time.describe('Last change, epoch ms.'),
})
export type BusLine = z.output<typeof busLine>

export const busLineRow = named('BusLineRow', {
  id: rowId,
  userId: rowId,
  username: z.string(),
  name: z.string(),
  direction: z.enum(busDirections),
  colour: z.string(),
  lengthM: metres,
  stops: z.int().describe('Number of stops.'),
  firstStop: z.string().nullable().describe('Name of its first stop; null: it has none.'),
  lastStop: z.string().nullable().describe('Name of its last stop; null: it has none.'),
  departures: z.int().describe('Departures of its timetable.'),
  vehicles: z.int().describe('Vehicles that are assigned to it.'),
  driving: z.int().describe('Vehicles that drive it now.'),
  changeTime: time.describe('Last change, epoch ms.'),
})
export type BusLineRow = z.output<typeof busLineRow>

export const busVehicleStates = ['driving', 'offRoute', 'waiting', 'offline'] as const

/** Where a vehicle is along its line. */
const progress = {
  state: z.enum(busVehicleStates),
  alongM: metres.nullable().describe('Metres from the start of the line; null: it does not drive the line.'),
  previousStop: z
    .int()
    .nullable()
    .describe('Place of the stop behind it, from 0; null: none, or it does not drive the line.'),
  nextStop: z
    .int()
    .nullable()
    .describe('Place of the stop before it; null: none, or it does not drive the line.'),
  deviationS: z
    .int()
    .nullable()
    .describe('Seconds behind the timetable, negative: ahead of it; null: unknown.'),
  departTime: time
    .nullable()
    .describe('When the drive of the timetable that it is on leaves the first stop.'),
}
export const busVehicle = named('BusVehicle', {
  terminalID: z.string(),
  displayName: z.string(),
  ...progress,
  asideM: metres.nullable().describe('Metres beside the line.'),
  lat: z.number().nullable(),
  lon: z.number().nullable(),
  speed: z.number().nullable(),
  courseDeg: z.int().nullable(),
  fixTime: time.nullable(),
})
export type BusVehicle = z.output<typeof busVehicle>

const arrival = {
  time,
  scheduledTime: time.nullable().describe('As the timetable has it; null: it has not.'),
}
export const busArrival = named('BusArrival', {
  ...arrival,
  terminalID: z.string().nullable().describe('Null: only the timetable says so.'),
})
export type BusArrival = z.output<typeof busArrival>

/** What a holder of the link sees: nothing that names a vehicle, or shows where it is off the line. */
const publicVehicle = z.object({
  number: z.int().describe('From 1, in their order along the line.'),
  alongM: metres,
  previousStop: progress.previousStop,
  nextStop: progress.nextStop,
  deviationS: progress.deviationS,
  time: time.describe('When it was there, epoch ms.'),
})
export type PublicBus = z.output<typeof publicVehicle>

export const publicBusLine = named('PublicBusLine', {
  name: z.string(),
  direction: z.enum(busDirections),
  colour: z.string(),
  shape: z.array(place),
  stops: z.array(busStop.omit({ id: true, radiusM: true })),
  lengthM: metres,
  timeZone: z.string().describe('In which the times are to be shown.'),
  expireTime: time,
  now: time,
  vehicles: z.array(publicVehicle),
  arrivals: z
    .array(
      z.array(
        z.object({
          ...arrival,
          vehicle: z.int().nullable().describe('Its number; null: only the timetable says so.'),
        }),
      ),
    )
    .describe('The next ones of each stop, in the order of the stops.'),
})
export type PublicBusLine = z.output<typeof publicBusLine>

const permission = ['main:bus'] as const

const findLines = call({
  method: 'GET',
  path: '/api/bus/list',
  permission,
  demo: true,
  help: 'A page of the bus lines of an account, with those of its sub-accounts by default, by name.',
  input: pageInput.extend({
    userId: rowId.optional(),
    withSubAccounts: z.boolean().default(true),
    search: line(64).optional().describe('A part of the name of a line or of one of its stops.'),
    direction: z.enum(busDirections).optional(),
    terminalID: terminalID.optional().describe('Lines that this vehicle is assigned to.'),
    sort: z.enum(['name', 'lengthM', 'changeTime']).default('name'),
    isDescending: z.boolean().default(false),
  }),
  output: page(busLineRow),
  refusals: ['notFound'],
})

export const busShare = named('BusShare', {
  ...linkFields,
  lineId: rowId,
  line: z.string().describe('Name of the line.'),
})
export type BusShare = z.output<typeof busShare>

const findShares = call({
  method: 'GET',
  path: '/api/bus/shares',
  permission,
  demo: true,
  help: 'Active links to bus lines created by the caller or a sub-account, newest first.',
  input: pageInput.extend({ lineId: rowId.optional() }),
  output: page(busShare),
})

export const punctualityGroups = ['stopDay', 'stop', 'lineDay', 'line'] as const
/** Beside `day`, by which other reports are sorted as well. */
export const punctualitySorts = ['line', 'passages', 'onTimePercent', 'meanDelayMin'] as const
export type PunctualityGroup = (typeof punctualityGroups)[number]

export const punctualityRow = named('PunctualityRow', {
  id: z.string().describe('Distinguishes it from the other rows.'),
  lineId: rowId,
  line: z.string().describe('Name of the line.'),
  direction: z.enum(busDirections),
  username: z.string(),
  stop: z.string().nullable().describe('Name of the stop; null: all of them.'),
  day: localDay.nullable(),
  passages: z.int().describe('Times that a vehicle passed.'),
  onTime: z.int().describe('At most a minute early and five minutes late.'),
  early: z.int(),
  late: z.int(),
  onTimePercent: z.number().nullable().describe('Of those that the timetable has, %.'),
  meanDelayMin: z.number().nullable().describe('Behind the timetable on average, minutes.'),
  maxDelayMin: z.number().nullable().describe('The longest delay, minutes.'),
})
export type PunctualityRow = z.output<typeof punctualityRow>

export const busCalls = {
  list: findLines,
  detail: call({
    method: 'GET',
    path: '/api/bus/detail',
    permission,
    demo: true,
    help: 'One bus line with its route, stops, timetable and vehicles.',
    input: z.object({ id: rowId }),
    output: busLine,
    refusals: ['notFound'],
  }),
  add: call({
    path: '/api/bus/add',
    permission,
    help: 'Adds a bus line to an account. Its vehicles must belong to that account or a sub-account.',
    input: newLine.extend({ userId: rowId.optional() }).superRefine(refuseFaults),
    output: z.object({ id: rowId }),
    refusals: ['notFound', 'tooManyBusLines'],
    maxBodyBytes: 2_000_000,
  }),
  addMany: call({
    path: '/api/bus/addMany',
    permission,
    help: 'Adds bus lines that were read from a GTFS feed: all of them, or none.',
    input: z.object({
      userId: rowId.optional(),
      lines: z.array(newLine.superRefine(refuseFaults)).min(1).max(busLimits.linesAtOnce),
    }),
    output: z.object({ ids: z.array(rowId) }),
    refusals: ['notFound', 'tooManyBusLines'],
    maxBodyBytes: 20_000_000,
  }),
  edit: call({
    path: '/api/bus/edit',
    permission,
    help: 'Changes a bus line. Values left out stay as they are. A stop that keeps its id keeps its history.',
    input: whole.partial().extend({ id: rowId }),
    refusals: ['notFound'],
    maxBodyBytes: 2_000_000,
  }),
  delete: call({
    path: '/api/bus/delete',
    permission,
    help: 'Deletes a bus line with its punctuality and its links.',
    ...byRowId,
  }),
  deleteMany: bulkCall(findLines, rowId, {
    path: '/api/bus/deleteMany',
    permission,
    help: 'Deletes many bus lines with their punctuality and their links.',
    refusals: ['notFound'],
  }),
  fromTrack: call({
    path: '/api/bus/fromTrack',
    permission,
    demo: true,
    help: 'Turns a drive and its stops into a line to edit and add; at most 12 hours.',
    input: z
      .object({ terminalID, from: z.int().nonnegative(), to: z.int().nonnegative() })
      .refine(({ from, to }) => from < to, { path: ['to'], error: 'before_from' }),
    output: z.object({ shape: z.array(place), stops: z.array(place) }),
    refusals: ['notFound', 'rangeTooLong'],
  }),
  progress: call({
    method: 'GET',
    path: '/api/bus/progress',
    permission,
    demo: true,
    help: 'Where the vehicles of a line are now, how early or late, and when each stop is reached next.',
    input: z.object({ id: rowId }),
    output: z.object({
      now: time,
      changeTime: time.describe('Of the line: what is said belongs to its stops as they were changed then.'),
      vehicles: z.array(busVehicle),
      arrivals: z
        .array(z.array(busArrival))
        .describe('The next ones of each stop, in the order of the stops.'),
    }),
    refusals: ['notFound'],
  }),
  punctuality: call({
    method: 'GET',
    path: '/api/bus/punctuality',
    permission,
    demo: true,
    help: `How often the vehicles of bus lines passed their stops on time, early and late, by line, stop and day; at most ${limits.statisticsDays} days.`,
    input: pageInput.extend({
      userId: rowId.optional(),
      withSubAccounts: z.boolean().default(true),
      first: localDay,
      last: localDay,
      lineId: rowId.optional(),
      search: line(64).optional().describe('A part of the name of a line or of a stop.'),
      groupBy: z.enum(punctualityGroups).default('stopDay'),
      sort: z.enum([...punctualitySorts, 'day']).default('line'),
      isDescending: z.boolean().default(false),
    }),
    output: page(punctualityRow),
    refusals: ['notFound', 'rangeTooLong'],
  }),
  share: call({
    path: '/api/bus/share',
    permission,
    help: 'Creates a link to the public page of one line. The token is shown only once.',
    input: z.object({
      id: rowId,
      days: z.int().min(1).max(busLimits.shareDays).describe('Days until the link expires.'),
    }),
    output: madeLink,
    refusals: ['notFound', 'tooManyShares'],
  }),
  shares: findShares,
  revokeShare: call({
    path: '/api/bus/revokeShare',
    permission,
    help: 'Revokes a link to a bus line.',
    ...byRowId,
  }),
  revokeShares: bulkCall(findShares, rowId, {
    path: '/api/bus/revokeShares',
    permission,
    help: 'Revokes many links to bus lines.',
  }),
  shared: call({
    path: '/api/bus/shared',
    permission: 'public',
    demo: true,
    help: 'What the public page of a line shows: the line, its stops, how far its vehicles are and when they arrive. Unknown, expired and revoked links are not found.',
    input: z.object({
      token: linkToken,
      isAgain: z.boolean().default(false).describe('The page is open already: not another view.'),
    }),
    output: publicBusLine,
    refusals: ['notFound'],
  }),
}

export const busLineList = list(busCalls.list, {
  name: 'busLines',
  rowId: 'id',
  columns: [
    {
      key: 'name',
      name: 'busLine',
      form: 'text',
      names: { kind: 'line', by: 'id' },
      isFixed: true,
      card: 'title',
      sort: true,
    },
    { key: 'direction', form: 'busDirection', card: 'sign' },
    { key: 'firstStop', form: 'text' },
    { key: 'lastStop', form: 'text' },
    { key: 'stops', name: 'busStops', form: 'count' },
    { key: 'lengthM', form: 'distance', sort: true },
    { key: 'departures', form: 'count', isOptional: true },
    { key: 'vehicles', name: 'devices', form: 'count' },
    { key: 'driving', form: 'count' },
    { key: 'username', form: 'text', isOptional: true },
    { key: 'changeTime', form: 'instant', sort: true },
  ],
  filters: [
    search(),
    account(),
    choice('direction', busDirections, 'reports.busDirection'),
    given('terminalID'),
  ],
  bulk: [{ name: 'delete', call: busCalls.deleteMany, isDangerous: true }],
})

/** The report of the same name as a list, which it is on the screen. */
export const busPunctualityList = list(busCalls.punctuality, {
  name: 'busPunctuality',
  rowId: 'id',
  columns: reports.busPunctuality.columns,
  filters: [given('first'), given('last'), given('lineId'), given('groupBy'), account(), search()],
})

export const busShareList = list(busCalls.shares, {
  name: 'busShares',
  rowId: 'id',
  columns: [
    { key: 'createTime', name: 'made', form: 'instant', isFixed: true, card: 'title' },
    { key: 'line', name: 'busLine', form: 'text', isOptional: true },
    { key: 'expireTime', form: 'instant' },
    { key: 'views', form: 'count' },
    { key: 'lastViewTime', form: 'age', isOptional: true },
    { key: 'username', form: 'text', isOptional: true },
  ],
  filters: [given('lineId')],
  bulk: [{ name: 'revoke', call: busCalls.revokeShares, isDangerous: true }],
})
