import type { TrackSettingValues } from '@trackway/core/track/track-settings.ts'
import { Checkbox, InputNumber, Select } from 'antd'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../base/use-format.ts'
import type { Origin, SettingField } from './setting-fields.ts'

type Value = TrackSettingValues[keyof TrackSettingValues]

interface SettingRowProps {
  field: SettingField
  value: Value
  isOwn: boolean
  inherited: Value
  origin: Origin
  isDisabled: boolean
  /** What must be known of it, and whether the value goes against that. */
  note?: { text: string; isFault: boolean } | undefined
  onOwn: (isOwn: boolean) => void
  onChange: (value: Value) => void
}

const sources = ['auto', 'gps', 'odometer'] as const

/** One setting: what it means, what is inherited and from where, and one's own value when it is ticked. */
export function SettingRow(props: SettingRowProps) {
  const { field, value, isOwn, inherited, origin, isDisabled, note, onOwn, onChange } = props
  const { t } = useTranslation()
  const inWords = useInWords(field)
  const name = t(`trackSettings.name.${field.key}`)
  const noteId = useId()
  return (
    <div className="ts-row" data-own={isOwn}>
      <div className="ts-text">
        <strong>{name}</strong>
        <span className="tw-muted">{t(`trackSettings.help.${field.key}`)}</span>
        <small>
          {t('trackSettings.inherited', {
            value: inWords(inherited),
            origin: t(`trackSettings.origin.${origin}`),
          })}
        </small>
        {note && (
          <small id={noteId} className="ts-note" data-fault={note.isFault}>
            {note.text}
          </small>
        )}
      </div>
      <div className="ts-control">
        <Checkbox
          checked={isOwn}
          disabled={isDisabled}
          aria-label={t('trackSettings.ownOf', { name })}
          onChange={(event) => onOwn(event.target.checked)}
        >
          {t('trackSettings.own')}
        </Checkbox>
        {field.unit === null ? (
          <Select
            aria-label={name}
            disabled={!isOwn || isDisabled}
            value={value as (typeof sources)[number]}
            options={sources.map((source) => ({ value: source, label: t(`trackSettings.source.${source}`) }))}
            onChange={onChange}
          />
        ) : (
          <InputNumber
            aria-label={name}
            aria-describedby={note && noteId}
            aria-invalid={note?.isFault}
            status={note?.isFault ? 'error' : ''}
            disabled={!isOwn || isDisabled}
            min={field.min}
            max={field.max}
            step={field.step}
            suffix={t(`trackSettings.unit.${field.unit}`)}
            placeholder={field.isNullable ? t(`trackSettings.none.${field.key}`) : ''}
            value={typeof value === 'number' ? value / field.scale : null}
            onChange={(entered) => {
              if (entered !== null) onChange(Math.round(entered * field.scale * 10) / 10)
              else if (field.isNullable) onChange(null)
            }}
          />
        )}
      </div>
    </div>
  )
}

function useInWords({ key, unit, scale }: SettingField): (value: Value) => string {
  const { t } = useTranslation()
  const format = useFormat()
  return (value) => {
    if (value === null) return t(`trackSettings.none.${key}`)
    if (typeof value === 'string') return t(`trackSettings.source.${value}`)
    return `${format.decimal(value / scale)} ${t(`trackSettings.unit.${unit}`)}`
  }
}
