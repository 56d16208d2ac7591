import { keepPreviousData } from '@tanstack/react-query'
import { limits } from '@trackway/core/codes/limits.ts'
import { type AlarmView, alarmCalls, alarmViewNames } from '@trackway/core/features/alarms/calls.ts'
import { useEffect } from 'react'
import { useCall } from '../../../base/queries/use-call.ts'
import { useIsPhone } from '../../../base/use-is-phone.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { Pills } from '../../../ui/Pills.tsx'
import { onAlarmChanges } from '../live/recent-alarms.ts'
import styles from './AlarmViews.module.css'

interface AlarmViewsProps {
  chosen: AlarmView
  userId: number | undefined
  withSubAccounts: boolean
  onChoose: (view: AlarmView) => void
}

/** However many alarms come, views are counted again so often at most. */
const countEveryMs = 4_000

/** The views that every alarm centre has, with how many alarms are in each. */
export function AlarmViews({ chosen, userId, withSubAccounts, onChoose }: AlarmViewsProps) {
  const { t, format } = useTexts()
  const isPhone = useIsPhone()
  const { data, refetch } = useCall(
    ['alarms', 'count', userId, withSubAccounts],
    alarmCalls.count,
    { userId, withSubAccounts },
    { placeholderData: keepPreviousData, staleTime: 0 },
  )
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = onAlarmChanges(() => {
      timer ??= setTimeout(() => {
        timer = undefined
        void refetch()
      }, countEveryMs)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [refetch])

  const countOf = (view: AlarmView) => {
    const count = data?.counts[view]
    if (count === undefined) return undefined
    return count > limits.alarmsCounted ? `${format.number(limits.alarmsCounted)}+` : format.number(count)
  }
  if (isPhone)
    return (
      <div className={`${styles.pills} tw-inset-on-phone tw-clip`}>
        <Pills
          isDense
          label={t('alarms.views')}
          chosen={chosen}
          onChoose={onChoose}
          pills={alarmViewNames.map((key) => ({ key, label: t(`alarms.view.${key}`), count: countOf(key) }))}
        />
      </div>
    )
  return (
    <nav className="tw-column tw-width-180 tw-scroll tw-rigid tw-gap-2" aria-label={t('alarms.views')}>
      {alarmViewNames.map((view) => (
        <button
          key={view}
          type="button"
          className="tw-choice tw-padded-tip tw-row-button tw-spread tw-rounded tw-flex"
          aria-pressed={view === chosen}
          onClick={() => onChoose(view)}
        >
          <span className="tw-ellipsis">{t(`alarms.view.${view}`)}</span>
          <span className="tw-number tw-muted">{countOf(view)}</span>
        </button>
      ))}
    </nav>
  )
}
