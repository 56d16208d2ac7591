import { alarmCalls, alarmViewNames, waitingAlarmsMs } from '@trackway/core/features/alarms/calls.ts'
import { selectionSettingCalls } from '@trackway/core/features/alarms/selection-calls.ts'
import { alarmSettingCalls } from '@trackway/core/features/alarms/setting-calls.ts'
import { alarmStatisticsCalls } from '@trackway/core/features/alarms/statistics-calls.ts'
import { startOfLocalDay } from '@trackway/core/rules/local-days.ts'
import { Refusal } from '../../platform/errors.ts'
import { type Handler, type SessionContext, serve, serveChange } from '../../platform/http/serve.ts'
import { idsMeant } from '../../platform/http/serve-many.ts'
import { findDeviceId } from '../devices/find-device-id.ts'
import { managedDevices } from '../devices/service-calls.ts'
import { findLevel, publishEdited } from '../level-settings/queries.ts'
import { alarmSettingsAt, setAlarmSettings, setPair } from './alarm-settings.ts'
import { countAlarms } from './count-alarms.ts'
import { countViews, findEpisodes, waitingEpisodes } from './find-episodes.ts'
import { type Handled, handleEpisodes, markAllRead, undoHandling } from './handle-episodes.ts'
import { findOccurrences, getEpisode, muteEpisode, saveAddress } from './one-episode.ts'
import { previewSettings, setManySettings } from './selection-settings.ts'

type Context = SessionContext<unknown>

const handlerOf = ({ session, now }: Context) => ({
  accountId: session.account.id,
  actorId: session.actor?.id ?? null,
  now,
})

/** Publishes the change to everybody who sees these alarms. */
function publishChange<T>({ bus }: Pick<Context, 'bus'>, { output, deviceIds }: Handled<T>): T {
  if (deviceIds.length > 0) bus.publish('alarm.changed', { deviceIds: Int32Array.from(new Set(deviceIds)) })
  return output
}

export const alarmHandlers: readonly Handler[] = [
  serve(alarmCalls.find, ({ db, scope, input }) => findEpisodes(db, scope, input)),
  serve(alarmCalls.get, ({ db, scope, input, now }) => getEpisode(db, scope, input.id, now)),
  serve(alarmCalls.occurrences, ({ db, scope, input }) => findOccurrences(db, scope, input)),
  serve(alarmCalls.count, async ({ db, scope, input: { views = alarmViewNames, ...filter } }) => ({
    counts: await countViews(db, scope, { ...filter, views }),
  })),
  serve(alarmCalls.waiting, async ({ db, scope, now }) => ({
    alarms: await waitingEpisodes(db, scope, now - waitingAlarmsMs),
  })),
  serveChange(alarmCalls.handle, async (context) => {
    const { db, scope, input } = context
    return publishChange(context, await handleEpisodes(db, scope, input, handlerOf(context)))
  }),
  serveChange(alarmCalls.undo, async (context) => {
    const { db, scope, input } = context
    return publishChange(context, await undoHandling(db, scope, input.undoId, handlerOf(context)))
  }),
  serve(alarmCalls.markAllRead, async (context) => {
    const { db, scope, input, now, signal } = context
    return publishChange(context, await markAllRead(db, scope, input, now, signal))
  }),
  serve(alarmCalls.mute, ({ db, scope, input, now }) => muteEpisode(db, scope, input, now)),
  serve(alarmCalls.saveAddress, async (context) => {
    const deviceId = await saveAddress(context.db, context.scope, context.input)
    return publishChange(context, { output: {}, deviceIds: [deviceId] })
  }),

  serve(alarmStatisticsCalls.count, ({ db, scope, session, input }) =>
    countAlarms(db, scope, input, session.account.timeZone),
  ),

  serve(alarmSettingCalls.find, async ({ db, scope, input }) =>
    alarmSettingsAt(db, await findLevel(db, scope, input), scope),
  ),
  serveChange(alarmSettingCalls.set, async ({ db, scope, session, input, now, bus }) => {
    const level = await findLevel(db, scope, input)
    const { pairedWith } = input
    const pairedId = typeof pairedWith === 'string' ? await findDeviceId(db, scope, pairedWith) : null
    await setAlarmSettings(db, level, input.own, startOfLocalDay(now, session.account.timeZone))
    if (pairedWith !== undefined && 'deviceId' in level) await setPair(db, level.deviceId, pairedId)
    publishEdited(bus, level)
    return alarmSettingsAt(db, level, scope)
  }),

  serve(selectionSettingCalls.preview, async (context) => {
    const { db, scope, input } = context
    return previewSettings(db, scope, await idsMeant(context, managedDevices), input)
  }),
  serveChange(selectionSettingCalls.set, async (context) => {
    const { db, scope, session, input, now, bus } = context
    const { track, alarm } = input
    const today = startOfLocalDay(now, session.account.timeZone)
    const terminalIDs = await idsMeant<string>(context, managedDevices)
    const { deviceIds, done, failed } = await setManySettings(db, scope, terminalIDs, { track, alarm, today })
    if (done === 0 && failed.length > 0) throw new Refusal('notFound')
    bus.publish('device.factsEdited', { deviceIds: Int32Array.from(deviceIds), accountIds: [] })
    return { done, failed }
  }),
]
