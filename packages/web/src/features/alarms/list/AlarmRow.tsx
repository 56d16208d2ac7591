import { SoundOutlined, UserOutlined } from '@ant-design/icons'
import type { AlarmEpisode } from '@trackway/core/features/alarms/calls.ts'
import { Checkbox, Tag } from 'antd'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Format } from '../../../base/format.ts'
import { Address } from '../../../ui/address/Address.tsx'
import { alarmTitle } from '../alarm-name.ts'
import { isPinned } from '../live/recent-alarms.ts'
import { SeverityMark } from '../SeverityMark.tsx'
import styles from './AlarmRow.module.css'

export const stateColours = {
  new: 'red',
  acknowledged: 'blue',
  resolved: 'success',
  false: 'default',
} as const

interface AlarmRowProps {
  alarm: AlarmEpisode
  isCurrent: boolean
  isSelected: boolean
  showsOwner: boolean
  now: number
  format: Format
  onOpen: (alarm: AlarmEpisode) => void
  onSelect: (alarm: AlarmEpisode, isRange: boolean) => void
}

/** One alarm of the list; drawn again only when it changes. */
export const AlarmRow = memo(function AlarmRow(props: AlarmRowProps) {
  const { alarm, isCurrent, isSelected, showsOwner, now, format, onOpen, onSelect } = props
  const { t } = useTranslation()
  const { startTime, endTime, lat, lon, state, severity, isOpen, readTime, assignee, speedKmh } = alarm
  const title = alarmTitle(alarm, t, format)
  const lasted = (isOpen ? now : endTime) - startTime
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the screen around it
    <div
      id={`alarm-${alarm.id}`}
      role="option"
      aria-selected={isCurrent}
      aria-checked={isSelected}
      tabIndex={-1}
      className={`${styles.alarm} tw-choice tw-line-below tw-relative tw-full-height tw-grid`}
      data-severity={severity}
      data-unread={readTime === null}
      data-pinned={isPinned(alarm, now)}
      data-owner={showsOwner}
      data-settled={state === 'resolved' || state === 'false'}
      data-testid="tw-alarm"
      onClick={(event) => (event.shiftKey ? onSelect(alarm, true) : onOpen(alarm))}
    >
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the screen selects by X */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the row itself says whether it is checked */}
      <span
        title={t('lists.selectRow', { name: `${alarm.displayName}, ${title}` })}
        className={`${styles.check} tw-middle tw-full-height`}
        onClick={(event) => {
          event.stopPropagation()
          onSelect(alarm, event.shiftKey)
        }}
      >
        <span inert>
          <Checkbox checked={isSelected} />
        </span>
      </span>
      <SeverityMark severity={severity} />
      <span className={`${styles.what} tw-shrink tw-flex`}>
        <b className="tw-ellipsis" title={alarm.displayName}>
          {alarm.displayName}
        </b>
        <span className={`tw-grow tw-ellipsis ${readTime === null ? '' : 'tw-muted'}`} title={title}>
          {title}
        </span>
      </span>
      <time
        className={`${styles.age} tw-end tw-muted tw-tiny`}
        dateTime={new Date(startTime).toISOString()}
        title={format.dateTime(startTime)}
      >
        {t('ui.ago', { span: format.age(endTime, now) })}
      </time>
      <span className={`${styles.line} tw-ellipsis tw-muted tw-tiny`}>
        <span className="tw-number tw-nowrap">
          {endTime > startTime || isOpen
            ? `${format.hourMinute(startTime)}–${isOpen ? t('alarms.now') : format.hourMinute(endTime)}`
            : format.hourMinute(startTime)}
          {lasted >= 60_000 && (endTime > startTime || isOpen) && (
            <span className={styles.lasted}>{format.duration(lasted)}</span>
          )}
        </span>
        <span className={`${styles.speed} tw-number tw-nowrap`}>
          {speedKmh === null ? '' : format.speed(speedKmh)}
        </span>
        <span className={`${styles.place} tw-ellipsis`}>
          {alarm.address ?? (lat !== null && lon !== null && <Address lat={lat} lon={lon} short />)}
        </span>
        {showsOwner && alarm.ownerName !== null && (
          <span
            className={`${styles.owner} tw-ellipsis`}
            title={t('alarms.ownerOf', { name: alarm.username ?? alarm.ownerName })}
          >
            {alarm.ownerName}
          </span>
        )}
      </span>
      <span className={`${styles.facts} tw-row tw-tiny tw-to-end`}>
        {alarm.isMuted && (
          <SoundOutlined
            className="tw-faint"
            role="img"
            aria-label={t('alarms.isMuted')}
            title={t('alarms.isMuted')}
          />
        )}
        {assignee !== null && (
          <span className="tw-ellipsis" title={t('alarms.assignedTo', { name: assignee })}>
            <UserOutlined aria-label={t('alarms.assignedTo', { name: assignee })} /> {assignee}
          </span>
        )}
        {state !== 'new' && <Tag color={stateColours[state]}>{t(`reports.alarmState.${state}`)}</Tag>}
      </span>
    </div>
  )
})
