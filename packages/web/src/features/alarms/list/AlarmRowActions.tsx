import { CheckOutlined, HistoryOutlined } from '@ant-design/icons'
import { Link } from '@tanstack/react-router'
import type { AlarmEpisode } from '@trackway/core/features/alarms/calls.ts'
import { Button, Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { useIsPhone } from '../../../base/use-is-phone.ts'
import { ActionButton } from '../../../ui/actions/ActionButton.tsx'
import { useReplay } from '../use-replay.ts'

interface AlarmRowActionsProps {
  alarm: AlarmEpisode
  onAcknowledge: (id: number) => void
}

/** What is done most about an alarm, at its row. */
export function AlarmRowActions({ alarm, onAcknowledge }: AlarmRowActionsProps) {
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  const replay = useReplay(alarm)
  const { id, state, displayName } = alarm
  const acknowledge = t('list.bulk.acknowledge')
  return (
    <>
      {!isPhone && replay && (
        <Tooltip title={t('alarms.replay')} mouseEnterDelay={0.4}>
          <Link {...replay} aria-label={`${t('alarms.replay')}: ${displayName}`}>
            <Button icon={<HistoryOutlined />} tabIndex={-1} />
          </Link>
        </Tooltip>
      )}
      {state === 'new' && (
        <ActionButton
          type="primary"
          icon={<CheckOutlined />}
          aria-label={`${acknowledge}: ${displayName}`}
          onClick={() => onAcknowledge(id)}
        >
          {isPhone ? null : acknowledge}
        </ActionButton>
      )}
    </>
  )
}
