import { z } from 'zod'
import { place } from '../../api/area.ts'
import { bulkCall, byRowId, call, line, named, page, pageInput, rowId, time } from '../../api/call.ts'
import { linkFields, linkToken, madeLink } from '../../api/links.ts'
import { given } from '../../lists/filters.ts'
import { list } from '../../lists/list.ts'
import { terminalID } from '../devices/calls.ts'

/** Links that show where some vehicles are now, and when they arrive, without an account. */

export const liveShareLimits = { devices: 20, hours: 720 } as const

const destination = place.extend({ name: line(64).optional() })

const liveShare = named('LiveShare', {
  ...linkFields,
  title: z.string().describe('Title shown above the map.'),
  devices: z.int().describe('How many vehicles it shows.'),
  placeName: z.string().nullable().describe('Name of the destination; null: none, or it has no name.'),
})
export type LiveShare = z.output<typeof liveShare>

const sharedVehicle = named('SharedVehicle', {
  number: z.int().describe('1, 2, …: which vehicle of the link it is. It tells nothing else.'),
  name: z.string(),
  lat: z.number().nullable(),
  lon: z.number().nullable(),
  speedKmh: z.number().nullable(),
  courseDeg: z.number().nullable(),
  carIconState: z.int(),
  utcTime: time.nullable().describe('Device time of the position shown, epoch ms.'),
  distanceM: z.number().nullable().describe('Straight-line distance to the destination, metres.'),
  hasArrived: z.boolean().describe('It has arrived at the destination.'),
  arrivalTime: time
    .nullable()
    .describe(
      'Estimated arrival from its progress in the last minutes; null: arrived, stopped, or no destination.',
    ),
})
export type SharedVehicle = z.output<typeof sharedVehicle>

/** All that a viewer learns. */
const sharedLive = named('SharedLive', {
  title: z.string().describe('To be shown above the map.'),
  timeZone: z.string().describe('In which the times are to be shown: the sharer’s.'),
  expireTime: time,
  destination: place.extend({ name: z.string().nullable() }).nullable().describe('Destination; null: none.'),
  vehicles: z.array(sharedVehicle).describe('In the order of their numbers.'),
  time: time.describe('When this was so, by the server’s clock.'),
})
export type SharedLive = z.output<typeof sharedLive>

const findShares = call({
  method: 'GET',
  path: '/api/liveShare/find',
  permission: ['main:monitor'],
  demo: true,
  help: 'Active links to live positions created by the caller or a sub-account, newest first.',
  input: pageInput.extend({ terminalID: line(20).optional() }),
  output: page(liveShare),
})

export const liveShareCalls = {
  make: call({
    path: '/api/liveShare/make',
    permission: ['main:monitor'],
    help: 'Creates a link to the live positions of some vehicles. The token is shown only once.',
    input: z
      .object({
        terminalIDs: z.array(terminalID).max(liveShareLimits.devices).default([]),
        vehicleGroupId: rowId
          .optional()
          .describe('Also the vehicles that are in this group whenever the link is opened.'),
        hours: z.int().min(1).max(liveShareLimits.hours).describe('Hours until the link expires.'),
        title: line(64)
          .optional()
          .describe('What the viewer reads above the map; without it the vehicle’s name.'),
        destination: destination.optional().describe('Destination: viewers see when they arrive.'),
      })
      .refine(({ terminalIDs, vehicleGroupId }) => terminalIDs.length > 0 || vehicleGroupId !== undefined, {
        path: ['terminalIDs'],
        error: 'required',
      }),
    output: madeLink,
    refusals: ['notFound', 'tooManyShares'],
  }),

  find: findShares,

  revoke: call({
    path: '/api/liveShare/revoke',
    permission: ['main:monitor'],
    help: 'Revokes a link.',
    ...byRowId,
  }),

  revokeMany: bulkCall(findShares, rowId, {
    path: '/api/liveShare/revokeMany',
    permission: ['main:monitor'],
    help: 'Revokes many links.',
  }),

  shared: call({
    path: '/api/liveShare/shared',
    permission: 'public',
    demo: true,
    help: 'What a link shows now; poll it every few seconds. Unknown, expired and revoked links are not found.',
    input: z.object({
      token: linkToken,
      isFirst: z.boolean().default(false).describe('The page was just opened: it is counted.'),
    }),
    output: sharedLive,
    refusals: ['notFound'],
  }),
}

export const liveShareList = list(liveShareCalls.find, {
  name: 'liveShares',
  rowId: 'id',
  columns: [
    { key: 'title', form: 'text', isFixed: true, card: 'title' },
    { key: 'devices', form: 'count' },
    { key: 'placeName', form: 'text' },
    { key: 'expireTime', form: 'instant' },
    { key: 'views', form: 'count' },
    { key: 'lastViewTime', form: 'age', isOptional: true },
    { key: 'username', form: 'text', isOptional: true },
    { key: 'createTime', name: 'made', form: 'age', isOptional: true },
  ],
  filters: [given('terminalID')],
  bulk: [{ name: 'revoke', call: liveShareCalls.revokeMany, isDangerous: true }],
})
