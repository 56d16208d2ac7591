import { CheckOutlined } from '@ant-design/icons'
import type { AlarmEpisode } from '@trackway/core/features/alarms/calls.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { ActionButton } from '../../../ui/actions/ActionButton.tsx'
import { Address } from '../../../ui/address/Address.tsx'
import { alarmTitle } from '../alarm-name.ts'
import { SeverityMark } from '../SeverityMark.tsx'
import styles from './WallScreen.module.css'

interface WallAlarmProps {
  alarm: AlarmEpisode
  now: number
  onAcknowledge: () => void
}

/** An alarm in letters that are read from across the room. */
export function WallAlarm({ alarm, now, onAcknowledge }: WallAlarmProps) {
  const { t, format } = useTexts()
  const { severity, displayName, startTime, speedKmh, ownerName, lat, lon } = alarm
  return (
    <li className={`${styles.alarm} tw-line-below`} data-severity={severity}>
      <SeverityMark severity={severity} />
      <span className="tw-shrink">
        <b className={styles.name}>{displayName}</b> {alarmTitle(alarm, t, format)}
        <span className="tw-block tw-muted tw-ellipsis">
          {[
            t('ui.ago', { span: format.age(startTime, now) }),
            ...(speedKmh === null ? [] : [format.speed(speedKmh)]),
            ...(ownerName === null ? [] : [ownerName]),
          ].join(' · ')}
          {' · '}
          {alarm.address ?? (lat !== null && lon !== null && <Address lat={lat} lon={lon} short />)}
        </span>
      </span>
      <ActionButton
        size="large"
        type={severity === 'critical' ? 'primary' : 'default'}
        danger={severity === 'critical'}
        icon={<CheckOutlined />}
        aria-label={`${t('list.bulk.acknowledge')}: ${displayName}`}
        onClick={onAcknowledge}
      >
        {t('list.bulk.acknowledge')}
      </ActionButton>
    </li>
  )
}
