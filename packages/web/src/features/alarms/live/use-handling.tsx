import type { OutputOf } from '@trackway/core/api/call.ts'
import { type AlarmAction, type AlarmEpisode, alarmCalls } from '@trackway/core/features/alarms/calls.ts'
import { App, Button } from 'antd'
import { api } from '../../../base/api.ts'
import { reread } from '../../../base/queries/query-client.ts'
import { useUser } from '../../../base/session.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { merged, takeChanges, useRecentAlarms } from './recent-alarms.ts'

/** Many alarms may take their time. */
const bulkMs = 60_000
/** How long it can be taken back by the message; the server keeps it for a day. */
const undoS = 12

type Handled = OutputOf<typeof alarmCalls.handle>

/** The changes of an alarm that an action causes, as far as they are known before the server's answer. */
export function effectOf(action: AlarmAction, username: string, now: number): Partial<AlarmEpisode> {
  switch (action) {
    case 'acknowledge':
      return { state: 'acknowledged', handler: username, handleTime: now, readTime: now }
    case 'resolve':
      return { state: 'resolved', handler: username, handleTime: now, readTime: now }
    case 'false':
      return { state: 'false', handler: username, handleTime: now, readTime: now }
    case 'reopen':
      return { state: 'new', handler: username, handleTime: now }
    case 'read':
      return { readTime: now }
    case 'unread':
      return { readTime: null }
    default:
      return {}
  }
}

interface Handling {
  /** Runs an action on these alarms, and shows the result with a button that undoes it. */
  handle: (action: AlarmAction, ids: readonly number[]) => Promise<void>
  /** Shows how many were handled, with a button that undoes it. */
  notify: (output: Handled) => void
}

/** Handles alarms. @param onDone shows the change at once; other pages show it when the server sends it */
export function useHandling(onDone: (ids: readonly number[], part: Partial<AlarmEpisode>) => void): Handling {
  const { t, format, toText } = useTexts()
  const { message } = App.useApp()
  const { username } = useUser()

  const undo = async (undoId: number) => {
    message.destroy('alarms-done')
    try {
      const { done } = await api(alarmCalls.undo, { undoId }, { timeoutMs: bulkMs })
      message.success(t('alarms.undone', { count: done, shown: format.number(done) }))
      await reread('alarms')
    } catch (error) {
      message.error(toText(error))
    }
  }
  const notify = ({ done, failed, undoId }: Handled) => {
    void reread('alarms')
    if (done === 0 && failed.length > 0)
      return void message.warning(t(`result.${failed[0]!.result}`, { defaultValue: t('alarms.notDone') }))
    message.open({
      key: 'alarms-done',
      type: 'success',
      duration: undoS,
      content: (
        <>
          {t('alarms.done', { count: done, shown: format.number(done) })}
          {undoId !== null && (
            <Button type="link" onClick={() => void undo(undoId)}>
              {t('alarms.undo')}
            </Button>
          )}
        </>
      ),
    })
  }
  const handle = async (action: AlarmAction, ids: readonly number[]) => {
    try {
      const output = await api(alarmCalls.handle, { ids: [...ids], action }, { timeoutMs: bulkMs })
      const refused = new Set(output.failed.map(({ id }) => id))
      const handled = ids.filter((id) => !refused.has(id))
      const part = effectOf(action, username, Date.now())
      onDone(handled, part)
      const { latest = [], pinned } = useRecentAlarms.getState()
      takeChanges(
        merged(latest, pinned)
          .filter(({ id }) => handled.includes(id))
          .map((episode) => ({ ...episode, ...part })),
      )
      if (action !== 'read') notify(output)
      else void reread('alarms')
    } catch (error) {
      message.error(toText(error))
    }
  }
  return { handle, notify }
}
