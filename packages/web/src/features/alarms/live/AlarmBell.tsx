import { BellOutlined } from '@ant-design/icons'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../../base/session.ts'
import { useNow } from '../../../base/use-now.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Sheet } from '../../../ui/layout/Sheet.tsx'
import { ContentLoading } from '../../../ui/loading/ContentLoading.tsx'
import { AlarmLines } from './AlarmLines.tsx'
import { PinnedAlarm } from './PinnedAlarm.tsx'
import styles from './PinnedAlarms.module.css'
import { useRecentAlarms } from './recent-alarms.ts'
import { NotifyChoices } from './SoundMenu.tsx'
import { UnreadBadge } from './UnreadBadge.tsx'

/** Opens the newest alarms beside whatever screen is open. */
export function AlarmBell() {
  const { t } = useTranslation()
  const canSeeAlarms = useCan('main:alarms')
  const [isOpen, setIsOpen] = useState(false)
  if (!canSeeAlarms) return null
  return (
    <>
      <Button
        type="text"
        aria-label={t('alarms.newest')}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        icon={
          <span className="tw-relative tw-inline">
            <BellOutlined />
            <UnreadBadge />
          </span>
        }
      />
      <Sheet
        isFlush
        title={t('alarms.newest')}
        isOpen={isOpen}
        height="92%"
        onClose={() => setIsOpen(false)}
        footer={<NotifyChoices />}
      >
        <Newest onOpen={() => setIsOpen(false)} />
      </Sheet>
    </>
  )
}

function Newest({ onOpen }: { onOpen: () => void }) {
  const { t, format } = useTexts()
  const now = useNow()
  const latest = useRecentAlarms((state) => state.latest)
  const pinned = useRecentAlarms((state) => state.pinned)
  if (!latest) return <ContentLoading inset={20} />
  if (latest.length === 0)
    return <EmptyState title={t('list.none.alarms')} text={t('list.noneText.alarms')} />
  return (
    <>
      {pinned.length > 0 && (
        <ul className={styles.pinned}>
          {pinned.map((alarm) => (
            <PinnedAlarm key={alarm.id} isInSheet alarm={alarm} now={now} onOpen={onOpen} />
          ))}
        </ul>
      )}
      <AlarmLines
        alarms={latest.filter(({ id }) => !pinned.some((one) => one.id === id))}
        now={now}
        format={format}
        onOpen={onOpen}
      />
      <p className="tw-padded-line">
        <Link to="/index/alarmsAll" onClick={onOpen}>
          {t('alarms.toCentre')}
        </Link>
      </p>
    </>
  )
}
