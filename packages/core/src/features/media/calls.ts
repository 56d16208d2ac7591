import { z } from 'zod'
import { bulkCall, byRowId, call, instant, named, page, pageInput, rowId, time } from '../../api/call.ts'
import { ofGroups } from '../../api/group-filter.ts'
import { mediaEvents, mediaKinds } from '../../codes/media.ts'
import { choice, given, groups, search } from '../../lists/filters.ts'
import { list } from '../../lists/list.ts'
import { terminalID } from '../devices/calls.ts'

/**
 * Pictures, sound and video that devices handed over. Each belongs to who had the device when it was taken: who gets the
 * device later does not see it.
 */

const readers = ['main:monitor', 'test:tape'] as const
const removers = ['main:device_edit', 'test:tape'] as const

export const mediaFile = named('MediaFile', {
  id: rowId,
  terminalID: z.string(),
  displayName: z.string().describe('Plate, else name, else terminal id of the device.'),
  time: time.describe('When it was taken, by the device; where that cannot be, when it came.'),
  receivedTime: time.describe('When it began to come.'),
  kind: z.enum(mediaKinds),
  contentType: z.string().describe('By its first bytes, whatever the device says.'),
  event: z
    .enum(mediaEvents)
    .nullable()
    .describe('Why the device took it; null: the device did not say, or says something unknown.'),
  channel: z.int().nullable().describe('Of which camera or microphone; null: the device did not say.'),
  lat: z.number().nullable().describe('Where it was taken, WGS-84; null: the device did not say.'),
  lon: z.number().nullable(),
  bytes: z.int(),
  isDecoded: z.boolean().describe('It is sound that no browser plays, and is there as WAV, too.'),
})
export type MediaFile = z.output<typeof mediaFile>

const find = call({
  method: 'GET',
  path: '/api/media/find',
  permission: readers,
  demo: true,
  help: 'Pictures, sound and video of devices, the newest first: those that were taken while the caller or a sub-account had the device.',
  input: pageInput.extend({
    terminalID: terminalID.optional().describe('Only of this device.'),
    kind: z.enum(mediaKinds).optional().describe('Only of this kind.'),
    search: z.string().trim().max(64).optional().describe('Part of the plate, name or terminal id.'),
    ...ofGroups,
    from: instant.optional().describe('Taken from then on.'),
    to: instant.optional().describe('Taken until then.'),
  }),
  output: page(mediaFile),
})

export const mediaCalls = {
  find,
  open: call({
    method: 'GET',
    path: '/api/media/open',
    permission: readers,
    demo: true,
    help: 'One of these files, as it came, or decoded.',
    input: z.object({
      id: z.coerce.number().pipe(rowId),
      form: z
        .enum(['original', 'decoded'])
        .default('original')
        .describe('`decoded`: sound as WAV, where `isDecoded` says so.'),
    }),
    files: ['image/jpeg', 'audio/wav', 'video/mp4', 'application/octet-stream'],
    refusals: ['notFound'],
  }),
  delete: call({
    path: '/api/media/delete',
    permission: removers,
    help: 'Deletes a file for good.',
    ...byRowId,
  }),
  deleteMany: bulkCall(find, rowId, {
    path: '/api/media/deleteMany',
    permission: removers,
    help: 'Deletes many files for good.',
  }),
}

export const mediaList = list(mediaCalls.find, {
  name: 'media',
  rowId: 'id',
  columns: [
    { key: 'time', name: 'takenTime', form: 'instant', isFixed: true, card: 'title' },
    { key: 'kind', name: 'mediaKind', form: 'mediaKind' },
    { key: 'displayName', form: 'text' },
    { key: 'terminalID', form: 'identifier' },
    { key: 'event', name: 'mediaEvent', form: 'mediaEvent' },
    { key: 'channel', name: 'mediaChannel', form: 'count', isOptional: true },
    { key: 'place', form: 'place' },
    { key: 'bytes', name: 'fileSize', form: 'bytes' },
    { key: 'receivedTime', name: 'arrivedTime', form: 'instant', isOptional: true },
  ],
  filters: [search(), groups(), choice('kind', mediaKinds, 'reports.mediaKind'), given('terminalID')],
  bulk: [{ name: 'delete', call: mediaCalls.deleteMany, isDangerous: true }],
})
