import { holdsAny } from '@trackway/core/codes/permissions.ts'
import { batteryPart } from '@trackway/core/features/batteries/calls.ts'
import { maxTrackPoints, specApiCalls } from '@trackway/core/features/spec-api/calls.ts'
import type { TyreWheel } from '@trackway/core/features/tyres/calls.ts'
import { dayAt } from '@trackway/core/rules/local-days.ts'
import { trackState } from '@trackway/core/rules/vehicle-state.ts'
import { noPlace } from '@trackway/core/track/columns.ts'
import { type Handler, type SessionContext, serve } from '../../platform/http/serve.ts'
import { findBatteryVehicle } from '../batteries/queries.ts'
import { findDeviceOfRange } from '../devices/find-device-id.ts'
import { ensureCurrent } from '../episodes/processing/ensure-current.ts'
import { findEpisodesBetween } from '../episodes/queries.ts'
import { findLocations } from '../locations/queries.ts'
import { resolveFilter } from '../statistics/report-filter.ts'
import { readSums } from '../statistics/sum-queries.ts'
import { readTrack } from '../track-storage/read-track.ts'
import { findTyreVehicle } from '../tyres/queries.ts'
import { readPlaceDays } from '../vehicle-parts/place-days.ts'
import { changedSince, findTrackUsers, toSpecApiDevices } from './queries.ts'

/** Devices of one answer to polling clients. */
const mostUpdates = 1_000

const pressureStates: { [State in TyreWheel['state'] & string]?: 'high' | 'low' } = {
  pressureHigh: 'high',
  pressureLow: 'low',
}

const callerOf = ({ session, language, now }: SessionContext<unknown>) => ({
  language,
  now,
  maySeeOwners: holdsAny(session.permissions, ['main:devices_user_info']),
  // As in `geocoding/calls.ts`: the demo account is not given the operator's money.
  mayUseOnline: !session.account.isDemo,
})

