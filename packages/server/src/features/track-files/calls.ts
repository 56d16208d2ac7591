import { Readable } from 'node:stream'
import { trackFileCalls } from '@trackway/core/features/track-files/calls.ts'
import { type Handler, RawReply, serve } from '../../platform/http/serve.ts'
import { findDeviceOfRange } from '../devices/find-device-id.ts'
import { readTrack } from '../track-storage/read-track.ts'
import { factsOf, fileNameOf } from './facts.ts'
import { formats } from './formats.ts'
import { findStops, findVehicleName } from './queries.ts'
import { findReadingPlaces, withReadings } from './readings.ts'

export const trackFileHandlers: readonly Handler[] = [
  serve(trackFileCalls.export, async ({ db, pool, scope, session, input, language, now, signal }) => {
    const { format, withHidden } = input
    const { deviceId, from, to } = await findDeviceOfRange(db, scope, input)
    const { timeZone } = session.account
    const name = await findVehicleName(db, deviceId)
    const { contentType, isTable, load } = formats[format]
    const write = await load()
    const readings = await findReadingPlaces(db, deviceId)
    const pieces = write({
      name,
      facts: factsOf({ ...input, name, language, timeZone, now }),
      language,
      timeZone,
      withHidden,
      readings,
      stops: () => findStops(pool, { deviceId, from, to }, now),
      read: () => {
        const slices = readTrack(pool, { deviceId, from, to, order: 'oldestFirst', signal })
        return isTable && readings.length > 0 ? withReadings(pool, deviceId, slices) : slices
      },
    })
    const body = Readable.from(pieces, { objectMode: false })
    return new RawReply(contentType, body, fileNameOf({ name, from, to, timeZone, format }))
  }),
]
