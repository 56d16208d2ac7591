import { DownOutlined, UpOutlined } from '@ant-design/icons'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { useState } from 'react'
import { useCan } from '../../../base/session.ts'
import { useIsPhone } from '../../../base/use-is-phone.ts'
import { useNow } from '../../../base/use-now.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { PinnedAlarm } from './PinnedAlarm.tsx'
import styles from './PinnedAlarms.module.css'
import { useRecentAlarms } from './recent-alarms.ts'

/** Critical alarms that nobody has acknowledged, on top of every screen: one, and the others when they are unfolded. */
export function PinnedAlarms() {
  const { t, format } = useTexts()
  const isPhone = useIsPhone()
  const now = useNow()
  const canSeeAlarms = useCan('main:alarms')
  const [isOpen, setIsOpen] = useState(false)
  const pinned = useRecentAlarms((state) => state.pinned)
  const total = useRecentAlarms((state) => state.pinnedTotal)
  const [first] = pinned
  if (!canSeeAlarms || !first) return null
  const others = total - 1
  const more = t('alarms.pinned.more', { count: others, shown: format.number(others) })
  return (
    <section className={styles.pinned} aria-label={t('alarms.pinned.title')} data-print="hide">
      <ul className={styles.alarms} data-testid="tw-pinned">
        {(isOpen ? pinned : [first]).map((alarm, at) => (
          <PinnedAlarm key={alarm.id} alarm={alarm} now={now} isFirst={at === 0}>
            {at === 0 && others > 0 && (
              <Button
                type="text"
                className={styles.quiet ?? ''}
                aria-expanded={isOpen}
                aria-label={more}
                icon={isOpen ? <UpOutlined /> : <DownOutlined />}
                iconPlacement="end"
                onClick={() => setIsOpen(!isOpen)}
              >
                {isPhone ? `+${format.number(others)}` : more}
              </Button>
            )}
          </PinnedAlarm>
        ))}
      </ul>
      {isOpen && others > 0 && (
        <p className={`${styles.all} tw-small`}>
          <Link to="/index/alarmsAll" search={{ view: 'pinned' }} onClick={() => setIsOpen(false)}>
            {t('alarms.pinned.all')}
          </Link>
        </p>
      )}
    </section>
  )
}
