import type { SettingOrigin } from '@trackway/core/features/level-settings/levels.ts'
import { Flex, Form, Segmented, Select } from 'antd'
import { type ReactNode, useId } from 'react'
import { useUser } from '../../base/session.ts'
import { useTexts } from '../../base/use-texts.ts'
import { NumberField } from '../form/field-controls.tsx'
import { originText } from './origin-text.ts'
import styles from './SettingRow.module.css'
import type { SettingField } from './setting-fields.ts'

type Value = number | string | null

interface SettingRowProps {
  field: SettingField
  /** Prefix of the text keys `field`, `help` and `none` by field, `unit`, `choice`. */
  texts: string
  /** Undefined: inherited; null: none here. */
  own: Value | undefined
  inherited: Value
  origin: SettingOrigin | undefined
  /** What must be known of it, and whether the value goes against that. */
  note: { text: string; isFault: boolean } | undefined
  onChange: (own: Value | undefined) => void
}

/** A setting: inherited, with its value and from where; set here; or none here. */
export function SettingRow(props: SettingRowProps) {
  const { field, texts, own, inherited, origin, note, onChange } = props
  const { name, facts, unit, usual = facts.min ?? 0, ...number } = field
  const { t, format } = useTexts()
  const { isDemo } = useUser()
  const noteId = useId()
  const label = t(`${texts}.field.${name}`)
  const none = t(`${texts}.none.${name}`, { defaultValue: t('ui.level.kind.off') })
  const unitName = t(`${texts}.unit.${unit}`, { defaultValue: unit })
  const inWords = (value: Value) => {
    if (value === null) return none
    if (typeof value === 'string') return t(`${texts}.choice.${value}`)
    return `${format.decimal(value / (number.size ?? 1))} ${unitName}`
  }
  const value = own === undefined ? inherited : own
  return (
    <SettingLine
      label={label}
      help={t(`${texts}.help.${name}`, { defaultValue: '' })}
      inherited={inWords(inherited)}
      origin={originText(t, origin)}
      isOwn={own !== undefined}
      note={
        note && (
          <small id={noteId} className={note.isFault ? 'tw-danger' : 'tw-muted'}>
            {note.text}
          </small>
        )
      }
    >
      {facts.kind === 'choice' ? (
        <Select
          className={styles.choice!}
          disabled={isDemo}
          aria-label={label}
          value={own === undefined ? 'inherited' : (own ?? 'none')}
          options={[
            { value: 'inherited', label: t('ui.level.kind.inherited') },
            ...(facts.isNullable ? [{ value: 'none', label: none }] : []),
            ...(facts.options ?? []).map((option) => ({ value: option, label: inWords(String(option)) })),
          ]}
          onChange={(chosen) =>
            onChange(chosen === 'inherited' ? undefined : chosen === 'none' ? null : chosen)
          }
        />
      ) : (
        <>
          <SettingSource
            label={label}
            none={facts.isNullable ? none : null}
            source={own === undefined ? 'inherited' : own === null ? 'off' : 'own'}
            onChange={(source) =>
              onChange({ inherited: undefined, off: null, own: inherited ?? usual }[source])
            }
          />
          {/* Of its own: what is wrong with another setting does not mark it. */}
          <Form.Item noStyle validateStatus={note?.isFault ? 'error' : ''}>
            <NumberField
              className="tw-width-130"
              facts={facts}
              unit={{ name: unitName, ...number }}
              aria-label={label}
              aria-describedby={note && noteId}
              aria-invalid={note?.isFault}
              disabled={isDemo || own === undefined || own === null}
              placeholder={none}
              value={value as number | null}
              onChange={(entered) => entered !== null && onChange(entered)}
            />
          </Form.Item>
        </>
      )}
    </SettingLine>
  )
}

interface SettingSourceProps {
  label: string
  /** Label of "no value at this level"; null: there must be one. */
  none: string | null
  source: 'inherited' | 'own' | 'off'
  onChange: (source: 'inherited' | 'own' | 'off') => void
}

/** Selects whether a value is inherited, set at this level, or off. */
export function SettingSource({ label, none, source, onChange }: SettingSourceProps) {
  const { t } = useTexts()
  const { isDemo } = useUser()
  return (
    <Segmented
      disabled={isDemo}
      aria-label={t('ui.level.kindOf', { name: label })}
      value={source}
      options={[
        { value: 'inherited', label: t('ui.level.kind.inherited') },
        { value: 'own', label: t('ui.level.kind.own') },
        ...(none === null ? [] : [{ value: 'off' as const, label: none }]),
      ]}
      onChange={onChange}
    />
  )
}

interface SettingLineProps {
  label: string
  help?: string
  /** In words. */
  inherited: string
  origin: string
  isOwn: boolean
  note?: ReactNode
  children: ReactNode
}

/** What a setting is called and what it inherits, and beside that what it is set to. */
export function SettingLine({ label, help, inherited, origin, isOwn, note, children }: SettingLineProps) {
  const { t } = useTexts()
  return (
    <div className={`${styles.row} tw-row tw-wrap tw-line-above`} data-own={isOwn}>
      <div className={`${styles.text} tw-grid`}>
        <strong>{label}</strong>
        {help && <span className="tw-small tw-muted">{help}</span>}
        <small className="tw-faint">{t('ui.level.inherited', { value: inherited, origin })}</small>
        {note}
      </div>
      <Flex gap={8} align="center" wrap>
        {children}
      </Flex>
    </div>
  )
}
