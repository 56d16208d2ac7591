import { trackSettings } from '@trackway/core/features/track-settings/calls.ts'
import { Collapse, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { NumberField } from '../../../ui/form/field-controls.tsx'
import type { FieldValue } from '../../../ui/form/field-value.ts'
import { type SettingField, settingFields } from '../../../ui/levels/setting-fields.ts'
import { type SettingKey, settingGroups, settingNumbers, type Values } from '../setting-fields.ts'

const fields = settingFields(trackSettings, settingNumbers)
/** What is set for some vehicles most. */
const foremost = 'overspeed' satisfies keyof typeof settingGroups

/** Track settings to set; what is empty stays as it is. */
export function TrackOfMany({ value = {}, onChange }: FieldValue<Values>) {
  const { t } = useTranslation()
  const rowsOf = (names: readonly SettingKey[]) =>
    names.map((name) => (
      <Row
        key={name}
        field={fields[name]!}
        value={value?.[name]}
        onChange={(to) => {
          const { [name]: _, ...rest } = value ?? {}
          onChange?.(to === null || to === undefined ? rest : { ...rest, [name]: to })
        }}
      />
    ))
  const others = Object.entries(settingGroups).filter(([group]) => group !== foremost)
  return (
    <>
      {rowsOf(settingGroups[foremost])}
      <Collapse
        ghost
        size="small"
        items={others.map(([group, names]) => ({
          key: group,
          label: t(`trackSettings.group.${group}`),
          children: rowsOf(names),
        }))}
      />
    </>
  )
}

interface RowProps {
  field: SettingField
  value: number | string | null | undefined
  onChange: (value: number | string | null | undefined) => void
}

function Row({ field: { name, facts, unit, ...number }, value, onChange }: RowProps) {
  const { t } = useTranslation()
  const label = t(`trackSettings.field.${name}`)
  const unchanged = t('trackSettings.many.unchanged')
  return (
    <div className="tw-row tw-padded-tip">
      <span className="tw-grow">{label}</span>
      <span className="tw-width-180 tw-rigid">
        {facts.kind === 'choice' ? (
          <Select
            allowClear
            className="tw-full-width"
            aria-label={label}
            placeholder={unchanged}
            value={value ?? null}
            options={(facts.options ?? []).map((option) => ({
              value: option,
              label: t(`trackSettings.choice.${option}`),
            }))}
            onChange={onChange}
          />
        ) : (
          <NumberField
            className="tw-full-width"
            facts={facts}
            unit={{ name: t(`trackSettings.unit.${unit}`), ...number }}
            aria-label={label}
            placeholder={unchanged}
            value={(value as number | undefined) ?? null}
            onChange={onChange}
          />
        )}
      </span>
    </div>
  )
}
