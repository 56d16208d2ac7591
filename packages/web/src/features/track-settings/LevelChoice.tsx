import type { Device } from '@trackway/core/api/devices.ts'
import { Segmented, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../base/session.ts'
import { AccountPicker } from '../../ui/pickers/AccountPicker.tsx'
import { useDeviceTypes } from '../../ui/pickers/use-device-types.ts'
import { kindOf, type Level } from './use-track-settings.ts'

interface LevelChoiceProps {
  level: Level
  /** The device the settings were opened for, and what is known of it. */
  device: { terminalID: string; name: string } | undefined
  detail: Device | undefined
  onLevel: (level: Level) => void
}

/** For whom the settings are: everything of an account, one type of its devices, or this device. */
export function LevelChoice({ level, device, detail, onLevel }: LevelChoiceProps) {
  const { t } = useTranslation()
  const user = useUser()
  const types = useDeviceTypes()
  const kind = kindOf(level)
  const userId = level.userId ?? detail?.userId ?? user.id
  const deviceType = level.deviceType ?? detail?.deviceType ?? types.data?.[0]?.id

  const choose = (wanted: string) => {
    if (wanted === 'device' && device) onLevel({ terminalID: device.terminalID })
    else if (wanted === 'type' && deviceType !== undefined) onLevel({ userId, deviceType })
    else onLevel({ userId })
  }
  return (
    <div className="ts-levels">
      <Segmented
        aria-label={t('trackSettings.level')}
        value={kind}
        options={[
          { value: 'account', label: t('trackSettings.levels.account') },
          { value: 'type', label: t('trackSettings.levels.type') },
          ...(device ? [{ value: 'device', label: t('trackSettings.levels.device') }] : []),
        ]}
        onChange={choose}
      />
      {kind !== 'device' && (
        <AccountPicker
          isExact
          label={t('trackSettings.levels.account')}
          value={userId === user.id ? undefined : userId}
          onPick={(account) => onLevel({ ...level, userId: account?.id ?? user.id })}
        />
      )}
      {kind === 'type' && (
        <Select
          className="ts-type"
          aria-label={t('trackSettings.levels.type')}
          showSearch={{ optionFilterProp: 'label' }}
          value={level.deviceType ?? null}
          options={types.data?.map((type) => ({ value: type.id, label: type.name })) ?? []}
          onChange={(chosen) => chosen !== null && onLevel({ userId, deviceType: chosen })}
        />
      )}
    </div>
  )
}
