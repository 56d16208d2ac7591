import { CloseOutlined } from '@ant-design/icons'
import { Link } from '@tanstack/react-router'
import type { AlarmEpisode } from '@trackway/core/api/alarms.ts'
import { Button } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../base/use-format.ts'
import { useIsPhone } from '../../../base/use-is-phone.ts'
import { alarmTitle } from '../alarm-name.ts'
import { SeverityMark } from '../SeverityMark.tsx'
import styles from './AlarmToasts.module.css'
import { dropToasts, useAlarmNews } from './alarm-news.ts'

const shownAtOnce = { desk: 3, phone: 1 }
/** What is critical stays until somebody closes or handles it. */
const goesAfterMs = 12_000

/** New alarms in the corner of the page: three at most, on a phone one, and how many more there are. */
export function AlarmToasts() {
  const { t } = useTranslation()
  const toasts = useAlarmNews((news) => news.toasts)
  const shown = toasts.slice(0, shownAtOnce[useIsPhone() ? 'phone' : 'desk'])
  const others = toasts.length - shown.length
  if (shown.length === 0) return null
  return (
    <section className={styles.toasts} aria-label={t('alarms.newAlarms')} data-print="hide">
      {shown.map((alarm) => (
        <Toast key={alarm.id} alarm={alarm} />
      ))}
      {others > 0 && (
        <div className={styles.others}>
          <Link to="/index/alarmsAll" search={{ view: 'unread' }} onClick={() => dropToasts()}>
            {t('alarms.more', { count: others })}
          </Link>
          <Button type="text" size="small" onClick={() => dropToasts()}>
            {t('alarms.closeAll')}
          </Button>
        </div>
      )}
    </section>
  )
}

function Toast({ alarm }: { alarm: AlarmEpisode }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { id, severity, displayName, startTime } = alarm
  const isCritical = severity === 'critical'
  useEffect(() => {
    if (isCritical) return
    const timer = setTimeout(() => dropToasts([id]), goesAfterMs)
    return () => clearTimeout(timer)
  }, [id, isCritical])
  return (
    <div
      className={styles.toast}
      data-severity={severity}
      role={isCritical ? 'alert' : 'status'}
      data-testid="tw-alarm-toast"
    >
      <SeverityMark severity={severity} />
      <Link
        to="/index/alarmsAll"
        search={{ alarm: id }}
        className={styles.link}
        onClick={() => dropToasts([id])}
      >
        <b className="tw-ellipsis">{displayName}</b>
        <span className="tw-ellipsis">{alarmTitle(alarm, t, format)}</span>
      </Link>
      <span className="tw-small tw-muted">{format.time(startTime)}</span>
      <Button
        type="text"
        icon={<CloseOutlined />}
        aria-label={t('ui.layout.close')}
        onClick={() => dropToasts([id])}
      />
    </div>
  )
}
