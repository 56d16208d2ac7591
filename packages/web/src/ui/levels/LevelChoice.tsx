import type { Device } from '@trackway/core/features/devices/calls.ts'
import { Flex, Form, Segmented, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../base/session.ts'
import { useDiscard } from '../form/use-discard.ts'
import { AccountPicker } from '../pickers/AccountPicker.tsx'
import { DeviceTypePicker } from '../pickers/DeviceTypePicker.tsx'
import { useDeviceTypes } from '../pickers/use-device-types.ts'
import { useGroups } from '../pickers/use-groups.ts'
import { kindOf, type Level } from './level.ts'

interface LevelChoiceProps {
  level: Level
  /** The device the settings were opened for, and what is known of it. */
  device: { terminalID: string; name: string } | undefined
  detail: Device | undefined
  onLevel: (level: Level) => void
}

/** For whom the settings are: everything of an account, one type of its devices, a group, or this device. */
export function LevelChoice({ level, device, detail, onLevel }: LevelChoiceProps) {
  const { t } = useTranslation()
  const user = useUser()
  const types = useDeviceTypes()
  const discard = useDiscard(Form.useFormInstance())
  const kind = kindOf(level)
  const userId = level.userId ?? detail?.userId ?? user.id
  const deviceType = level.deviceType ?? detail?.deviceType ?? types.data?.[0]?.id

  const groups = useGroups().data ?? []
  const groupId = level.groupId ?? groups[0]?.id

  const go = (next: Level) => discard(() => onLevel(next))
  const choose = (chosen: string) => {
    if (chosen === 'device' && device) go({ terminalID: device.terminalID })
    else if (chosen === 'type' && deviceType !== undefined) go({ userId, deviceType })
    else if (chosen === 'group' && groupId !== undefined) go({ groupId })
    else go({ userId })
  }
  return (
    <Flex wrap gap={8}>
      <Segmented
        aria-label={t('ui.level.label')}
        value={kind}
        options={[
          { value: 'account', label: t('ui.level.account') },
          { value: 'type', label: t('ui.level.type') },
          ...(groupId === undefined ? [] : [{ value: 'group', label: t('ui.level.group') }]),
          ...(device ? [{ value: 'device', label: t('ui.level.device') }] : []),
        ]}
        onChange={choose}
      />
      {kind === 'group' && (
        <Select
          className="tw-width-180"
          aria-label={t('ui.level.group')}
          showSearch={{ optionFilterProp: 'label' }}
          value={level.groupId ?? null}
          options={groups.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(id) => id !== null && go({ groupId: id })}
        />
      )}
      {(kind === 'account' || kind === 'type') && (
        <AccountPicker
          isExact
          label={t('ui.level.account')}
          value={userId === user.id ? undefined : userId}
          onChange={(id) => go({ ...level, userId: id ?? user.id })}
        />
      )}
      {kind === 'type' && (
        <DeviceTypePicker
          isRequired
          className="tw-width-180"
          aria-label={t('ui.level.type')}
          value={level.deviceType ?? null}
          onChange={(chosen) => chosen !== undefined && go({ userId, deviceType: chosen })}
        />
      )}
    </Flex>
  )
}
