import { holdsAny } from '@trackway/core/codes/permissions.ts'
import { trackSettingCalls } from '@trackway/core/features/track-settings/calls.ts'
import { startOfLocalDay } from '@trackway/core/rules/local-days.ts'
import { Refusal } from '../../platform/errors.ts'
import { recordChange } from '../../platform/http/record-change.ts'
import { type Handler, inTransaction, serve } from '../../platform/http/serve.ts'
import { findLevel, type LevelSettings, lockOwn, setSettings, settingsAt } from './queries.ts'
import { isLonger, type OwnSettings } from './resolve.ts'

export const trackSettingHandlers: readonly Handler[] = [
  serve(trackSettingCalls.find, async ({ db, pool, scope, input }) =>
    settingsAt(pool, await findLevel(db, scope, input), scope),
  ),

  serve(trackSettingCalls.set, async (context) => {
    const { db, pool, bus, scope, session, input, now } = context
    const level = await findLevel(db, scope, input)
    const issues = issuesOf(input.own, await settingsAt(pool, level, scope))
    if (issues.length > 0) throw new Refusal('invalidInput', { issues })
    await inTransaction(context, async (context) => {
      const before = await lockOwn(context.db, level)
      const isRetention = input.own.daysKept !== before.daysKept
      if (isRetention && !holdsAny(session.permissions, ['main:device_history']))
        throw new Refusal('noPermission')
      await setSettings(context.db, level, input.own, startOfLocalDay(now, session.account.timeZone))
      if (!isRetention) return
      await recordChange(context, 'retention', level.accountId, {
        terminalId: level.terminalId,
        before: keptIn(before),
        after: keptIn(input.own),
      })
    })
    // The speed limit is asked for by ingest too.
    const isOfDevice = 'deviceId' in level
    bus.publish('device.factsEdited', {
      deviceIds: isOfDevice ? Int32Array.of(level.deviceId) : new Int32Array(),
      accountIds: isOfDevice ? [] : [level.accountId],
    })
    return settingsAt(pool, level, scope)
  }),
]

/** A level without a value of its own keeps tracks for as long as the levels above say. */
const keptIn = ({ daysKept }: OwnSettings) => ({ daysKept: daysKept === undefined ? 'inherited' : daysKept })

function issuesOf(own: OwnSettings, { inherited, mostDaysKept }: LevelSettings) {
  const issues: { path: string; reason: string }[] = []
  const { startKmh, stopKmh } = { ...inherited, ...own }
  // Else a vehicle would begin to drive and stand at the same speeds.
  if (stopKmh > startKmh) issues.push({ path: 'own.stopKmh', reason: 'above_start' })
  if (own.daysKept !== undefined && isLonger(own.daysKept, mostDaysKept))
    issues.push({ path: 'own.daysKept', reason: 'above_superior' })
  return issues
}
