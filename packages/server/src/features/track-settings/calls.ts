import { trackSettingCalls } from '@trackway/core/api/episodes.ts'
import { startOfLocalDay } from '@trackway/core/rules/local-days.ts'
import { Refusal } from '../../platform/errors.ts'
import { type Handler, serve } from '../../platform/serve.ts'
import { findLevel, setSettings, settingsAt } from './queries.ts'

export const trackSettingHandlers: readonly Handler[] = [
  serve(trackSettingCalls.find, async ({ db, pool, scope, input }) =>
    settingsAt(pool, await findLevel(db, scope, input)),
  ),

  serve(trackSettingCalls.set, async ({ db, pool, scope, session, input, now }) => {
    const level = await findLevel(db, scope, input)
    const { inherited } = await settingsAt(pool, level)
    const { startKmh, stopKmh } = { ...inherited, ...input.own }
    // Else a vehicle would begin to drive and stand at the same speeds.
    if (stopKmh > startKmh) {
      const issues = [{ path: 'own.stopKmh', reason: 'above_start' }]
      throw new Refusal('invalidInput', { issues })
    }
    await setSettings(pool, level, input.own, startOfLocalDay(now, session.account.timeZone))
    return settingsAt(pool, level)
  }),
]
