import { NotificationOutlined } from '@ant-design/icons'
import { alarmCalls } from '@trackway/core/features/alarms/calls.ts'
import { Button, Dropdown } from 'antd'
import { api } from '../../../base/api.ts'
import { useUser } from '../../../base/session.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { useAction } from '../../../ui/actions/use-action.ts'
import type { AlarmActionsProps } from './alarm-actions.ts'

/** For how long the vehicle raises no alarm of this kind. */
export function MuteMenu(
  props: Pick<
    AlarmActionsProps,
    'alarm' | 'mutedUntil' | 'mutedUntilMoved' | 'isMuteOpen' | 'onMuteOpen' | 'onChanged'
  >,
) {
  const { alarm, mutedUntil, mutedUntilMoved, isMuteOpen, onMuteOpen, onChanged } = props
  const { t, format } = useTexts()
  const { act } = useAction()
  const { isDemo } = useUser()
  const isMuted = mutedUntilMoved || mutedUntil !== null
  const mute = (until: '1h' | '8h' | 'moved' | 'now') =>
    act(async () => {
      await api(alarmCalls.mute, { id: alarm.id, until })
      onChanged()
      return t(until === 'now' ? 'alarms.mute.ended' : 'alarms.mute.done')
    })
  return (
    <Dropdown
      trigger={['click']}
      open={isMuteOpen}
      onOpenChange={onMuteOpen}
      disabled={isDemo}
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
  )
}
