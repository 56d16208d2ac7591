import { limits } from '@trackway/core/codes/limits.ts'
import { alarmCalls } from '@trackway/core/features/alarms/calls.ts'
import { Button } from 'antd'
import { api } from '../../../base/api.ts'
import { reread } from '../../../base/queries/query-client.ts'
import { useUser } from '../../../base/session.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { useAction } from '../../../ui/actions/use-action.ts'
import { confirm } from '../../../ui/form/confirm.ts'
import type { useHandling } from '../live/use-handling.tsx'
import type { AlarmQuery } from '../url-state.ts'
import type { useAlarmRows } from './use-alarm-rows.ts'

interface AlarmListFootProps {
  filter: AlarmQuery
  live: ReturnType<typeof useAlarmRows>
  newCount: number
  notify: ReturnType<typeof useHandling>['notify']
}

/** How many alarms there are, and what is done with all of them. */
export function AlarmListFoot({ filter, live, newCount, notify }: AlarmListFootProps) {
  const { t, format } = useTexts()
  const { act } = useAction()
  const user = useUser()
  const { rows, total, isMore, store } = live
  const shownTotal = isMore ? t('alarms.moreThan', { count: format.number(total) }) : format.number(total)
  const acknowledgeAll = () =>
    confirm({
      title: t('alarms.acknowledgeAllTitle', { count: newCount, shown: format.number(newCount) }),
      text: t('alarms.acknowledgeAllText'),
      okLabel: t('alarms.acknowledgeAllOk', { count: newCount, shown: format.number(newCount) }),
      onOk: async () => {
        const input = { filter: { ...filter, state: 'new' as const }, action: 'acknowledge' as const }
        notify(await api(alarmCalls.handle, input, { timeoutMs: 60_000 }))
        await store.refresh()
      },
    })
  const readAll = () =>
    act(async () => {
      const { isRead, ...all } = filter
      const { done } = await api(alarmCalls.markAllRead, all, { timeoutMs: 60_000 })
      await reread('alarms')
      await store.refresh()
      return t('alarms.readAllDone', { count: done, shown: format.number(done) })
    })
  return (
    <footer className="tw-padded-strip tw-row tw-wrap tw-spread tw-line-above">
      <span className="tw-muted tw-number" data-testid="tw-alarm-total">
        {t('ui.table.range', { from: 1, to: format.number(rows.length), total: shownTotal })}
      </span>
      <span className="tw-row tw-wrap">
        {rows.some(({ readTime }) => readTime === null) && !user.isDemo && (
          <Button type="text" onClick={() => void readAll()}>
            {t('alarms.readAll')}
          </Button>
        )}
        {newCount > 1 && newCount < limits.alarmsPerOperation && !user.isDemo && (
          <Button type="text" onClick={acknowledgeAll}>
            {t('alarms.acknowledgeAll', { count: newCount, shown: format.number(newCount) })}
          </Button>
        )}
      </span>
    </footer>
  )
}
