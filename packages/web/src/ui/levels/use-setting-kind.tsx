import type { Call } from '@trackway/core/api/call.ts'
import type { SettingKindWithCalls } from '@trackway/core/features/level-settings/levels.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { SettingRows, type SettingRowsParts } from './SettingRows.tsx'
import { refusedFields, settingFields } from './setting-fields.ts'
import type { LevelSettingsParts, SettingsOfLevel } from './use-level-form.tsx'

export interface SettingKindParts<Settings extends SettingsOfLevel<object, object>>
  extends Omit<LevelSettingsParts<Settings>, 'find' | 'set' | 'control' | 'check'>,
    SettingRowsParts<Settings> {
  kind: Pick<SettingKindWithCalls, 'values' | 'numbers'> & { calls: { find: Call; set: Call } }
}

/** The form of a kind of settings: its fields follow from its schema. */
export function useSettingKind<Settings extends SettingsOfLevel<object, object>>(
  props: SettingKindParts<Settings>,
): LevelSettingsParts<Settings> {
  const { kind, texts, notes } = props
  const fields = useMemo(() => settingFields(kind.values, kind.numbers), [kind])
  const { t } = useTranslation()
  const firstFault = (own: Record<string, unknown>, settings: Settings | undefined) => {
    const [refused] = Object.values(refusedFields(t, kind.values, fields, own))
    const faults = Object.values((settings && notes?.(own, settings)) ?? {})
    return refused ?? faults.find((note) => note?.isFault)?.text ?? null
  }
  return {
    ...props,
    find: kind.calls.find,
    set: kind.calls.set,
    control: (settings) => (
      <SettingRows<Settings>
        fields={fields}
        {...(props.groups && { groups: props.groups })}
        {...(props.controls && { controls: props.controls })}
        {...(notes && { notes })}
        values={kind.values}
        texts={texts}
        settings={settings}
      />
    ),
    check: (own, settings) => firstFault(own as Record<string, unknown>, settings),
  }
}
