import { CloseOutlined } from '@ant-design/icons'
import { Link, useRouterState } from '@tanstack/react-router'
import type { AlarmEpisode } from '@trackway/core/features/alarms/calls.ts'
import { Button } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useTexts } from '../../../base/use-texts.ts'
import { alarmTitle } from '../alarm-name.ts'
import { SeverityMark } from '../SeverityMark.tsx'
import styles from './AlarmToasts.module.css'
import { dropToasts, useRecentAlarms } from './recent-alarms.ts'

const goesAfterMs = 12_000

/**
 * The newest of new warnings, and how many more there are; critical alarms are pinned instead. It has a place of its own in the frame, so that it covers
 * nothing: in the bar at the top, on a phone above the one at the bottom.
 */
export function AlarmToasts() {
  const { t } = useTranslation()
  const toasts = useRecentAlarms((state) => state.toasts)
  // The alarm centre lists them anyway.
  const isInCentre = useRouterState({
    select: ({ location }) => location.pathname.startsWith('/index/alarms'),
  })
  const shown = toasts[0]
  if (!shown || isInCentre) return null
  return (
    <section aria-label={t('alarms.newAlarms')} data-print="hide" className="tw-grow">
      <Toast key={shown.id} alarm={shown} others={toasts.length - 1} />
    </section>
  )
}

function Toast({ alarm, others }: { alarm: AlarmEpisode; others: number }) {
  const { t, format } = useTexts()
  const { id, severity, displayName, startTime } = alarm
  useEffect(() => {
    // None newer came meanwhile.
    const timer = setTimeout(() => dropToasts(), goesAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div
      className={`${styles.toast} tw-row tw-full-width tw-shrink tw-box tw-gap-10`}
      data-severity={severity}
      role="status"
      data-testid="tw-alarm-toast"
    >
      <span className="tw-size-16">
        <SeverityMark severity={severity} />
      </span>
      <Link
        to="/index/alarmsAll"
        search={{ alarm: id }}
        className="tw-column tw-grow tw-text"
        onClick={() => dropToasts([id])}
      >
        <b className="tw-ellipsis">{displayName}</b>
        <span className="tw-ellipsis">{alarmTitle(alarm, t, format)}</span>
      </Link>
      {others > 0 ? (
        <span className="tw-middle tw-small tw-nowrap">
          <Link to="/index/alarmsAll" search={{ view: 'urgent' }} onClick={() => dropToasts()}>
            {t('alarms.more', { count: others })}
          </Link>
          <button type="button" className="tw-muted" onClick={() => dropToasts()}>
            {t('alarms.closeAll')}
          </button>
        </span>
      ) : (
        <span className="tw-small tw-muted">{format.time(startTime)}</span>
      )}
      <Button
        type="text"
        icon={<CloseOutlined />}
        aria-label={t('ui.layout.close')}
        onClick={() => dropToasts([id])}
      />
    </div>
  )
}