export const specApiHandlers: readonly Handler[] = [
  serve(specApiCalls.devices, async (context) => {
    const { db, scope, input, now } = context
    const { list, total } = await findLocations(db, scope, input, now)
    return { list: await toSpecApiDevices(db, list, callerOf(context)), total }
  }),

  serve(specApiCalls.updates, async (context) => {
    const { db, scope, input, now } = context
    const changed = await changedSince(db, scope, { ...input, limit: mostUpdates })
    const ids = changed.map(({ id }) => id)
    const { list } = await findLocations(db, scope, { ids, pageNum: 1, pageSize: mostUpdates }, now)
    const rankOf = new Map(ids.map((id, rank) => [id, rank]))
    list.sort((a, b) => rankOf.get(a.id)! - rankOf.get(b.id)!)
    const hasMore = changed.length === mostUpdates
    // Of those that changed at one moment some may be left: they come again, and none is missed.
    const last = changed.at(-1)?.time ?? input.since
    const isStuck = hasMore && last === input.since
    return {
      list: await toSpecApiDevices(db, list, callerOf(context)),
      time: isStuck ? last + 1 : last,
      hasMore,
    }
  }),

  serve(specApiCalls.trackUsers, ({ db, scope, input }) => findTrackUsers(db, scope, input)),

  serve(specApiCalls.track, async ({ db, pool, scope, input, signal }) => {
    const range = await findDeviceOfRange(db, scope, input)
    const { terminalID } = input
    const list = []
    for await (const track of readTrack(pool, { ...range, order: 'oldestFirst', signal })) {
      for (let i = 0; i < track.length; i++) {
        const utcTime = track.fixTime[i]!
        if (list.length === maxTrackPoints) return { list, next: utcTime }
        const [latE7, lonE7] = [track.latE7[i]!, track.lonE7[i]!]
        const isPlaced = latE7 !== noPlace && lonE7 !== noPlace
        const speed = Number.isNaN(track.speedKmh[i]!) ? null : Math.round(track.speedKmh[i]! * 10) / 10
        list.push({
          terminalID,
          utcTime,
          lat: isPlaced ? Math.round(latE7 / 10) / 1e6 : null,
          lon: isPlaced ? Math.round(lonE7 / 10) / 1e6 : null,
          speed,
          course: track.courseDeg[i] === -1 ? null : track.courseDeg[i]!,
          state: trackState({ speedKmh: speed, quality: track.quality[i]! }),
        })
      }
    }
    return { list, next: null }
  }),

  serve(specApiCalls.stayPoints, async ({ db, pool, scope, input, now }) => {
    const range = await findDeviceOfRange(db, scope, input)
    await ensureCurrent(pool, [range.deviceId], { now })
    const { episodes } = await findEpisodesBetween(pool, { ...range, kinds: ['stop'] })
    return {
      list: episodes.map(({ from, to, fromLat, fromLon }) => ({
        terminalID: input.terminalID,
        lat: fromLat,
        lon: fromLon,
        startTime: from,
        endTime: to,
        stayTime: to - from,
      })),
    }
  }),

  serve(specApiCalls.statistics, async (context) => {
    const { db, scope, session, input, now, signal } = context
    const filter = { ...input, withSubAccounts: true }
    const reportScope = await resolveFilter(db, scope, filter, session.account.timeZone)
    const query = {
      ...input,
      reportScope,
      groupBy: 'deviceDay',
      sort: 'day',
      isDescending: false,
      withEmpty: true,
    } as const
    const { list, total } = await readSums(context, query, signal)
    const today = dayAt(now, session.account.timeZone)
    return {
      total,
      list: list.map(
        ({ terminalID, day, displayName: _, userId: __, username: ___, devices: ____, ...counters }) => ({
          id: `${terminalID}-${day}`,
          terminalID: terminalID!,
          statsticDate: day!,
          statsticState: day! < today ? 1 : 2,
          ...counters,
        }),
      ),
    }
  }),

  serve(specApiCalls.tire, async (context) => {
    const { terminalID } = context.input
    const { list } = await findTyreVehicle(context, context, terminalID)
    return {
      list: list.flatMap(({ wheel, pressureKpa, temperatureC, state, time }) => {
        if (state === null) return []
        return {
          terminalID,
          tireId: wheel,
          pressure: pressureKpa,
          temperature: temperatureC,
          leakState: state === 'leak' ? ('leak' as const) : ('normal' as const),
          pressureState: pressureStates[state] ?? ('normal' as const),
          temperatureState: state === 'temperatureHigh' ? ('high' as const) : ('normal' as const),
          utcTime: time,
        }
      }),
    }
  }),

  serve(specApiCalls.battery, async (context) => {
    const { terminalID, list } = await findBatteryVehicle(context, context, context.input)
    return {
      list: list.map((pack) => ({
        terminalID,
        batteryId: pack.pack,
        voltage: pack.voltageV,
        current: pack.currentA,
        temperature: pack.temperatureC,
        percent: pack.percent,
        usageCount: pack.usageCount,
        state: pack.state,
        utcTime: pack.time,
      })),
    }
  }),

  serve(specApiCalls.countBattery, async ({ db, pool, scope, session, input, now, signal }) => {
    const { timeZone } = session.account
    const reportScope = await resolveFilter(db, scope, { ...input, withSubAccounts: true }, timeZone)
    const query = {
      ...input,
      reportScope,
      figures: batteryPart.figures,
      sort: 'day',
      isDescending: false,
      withEmpty: true,
    } as const
    const { list, total } = await readPlaceDays(pool, query, signal)
    const today = dayAt(now, timeZone)
    return {
      total,
      list: list.map((row) => ({
        id: `${row.terminalID}-${row.day}-${row.place}`,
        terminalID: row.terminalID,
        statsticDate: row.day,
        statsticState: row.day < today ? 1 : 2,
        batteryId: row.place,
        minPercent: row.lowestPercent,
        maxPercent: row.highestPercent,
        minVoltage: row.lowestV,
        maxVoltage: row.highestV,
        maxTemperature: row.highestC,
        usageCount: row.usageCount,
      })),
    }
  }),
]
