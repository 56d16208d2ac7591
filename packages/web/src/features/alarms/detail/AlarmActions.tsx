import {
  CheckCircleOutlined,
  CheckOutlined,
  EnvironmentOutlined,
  HistoryOutlined,
  MoreOutlined,
} from '@ant-design/icons'
import { Link } from '@tanstack/react-router'
import type { AlarmAction } from '@trackway/core/features/alarms/calls.ts'
import { Button, Dropdown } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../../base/session.ts'
import { ActionButton } from '../../../ui/actions/ActionButton.tsx'
import { useAddress } from '../../../ui/address/use-address.ts'
import { useReplay } from '../use-replay.ts'
import { type AlarmDialog, AlarmDialogs } from './AlarmDialogs.tsx'
import { AssignMenu } from './AssignMenu.tsx'
import type { AlarmActionsProps } from './alarm-actions.ts'
import { MuteMenu } from './MuteMenu.tsx'

/** What can be done about an alarm. */
export function AlarmActions(props: AlarmActionsProps) {
  const { alarm, handle, notify, onChanged } = props
  const { t } = useTranslation()
  const user = useUser()
  const replay = useReplay(alarm)
  const [dialog, setDialog] = useState<AlarmDialog | null>(null)
  const [busy, setBusy] = useState<AlarmAction | null>(null)
  const { state, terminalID, lat, lon } = alarm
  const place = lat === null || lon === null ? null : { lat, lon }
  const address = useAddress(place)
  const reason = user.isDemo ? t('result.demoAccount') : null
  const isSettled = state === 'resolved' || state === 'false'

  const run = async (action: AlarmAction) => {
    setBusy(action)
    await handle(action)
    setBusy(null)
  }
  const button = (action: AlarmAction, icon: React.ReactNode, isMain = false) => (
    <ActionButton
      type={isMain ? 'primary' : 'default'}
      icon={icon}
      loading={busy === action}
      onClick={() => void run(action)}
    >
      {t(`list.bulk.${action}`)}
    </ActionButton>
  )
  return (
    <div className="tw-wrap" role="toolbar" aria-label={t('alarms.actions')}>
      {state === 'new' && button('acknowledge', <CheckOutlined />, true)}
      {isSettled ? (
        button('reopen', null)
      ) : (
        <>
          {button('resolve', <CheckCircleOutlined />, state === 'acknowledged')}
          {button('false', null)}
        </>
      )}
      <AssignMenu alarm={alarm} notify={notify} onChanged={onChanged} onOther={() => setDialog('assign')} />
      <ActionButton onClick={() => setDialog('note')}>{t('list.bulk.note')}</ActionButton>
      <MuteMenu {...props} />
      {replay && (
        <Link {...replay}>
          <Button icon={<HistoryOutlined />} tabIndex={-1}>
            {t('alarms.replay')}
          </Button>
        </Link>
      )}
      <Dropdown
        trigger={['click']}
        menu={{
          items: [
            {
              key: 'onMap',
              icon: <EnvironmentOutlined />,
              label: (
                <Link to="/index/home" search={{ terminalID }}>
                  {t('alarms.monitor')}
                </Link>
              ),
            },
            ...(place ? [{ key: 'address', label: t('alarms.saveAddress'), disabled: reason !== null }] : []),
            ...(alarm.readTime === null
              ? []
              : [{ key: 'unread', label: t('list.bulk.unread'), disabled: reason !== null }]),
          ],
          onClick: ({ key }) => {
            if (key === 'address') setDialog('address')
            if (key === 'unread') void run('unread')
          },
        }}
      >
        <Button icon={<MoreOutlined />} aria-label={t('alarms.moreActions')} />
      </Dropdown>
      <AlarmDialogs
        alarm={alarm}
        dialog={dialog}
        address={alarm.address ?? address?.text ?? ''}
        notify={notify}
        onChanged={onChanged}
        onClose={() => setDialog(null)}
      />
    </div>
  )
}
