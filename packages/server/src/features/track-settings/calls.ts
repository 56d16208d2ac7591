import type { OutputOf } from '@trackway/core/api/call.ts'
import { holdsAny } from '@trackway/core/codes/permissions.ts'
import { trackSettingCalls, trackSettingKind } from '@trackway/core/features/track-settings/calls.ts'
import { startOfLocalDay } from '@trackway/core/rules/local-days.ts'
import type { TrackSettingValues } from '@trackway/core/track/track-settings.ts'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import { recordChange } from '../../platform/http/record-change.ts'
import { type Handler, inTransaction, serve } from '../../platform/http/serve.ts'
import type { Scope } from '../../platform/http/session.ts'
import { type Level, levelsAt } from '../../platform/level-settings.ts'
import { findLevel, lockOwn, publishEdited, toSettings } from '../level-settings/queries.ts'
import { setTrackSettings } from './queries.ts'
import { effectiveTrackSettings, isLonger, mostDaysKept } from './resolve.ts'

type Own = Partial<TrackSettingValues>
type Settings = OutputOf<typeof trackSettingCalls.find>

export const trackSettingHandlers: readonly Handler[] = [
  serve(trackSettingCalls.find, async ({ db, scope, input }) =>
    settingsAt(db, await findLevel(db, scope, input), scope),
  ),

  serve(trackSettingCalls.set, async (context) => {
    const { db, bus, scope, session, input, now } = context
    const level = await findLevel(db, scope, input)
    const issues = issuesOf(input.own, await settingsAt(db, level, scope))
    if (issues.length > 0) throw new Refusal('invalidInput', { issues })
    await inTransaction(context, async (context) => {
      const before = await lockOwn(context.db, trackSettingKind, level)
      const isRetention = input.own.daysKept !== before.daysKept
      if (isRetention && !holdsAny(session.permissions, ['main:device_history']))
        throw new Refusal('noPermission')
      const today = startOfLocalDay(now, session.account.timeZone)
      await setTrackSettings(context.db, level, input.own, today)
      if (!isRetention) return
      await recordChange(context, 'retention', level.accountId, {
        terminalId: level.terminalId,
        before: keptIn(before),
        after: keptIn(input.own),
      })
    })
    // Ingest uses the speed limit too.
    publishEdited(bus, level)
    return settingsAt(db, level, scope)
  }),
]

async function settingsAt(db: Db, level: Level, scope: Scope): Promise<Settings> {
  const levels = await levelsAt(db, trackSettingKind, level)
  const settings = toSettings(level, levels, scope, effectiveTrackSettings)
  return { ...settings, mostDaysKept: mostDaysKept(levels) }
}

/** A level without a value of its own keeps tracks for as long as the levels above set. */
const keptIn = ({ daysKept }: Own) => ({ daysKept: daysKept === undefined ? 'inherited' : daysKept })

function issuesOf(own: Own, { inherited, mostDaysKept }: Settings) {
  const issues: { path: string; reason: string }[] = []
  const { startKmh, stopKmh } = { ...inherited, ...own }
  // Else a vehicle would count as driving and as stopped at the same speeds.
  if (stopKmh > startKmh) issues.push({ path: 'own.stopKmh', reason: 'above_start' })
  if (own.daysKept !== undefined && isLonger(own.daysKept, mostDaysKept))
    issues.push({ path: 'own.daysKept', reason: 'above_superior' })
  return issues
}
