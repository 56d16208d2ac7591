import type { OutputOf } from '@trackway/core/api/call.ts'
import type { trackSettingCalls } from '@trackway/core/features/track-settings/calls.ts'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../base/session.ts'
import type { FieldValue } from '../../ui/form/field-value.ts'
import { originText } from '../../ui/levels/origin-text.ts'
import { SettingRow } from './SettingRow.tsx'
import {
  faultsOf,
  faultText,
  type SettingKey,
  settingGroups,
  type settingUnits,
  type Values,
} from './setting-fields.ts'
import styles from './track-settings.module.css'

interface SettingRowsProps extends FieldValue<Values> {
  settings: OutputOf<typeof trackSettingCalls.find>
}

/** Every setting with what is inherited; a tick makes it one's own. The value is what is one's own. */
export function SettingRows({ settings, value, onChange }: SettingRowsProps) {
  const { t } = useTranslation()
  const { inherited, origins, mostDaysKept } = settings
  const mayShorten = useCan('main:device_history')
  const own = value ?? {}
  const values = { ...inherited, ...own }
  const faults = faultsOf(values, mostDaysKept)

  const toggle = (key: SettingKey, isOwn: boolean) => {
    const { [key]: _, ...rest } = own
    onChange?.(isOwn ? { ...own, [key]: inherited[key] } : rest)
  }
  const noteOf = (key: SettingKey) => {
    const fault = faults[key] ?? (key === 'daysKept' && mostDaysKept !== null ? 'keptTooLong' : undefined)
    if (!fault) return undefined
    return { text: faultText(t, key, fault, mostDaysKept), isFault: key in faults }
  }
  return (
    <div className={styles.groups}>
      {Object.entries(settingGroups).map(
        ([group, fields]) =>
          (group !== 'storage' || mayShorten) && (
            <fieldset key={group}>
              <legend>{t(`trackSettings.group.${group}`)}</legend>
              {(Object.entries(fields) as [SettingKey, keyof typeof settingUnits | null][]).map(
                ([key, unit]) => (
                  <SettingRow
                    key={key}
                    name={key}
                    unit={unit}
                    value={values[key]}
                    isOwn={key in own}
                    origin={originText(t, origins[key])}
                    inherited={inherited[key]}
                    note={noteOf(key)}
                    onOwn={(isOwn) => toggle(key, isOwn)}
                    onChange={(changed) => onChange?.({ ...own, [key]: changed })}
                  />
                ),
              )}
            </fieldset>
          ),
      )}
    </div>
  )
}
