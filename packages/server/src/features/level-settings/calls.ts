import { settingKinds } from '@trackway/core/setting-kinds.ts'
import { type Handler, serve } from '../../platform/http/serve.ts'
import { findLevel, publishEdited, setOwn, settingsAt } from './queries.ts'

/** What reads and replaces each kind of settings that is stored as its call has it. */
export const levelSettingHandlers: readonly Handler[] = settingKinds.flatMap((kind) => [
  serve(kind.calls.find, async ({ db, scope, input }) =>
    settingsAt(db, kind, await findLevel(db, scope, input), scope),
  ),

  serve(kind.calls.set, async ({ db, scope, input, bus }) => {
    const level = await findLevel(db, scope, input)
    await setOwn(db, kind, level, input.own)
    publishEdited(bus, level)
    return settingsAt(db, kind, level, scope)
  }),
])
