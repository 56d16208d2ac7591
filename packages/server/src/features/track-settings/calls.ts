import { trackSettingCalls } from '@trackway/core/api/track-settings.ts'
import { startOfLocalDay } from '@trackway/core/rules/local-days.ts'
import { Refusal } from '../../platform/errors.ts'
import { type Handler, serve } from '../../platform/http/serve.ts'
import { findLevel, type LevelSettings, setSettings, settingsAt } from './queries.ts'
import { isLonger, type OwnSettings } from './resolve.ts'

export const trackSettingHandlers: readonly Handler[] = [
  serve(trackSettingCalls.find, async ({ db, pool, scope, input }) =>
    settingsAt(pool, await findLevel(db, scope, input)),
  ),

  serve(trackSettingCalls.set, async ({ db, pool, scope, session, input, now }) => {
    const level = await findLevel(db, scope, input)
    const issues = issuesOf(input.own, await settingsAt(pool, level))
    if (issues.length > 0) throw new Refusal('invalidInput', { issues })
    await setSettings(pool, level, input.own, startOfLocalDay(now, session.account.timeZone))
    return settingsAt(pool, level)
  }),
]

function issuesOf(own: OwnSettings, { inherited, mostDaysKept }: LevelSettings) {
  const issues: { path: string; reason: string }[] = []
  const { startKmh, stopKmh } = { ...inherited, ...own }
  // Else a vehicle would begin to drive and stand at the same speeds.
  if (stopKmh > startKmh) issues.push({ path: 'own.stopKmh', reason: 'above_start' })
  if (own.daysKept !== undefined && isLonger(own.daysKept, mostDaysKept))
    issues.push({ path: 'own.daysKept', reason: 'above_superior' })
  return issues
}
