import {
  CheckCircleOutlined,
  CheckOutlined,
  EnvironmentOutlined,
  HistoryOutlined,
  MoreOutlined,
} from '@ant-design/icons'
import { Link } from '@tanstack/react-router'
import type { AlarmAction } from '@trackway/core/features/alarms/calls.ts'
import { dayAt } from '@trackway/core/rules/local-days.ts'
import { Button, Dropdown } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan, useUser } from '../../../base/session.ts'
import { ActionButton } from '../../../ui/actions/ActionButton.tsx'
import { useAddress } from '../../../ui/address/use-address.ts'
import { type AlarmDialog, AlarmDialogs } from './AlarmDialogs.tsx'
import { AssignMenu } from './AssignMenu.tsx'
import type { AlarmActionsProps } from './alarm-actions.ts'
import { MuteMenu } from './MuteMenu.tsx'

/** How long before the alarm its replay begins. */
const replayBeforeMs = 15 * 60_000

/** What can be done about an alarm. */
export function AlarmActions(props: AlarmActionsProps) {
  const { alarm, handle, notify, onChanged } = props
  const { t } = useTranslation()
  const user = useUser()
  const mayReplay = useCan('main:track')
  const [dialog, setDialog] = useState<AlarmDialog | null>(null)
  const [busy, setBusy] = useState<AlarmAction | null>(null)
  const { state, terminalID, startTime, lat, lon } = alarm
  const place = lat === null || lon === null ? null : { lat, lon }
  const address = useAddress(place)
  const reason = user.isDemo ? t('result.demoAccount') : null
  const isSettled = state === 'resolved' || state === 'false'

  const run = async (action: AlarmAction) => {
    setBusy(action)
    await handle(action)
    setBusy(null)
  }
  const from = startTime - replayBeforeMs
  const [first, last] = [dayAt(from, user.timeZone), dayAt(startTime, user.timeZone)]
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
      {mayReplay && (
        <Link to="/index/track" search={{ terminalID, first, last, at: from }}>
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
