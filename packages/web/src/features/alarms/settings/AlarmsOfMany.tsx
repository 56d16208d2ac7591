import { type AlarmName, type AlarmSeverity, alarmSeverities, alarms } from '@trackway/core/codes/alarms.ts'
import type { AlarmRule, OwnAlarmSettings } from '@trackway/core/features/alarms/alarm-settings.ts'
import { InputNumber, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldValue } from '../../../ui/form/field-value.ts'
import { limitOf } from './alarm-setting-rows.ts'

/** Alarm settings to set; an alarm is added by its name, and what is empty stays as it is. */
export function AlarmsOfMany({ value, onChange }: FieldValue<OwnAlarmSettings>) {
  const { t } = useTranslation()
  const [added, setAdded] = useState<readonly AlarmName[]>([])
  const own = value ?? {}
  const names = Object.keys(alarms) as AlarmName[]
  const set = (name: AlarmName, part: Partial<AlarmRule>) => {
    const { [name]: before, ...rest } = own
    const rule = Object.fromEntries(
      Object.entries({ ...before, ...part }).filter(([, of]) => of !== undefined && of !== null),
    )
    onChange?.(Object.keys(rule).length > 0 ? { ...rest, [name]: rule } : rest)
  }
  return (
    <>
      {added.map((name) => (
        <Row key={name} name={name} rule={own[name] ?? {}} onChange={(part) => set(name, part)} />
      ))}
      <Select<AlarmName | null>
        showSearch={{ optionFilterProp: 'label' }}
        className="tw-full-width"
        aria-label={t('alarms.many.add')}
        placeholder={t('alarms.many.add')}
        value={null}
        options={names
          .filter((name) => !added.includes(name))
          .map((name) => ({ value: name, label: t(`alarm.${name}`) }))}
        onChange={(name) => name && setAdded([...added, name])}
      />
    </>
  )
}

interface RowProps {
  name: AlarmName
  rule: Partial<AlarmRule>
  onChange: (part: { [Key in keyof AlarmRule]?: AlarmRule[Key] | undefined }) => void
}

function Row({ name, rule, onChange }: RowProps) {
  const { t } = useTranslation()
  const label = t(`alarm.${name}`)
  const unchanged = t('trackSettings.many.unchanged')
  // That of speeding has a field of its own above.
  const limit = name === 'overspeed' ? undefined : limitOf(name)
  return (
    <div className="tw-row tw-wrap tw-padded-tip">
      <span className="tw-grow">{label}</span>
      <Select<'on' | 'off' | null>
        allowClear
        className="tw-width-130"
        aria-label={`${label}: ${t('alarms.settings.isOn')}`}
        placeholder={unchanged}
        value={rule.isOn === undefined ? null : rule.isOn ? 'on' : 'off'}
        options={[
          { value: 'on', label: t('alarms.many.on') },
          { value: 'off', label: t('alarms.many.off') },
        ]}
        onChange={(to) => onChange({ isOn: to ? to === 'on' : undefined })}
      />
      <Select<AlarmSeverity | null>
        allowClear
        className="tw-width-130"
        aria-label={`${label}: ${t('alarms.settings.severity')}`}
        placeholder={unchanged}
        value={rule.severity ?? null}
        options={(Object.keys(alarmSeverities) as AlarmSeverity[]).map((severity) => ({
          value: severity,
          label: t(`reports.alarmSeverity.${severity}`),
        }))}
        onChange={(severity) => onChange({ severity: severity ?? undefined })}
      />
      {limit && (
        <InputNumber
          className="tw-width-130"
          aria-label={`${label}: ${t('alarms.settings.limit')}`}
          placeholder={unchanged}
          min={limit.min}
          max={limit.max}
          value={rule.limit ?? null}
          suffix={t(`alarms.settings.unit.${limit.unit}`)}
          onChange={(to) => onChange({ limit: to ?? undefined, ...(to !== null && { byPlatform: true }) })}
        />
      )}
    </div>
  )
}
