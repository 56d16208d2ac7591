import type { TrackSettingValues } from '@trackway/core/track/track-settings.ts'
import { Checkbox, Form, Select } from 'antd'
import { useId } from 'react'
import { useUser } from '../../base/session.ts'
import { useTexts } from '../../base/use-texts.ts'
import { NumberField } from '../../ui/form/field-controls.tsx'
import { type SettingKey, settingFacts, settingUnits } from './setting-fields.ts'
import styles from './track-settings.module.css'

type Value = TrackSettingValues[SettingKey]

interface SettingRowProps {
  name: SettingKey
  /** Null: no number, but one of several words. */
  unit: keyof typeof settingUnits | null
  value: Value
  isOwn: boolean
  inherited: Value
  /** Where it is inherited from, in words. */
  origin: string
  /** What must be known of it, and whether the value goes against that. */
  note: { text: string; isFault: boolean } | undefined
  onOwn: (isOwn: boolean) => void
  onChange: (value: Value) => void
}

/** One setting: what it means, what is inherited and from where, and one's own value when it is ticked. */
export function SettingRow(props: SettingRowProps) {
  const { name, unit, value, isOwn, inherited, origin, note, onOwn, onChange } = props
  const { t, format } = useTexts()
  const { isDemo } = useUser()
  const noteId = useId()
  const label = t(`trackSettings.name.${name}`)
  const facts = settingFacts[name]
  const isDisabled = !isOwn || isDemo
  const inWords = () => {
    if (inherited === null) return t(`trackSettings.none.${name}`)
    if (typeof inherited === 'string' || unit === null) return t(`trackSettings.source.${inherited}`)
    const { size = 1 } = settingUnits[unit]
    return `${format.decimal(inherited / size)} ${t(`trackSettings.unit.${unit}`)}`
  }
  return (
    <div className={styles.row} data-own={isOwn}>
      <div className={styles.text}>
        <strong>{label}</strong>
        <span className="tw-small tw-muted">{t(`trackSettings.help.${name}`)}</span>
        <small className="tw-faint">{t('ui.level.inherited', { value: inWords(), origin })}</small>
        {note && (
          <small id={noteId} className={note.isFault ? 'tw-danger' : 'tw-muted'}>
            {note.text}
          </small>
        )}
      </div>
      <div className={styles.control}>
        <Checkbox
          checked={isOwn}
          disabled={isDemo}
          aria-label={t('trackSettings.ownOf', { name: label })}
          onChange={(event) => onOwn(event.target.checked)}
        >
          {t('trackSettings.own')}
        </Checkbox>
        {/* Of its own: what is wrong with another setting does not mark it. */}
        <Form.Item validateStatus={note?.isFault ? 'error' : ''}>
          {unit === null ? (
            <Select
              aria-label={label}
              disabled={isDisabled}
              value={value}
              options={facts.options?.map((option) => ({
                value: option as Value,
                label: t(`trackSettings.source.${option}`),
              }))}
              onChange={onChange}
            />
          ) : (
            <NumberField
              facts={facts}
              unit={{ name: t(`trackSettings.unit.${unit}`), ...settingUnits[unit] }}
              aria-label={label}
              aria-describedby={note && noteId}
              aria-invalid={note?.isFault}
              disabled={isDisabled}
              placeholder={facts.isNullable ? t(`trackSettings.none.${name}`) : ''}
              value={value as number | null}
              onChange={(entered) => (entered !== null || facts.isNullable) && onChange(entered)}
            />
          )}
        </Form.Item>
      </div>
    </div>
  )
}
