import type { Call } from '@trackway/core/api/call.ts'
import type { SettingKindWithCalls } from '@trackway/core/features/level-settings/levels.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import {
  LevelSettingsDialog,
  type LevelSettingsDialogProps,
  type SettingsOfLevel,
} from './LevelSettingsDialog.tsx'
import { SettingRows, type SettingRowsParts } from './SettingRows.tsx'
import { refusedFields, settingFields } from './setting-fields.ts'

type Passed<Settings extends SettingsOfLevel<object, object>> = Omit<
  LevelSettingsDialogProps<Settings>,
  'find' | 'set' | 'control' | 'check' | 'width'
>

interface SettingKindDialogProps<Settings extends SettingsOfLevel<object, object>>
  extends Passed<Settings>,
    SettingRowsParts<Settings> {
  kind: Pick<SettingKindWithCalls, 'values' | 'numbers'> & { calls: { find: Call; set: Call } }
}

/** Settings of a kind, its fields from its schema, at an account, a type of its devices, or one device. */
export function SettingKindDialog<Settings extends SettingsOfLevel<object, object>>(
  props: SettingKindDialogProps<Settings>,
) {
  const { kind, texts, notes } = props
  const fields = useMemo(() => settingFields(kind.values, kind.numbers), [kind])
  const { t } = useTranslation()
  const firstFault = (own: Record<string, unknown>, settings: Settings | undefined) => {
    const [refused] = Object.values(refusedFields(t, kind.values, fields, own))
    const faults = Object.values((settings && notes?.(own, settings)) ?? {})
    return refused ?? faults.find((note) => note?.isFault)?.text ?? null
  }
  return (
    <LevelSettingsDialog<Settings>
      {...props}
      find={kind.calls.find}
      set={kind.calls.set}
      width={680}
      control={(settings) => (
        <SettingRows<Settings>
          fields={fields}
          {...(props.groups && { groups: props.groups })}
          {...(props.controls && { controls: props.controls })}
          {...(notes && { notes })}
          values={kind.values}
          texts={texts}
          settings={settings}
        />
      )}
      check={(own, settings) => firstFault(own as Record<string, unknown>, settings)}
    />
  )
}
