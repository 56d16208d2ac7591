import { trackSettingCalls } from '@trackway/core/api/episodes.ts'
import { startOfLocalDay } from '@trackway/core/rules/local-days.ts'
import { type Handler, serve } from '../../platform/serve.ts'
import { findLevel, setSettings, settingsAt } from './queries.ts'

export const trackSettingHandlers: readonly Handler[] = [
  serve(trackSettingCalls.find, async ({ db, pool, scope, input }) =>
    settingsAt(pool, await findLevel(db, scope, input)),
  ),

  serve(trackSettingCalls.set, async ({ db, pool, scope, session, input, now }) => {
    const level = await findLevel(db, scope, input)
    await setSettings(pool, level, input.own, startOfLocalDay(now, session.account.timeZone))
    return settingsAt(pool, level)
  }),
]
