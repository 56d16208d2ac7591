import {
  CheckCircleOutlined,
  CheckOutlined,
  EnvironmentOutlined,
  HistoryOutlined,
  MoreOutlined,
  NotificationOutlined,
  UserAddOutlined,
} from '@ant-design/icons'
import { Link } from '@tanstack/react-router'
import { rolesWithSubAccounts } from '@trackway/core/codes/roles.ts'
import { type AlarmAction, type AlarmEpisode, alarmCalls } from '@trackway/core/features/alarms/calls.ts'
import { dayAt } from '@trackway/core/rules/local-days.ts'
import { Button, Dropdown } from 'antd'
import { useState } from 'react'
import { api } from '../../../base/api.ts'
import { useCan, useUser } from '../../../base/session.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { ActionButton } from '../../../ui/actions/ActionButton.tsx'
import { useAction } from '../../../ui/actions/use-action.ts'
import { useAddress } from '../../../ui/address/use-address.ts'
import { DisabledReason } from '../../../ui/DisabledReason.tsx'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { AccountPicker } from '../../../ui/pickers/AccountPicker.tsx'
import type { useHandling } from '../list/use-handling.tsx'
import styles from './AlarmDetail.module.css'

interface AlarmActionsProps {
  alarm: AlarmEpisode
  mutedUntil: number | null
  mutedUntilMoved: boolean
  isMuteOpen: boolean
  onMuteOpen: (isOpen: boolean) => void
  handle: (action: AlarmAction) => Promise<void>
  told: ReturnType<typeof useHandling>['told']
  onChanged: () => void
}

/** How long before the alarm its replay begins. */
const replayBeforeMs = 15 * 60_000

/** What can be done about an alarm. */
export function AlarmActions(props: AlarmActionsProps) {
  const { alarm, mutedUntil, mutedUntilMoved, isMuteOpen, onMuteOpen, handle, told, onChanged } = props
  const { t, format } = useTexts()
  const { act } = useAction()
  const user = useUser()
  const mayReplay = useCan('main:track')
  const [dialog, setDialog] = useState<'assign' | 'note' | 'address' | null>(null)
  const [busy, setBusy] = useState<AlarmAction | null>(null)
  const { id, state, terminalID, startTime, lat, lon } = alarm
  const place = lat === null || lon === null ? null : { lat, lon }
  const address = useAddress(place)
  const reason = user.isDemo ? t('result.demoAccount') : null
  const isSettled = state === 'resolved' || state === 'false'
  const isMuted = mutedUntilMoved || mutedUntil !== null

  const run = async (action: AlarmAction) => {
    setBusy(action)
    await handle(action)
    setBusy(null)
  }
  const assign = (assigneeId: number | null) =>
    act(async () => {
      told(await api(alarmCalls.handle, { ids: [id], action: 'assign', assigneeId }))
      onChanged()
    })
  const mute = (until: '1h' | '8h' | 'moved' | 'now') =>
    act(async () => {
      await api(alarmCalls.mute, { id, until })
      onChanged()
      return t(until === 'now' ? 'alarms.mute.ended' : 'alarms.mute.done')
    })
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
    <div className={`${styles.actions} tw-wrap`} role="toolbar" aria-label={t('alarms.actions')}>
      {state === 'new' && button('acknowledge', <CheckOutlined />, true)}
      {isSettled ? (
        button('reopen', null)
      ) : (
        <>
          {button('resolve', <CheckCircleOutlined />, state === 'acknowledged')}
          {button('false', null)}
        </>
      )}
      <DisabledReason reason={reason}>
        <Dropdown
          trigger={['click']}
          disabled={reason !== null}
          menu={{
            items: [
              { key: 'me', label: t('alarms.assign.me'), disabled: alarm.assigneeId === user.id },
              ...(rolesWithSubAccounts.includes(user.role)
                ? [{ key: 'other', label: t('alarms.assign.other') }]
                : []),
              ...(alarm.assigneeId !== null ? [{ key: 'nobody', label: t('alarms.assign.nobody') }] : []),
            ],
            onClick: ({ key }) =>
              key === 'other' ? setDialog('assign') : void assign(key === 'me' ? user.id : null),
          }}
        >
          <Button icon={<UserAddOutlined />}>{t('list.bulk.assign')}</Button>
        </Dropdown>
      </DisabledReason>
      <ActionButton onClick={() => setDialog('note')}>{t('list.bulk.note')}</ActionButton>
      <Dropdown
        trigger={['click']}
        open={isMuteOpen}
        onOpenChange={onMuteOpen}
        disabled={reason !== null}
        autoFocus
        menu={{
          items: [
            { key: 'head', type: 'group', label: t('alarms.mute.text') },
            ...(['1h', '8h', 'moved'] as const).map((key) => ({ key, label: t(`alarms.mute.${key}`) })),
            ...(isMuted ? [{ key: 'now', label: t('alarms.mute.now') }] : []),
          ],
          onClick: ({ key }) => {
            onMuteOpen(false)
            void mute(key as '1h')
          },
        }}
      >
        <Button icon={<NotificationOutlined />} aria-pressed={isMuted}>
          {mutedUntilMoved
            ? t('alarms.mute.isUntilMoved')
            : mutedUntil !== null
              ? t('alarms.mute.isUntil', { time: format.hourMinute(mutedUntil) })
              : t('alarms.mute.action')}
        </Button>
      </Dropdown>
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
      {dialog === 'address' ? (
        <FormDialog
          isOpen
          call={alarmCalls.saveAddress}
          title={t('alarms.saveAddress')}
          submitLabel={t('alarms.save')}
          initial={{ id, address: alarm.address ?? address?.text ?? '' }}
          fields={['address']}
          label={() => t('alarms.fact.place')}
          onClose={() => setDialog(null)}
          done={() => t('alarms.saved')}
          onDone={onChanged}
        />
      ) : (
        dialog !== null && (
          <FormDialog
            isOpen
            call={alarmCalls.handle}
            title={t(`list.bulk.${dialog}`)}
            submitLabel={t('alarms.save')}
            initial={{ ids: [id], action: dialog, ...(dialog === 'note' && { note: alarm.note ?? '' }) }}
            fields={
              dialog === 'note'
                ? ['note']
                : [
                    {
                      name: 'assigneeId',
                      control: <AccountPicker isRequired block label={t('reports.column.assignee')} />,
                    },
                  ]
            }
            label={(name) => t(`reports.column.${name === 'note' ? 'note' : 'assignee'}`)}
            onClose={() => setDialog(null)}
            onDone={(output) => {
              told(output)
              onChanged()
            }}
          />
        )
      )}
    </div>
  )
}
