import { z } from 'zod'
import { call, sheetType } from '../../api/call.ts'
import { trackRange } from '../tracks/calls.ts'

/** A track as a file, for other programs. */

export const trackFileFormats = ['csv', 'xlsx', 'gpx', 'kml'] as const
export type TrackFileFormat = (typeof trackFileFormats)[number]

export const trackFileCalls = {
  export: call({
    method: 'GET',
    path: '/api/track/export',
    isHeavy: true,
    permission: ['main:track'],
    demo: true,
    deviceSession: true,
    help: 'The positions of one device between two instants, at most 90 days, oldest first, as a file (`Content-Disposition`), not in the envelope. Times are in the caller’s zone with its offset (GPX and KML: UTC).',
    input: trackRange.safeExtend({
      format: z.enum(trackFileFormats),
      withHidden: z
        .boolean()
        .default(false)
        .describe('With the positions that are left out of mileage, each marked with why.'),
    }),
    files: ['text/csv', sheetType, 'application/gpx+xml', 'application/vnd.google-earth.kml+xml'],
    refusals: ['notFound', 'rangeTooLong'],
  }),
}
