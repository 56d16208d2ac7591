import type { OutputOf } from '@trackway/core/api/call.ts'
import {
  type BatterySettingValues,
  batteryLimits,
} from '@trackway/core/features/batteries/battery-settings.ts'
import { batteryCalls } from '@trackway/core/features/batteries/calls.ts'
import { Flex } from 'antd'
import { useTranslation } from 'react-i18next'
import type { FieldValue } from '../../ui/form/field-value.ts'
import { type LevelDialogProps, LevelSettingsDialog } from '../../ui/levels/LevelSettingsDialog.tsx'
import { SettingField } from '../../ui/levels/SettingField.tsx'

type Settings = OutputOf<typeof batteryCalls.settings>
type Own = Partial<BatterySettingValues>

/** Limits of the packs of an account, a type of its devices, or one vehicle. */
export function BatterySettingsDialog(props: LevelDialogProps) {
  return (
    <LevelSettingsDialog<Settings>
      {...props}
      find={batteryCalls.settings}
      set={batteryCalls.setSettings}
      texts="batteries.settings"
      width={640}
      control={(settings) => <Limits settings={settings} />}
      rereads={['batteries', 'list']}
    />
  )
}

function Limits({ settings, value, onChange }: FieldValue<Own> & { settings: Settings }) {
  const { t } = useTranslation()
  const { inherited, origins } = settings
  const own = value ?? {}
  return (
    <Flex vertical gap={12}>
      {(Object.keys(batteryLimits) as (keyof typeof batteryLimits)[]).map((key) => (
        <SettingField
          key={key}
          label={t(`batteries.field.${key}`)}
          {...batteryLimits[key]}
          own={own[key]}
          inherited={inherited[key]}
          origin={origins[key]}
          onChange={(value) => {
            const { [key]: _, ...rest } = own
            onChange?.(value === undefined ? rest : { ...rest, [key]: value })
          }}
        />
      ))}
    </Flex>
  )
}
