import { z } from 'zod'
import {
  bulkCall,
  byRowId,
  call,
  instant,
  line,
  named,
  page,
  pageInput,
  rowId,
  time,
} from '../../api/call.ts'
import { linkFields, linkToken, madeLink } from '../../api/links.ts'
import { limits } from '../../codes/limits.ts'
import { given } from '../../lists/filters.ts'
import { list } from '../../lists/list.ts'
import { deviceType, terminalID } from '../devices/calls.ts'
import { episodeCalls } from '../episodes/calls.ts'
import { geocodingCalls } from '../geocoding/calls.ts'
import { trackCalls, trackPoint } from '../tracks/calls.ts'

/** Links that show a finished replay of up to five devices without an account. */

export const trackShare = named('TrackShare', {
  ...linkFields,
  devices: z.int().describe('How many vehicles it shows.'),
  title: z.string().describe('Title shown above the replay.'),
  from: time,
  to: time,
  withAlarms: z.boolean().describe('Its viewers see the alarms, too.'),
})
export type TrackShare = z.output<typeof trackShare>

const vehicleNumber = z
  .int()
  .min(1)
  .describe('1, 2, …: which vehicle of the link it is. It tells nothing else.')

/** All that a viewer learns beside the track. */
export const sharedTrack = named('SharedTrack', {
  title: z.string().describe('To be shown above the replay.'),
  from: time,
  to: time,
  vehicles: z
    .array(
      z.object({
        number: vehicleNumber,
        name: z.string(),
        trackOptimisation: deviceType.shape.trackOptimisation,
      }),
    )
    .describe('In the order of their numbers.'),
  timeZone: z.string().describe('In which the times are to be shown: the sharer’s.'),
  expireTime: time,
  withAlarms: z.boolean().describe('The alarms are shared, too.'),
})
export type SharedTrack = z.output<typeof sharedTrack>

/** Which vehicle of which link. */
const sharedVehicle = z.object({ token: linkToken, number: vehicleNumber.default(1) })

const findShares = call({
  method: 'GET',
  path: '/api/track/shares',
  permission: ['main:track'],
  demo: true,
  help: 'Active links created by the caller or a sub-account, newest first.',
  input: pageInput.extend({ terminalID: line(20).optional() }),
  output: page(trackShare),
})

export const trackShareCalls = {
  share: call({
    path: '/api/track/share',
    permission: ['main:track'],
    help: 'Creates a link to the replay of up to five devices for a past period of at most 90 days. The token is shown only once.',
    input: z
      .object({
        terminalIDs: z.array(terminalID).min(1).max(limits.trackDevices),
        from: instant,
        to: instant,
        days: z.int().min(1).max(30).describe('Days until the link expires.'),
        title: line(64)
          .optional()
          .describe(
            'Shown above the replay, and of one vehicle instead of its name. Without it their names are; without a name, the last digits of the terminal id.',
          ),
        withAlarms: z
          .boolean()
          .default(false)
          .describe(
            'Shares what the devices raised, too: SOS, fuel drop, ... are not for everybody who may see the way.',
          ),
      })
      .refine(({ from, to }) => from <= to, { path: ['to'], error: 'before_from' }),
    output: madeLink,
    refusals: ['notFound', 'rangeTooLong', 'rangeNotOver', 'tooManyShares'],
  }),
  shares: findShares,
  revokeShare: call({
    path: '/api/track/revokeShare',
    permission: ['main:track'],
    help: 'Revokes a link.',
    ...byRowId,
  }),
  revokeShares: bulkCall(findShares, rowId, {
    path: '/api/track/revokeShares',
    permission: ['main:track'],
    help: 'Revokes many links.',
  }),
  shared: call({
    path: '/api/track/shared',
    permission: 'public',
    demo: true,
    help: 'What a shared replay shows. Unknown, expired and revoked links are not found.',
    input: z.object({ token: linkToken }),
    output: sharedTrack,
    refusals: ['notFound'],
  }),
  sharedTrack: call({
    path: '/api/track/sharedTrack',
    permission: 'public',
    demo: true,
    help: 'The positions of one vehicle of a shared replay, oldest first; with `Accept: application/octet-stream` as packed blocks, newest day first (docs/TRACK-FORMAT.md).',
    input: sharedVehicle,
    output: z.object({ points: z.array(trackPoint) }),
    files: trackCalls.find.files,
    refusals: ['notFound'],
  }),
  sharedEpisodes: call({
    path: '/api/track/sharedEpisodes',
    permission: 'public',
    demo: true,
    help: 'Trips, stops and speeding of one vehicle of a shared replay, in order of time.',
    input: sharedVehicle,
    output: episodeCalls.find.output,
    refusals: ['notFound'],
  }),
  sharedAlarms: call({
    path: '/api/track/sharedAlarms',
    permission: 'public',
    demo: true,
    help: 'The alarms of one vehicle of a shared replay, oldest first. Not found unless the link includes alarms.',
    input: sharedVehicle,
    output: trackCalls.alarms.output,
    refusals: ['notFound'],
  }),
  sharedAddresses: call({
    path: '/api/track/sharedAddresses',
    permission: 'public',
    demo: true,
    help: 'Addresses of places of a shared replay, in the order asked: those of its trips, stops, speeding and shared alarms, with the exact coordinates it gave. Null for any other place and where nothing is known.',
    input: geocodingCalls.find.input.safeExtend({ token: linkToken }),
    output: geocodingCalls.find.output,
    refusals: ['notFound'],
  }),
}

export const trackShareList = list(trackShareCalls.shares, {
  name: 'trackShares',
  rowId: 'id',
  columns: [
    { key: 'from', form: 'instant', isFixed: true, card: 'title' },
    { key: 'to', form: 'instant' },
    { key: 'title', form: 'text' },
    { key: 'devices', form: 'count' },
    { key: 'expireTime', form: 'instant' },
    { key: 'views', form: 'count' },
    { key: 'withAlarms', form: 'yesNo', isOptional: true },
    { key: 'username', form: 'text', isOptional: true },
    { key: 'createTime', name: 'made', form: 'age', isOptional: true },
    { key: 'lastViewTime', form: 'age', isOptional: true },
  ],
  filters: [given('terminalID')],
  bulk: [{ name: 'revoke', call: trackShareCalls.revokeShares, isDangerous: true }],
})
