import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { FieldValue } from '../form/field-value.ts'
import { originText } from './origin-text.ts'
import styles from './SettingRow.module.css'
import { SettingRow } from './SettingRow.tsx'
import { refusedFields, type SettingField } from './setting-fields.ts'
import type { SettingsOfLevel } from './use-level-form.tsx'

type Values = Record<string, unknown>

/** What a field's own control gets. */
export interface SettingControl {
  label: string
  own: unknown
  inherited: unknown
  /** In words. */
  origin: string
  /** Of all fields, as they count with what is entered. */
  values: Values
  onChange: (own: unknown) => void
}

export interface SettingRowsParts<Settings> {
  /** Names of fields by what they are about; without them all are one below the other. */
  groups?: Readonly<Record<string, readonly string[]>>
  /** Controls of fields that no row follows from. */
  controls?: Readonly<Record<string, (control: SettingControl) => ReactElement>>
  /** What must be known of fields, and whether their values go against it. */
  notes?: (
    own: Values,
    settings: Settings,
  ) => Readonly<Record<string, { text: string; isFault: boolean } | undefined>>
}

interface SettingRowsProps<Settings> extends FieldValue<Values>, SettingRowsParts<Settings> {
  values: z.ZodObject
  fields: Readonly<Record<string, SettingField>>
  texts: string
  settings: Settings
}

/** Every field of a kind of settings with what it inherits and what is set. The value is what is set at the level. */
export function SettingRows<Settings extends SettingsOfLevel<object, object>>(
  props: SettingRowsProps<Settings>,
) {
  const { fields, groups = { '': Object.keys(fields) }, controls = {}, texts, settings, onChange } = props
  const { t } = useTranslation()
  const own = props.value ?? {}
  const inherited = settings.inherited as Values
  const refused = refusedFields(t, props.values, fields, own)
  const notes = props.notes?.(own, settings) ?? {}

  const rowOf = (field: SettingField) => {
    const { name } = field
    const set = (to: unknown) => {
      const { [name]: _, ...rest } = own
      onChange?.(to === undefined ? rest : { ...rest, [name]: to })
    }
    const row = { own: own[name], inherited: inherited[name], onChange: set }
    const Control = controls[name]
    if (Control)
      return (
        <Control
          key={name}
          {...row}
          label={t(`${texts}.field.${name}`)}
          origin={originText(t, settings.origins[name])}
          values={{ ...inherited, ...own }}
        />
      )
    const text = refused[name]
    return (
      <SettingRow
        key={name}
        {...(row as Pick<Parameters<typeof SettingRow>[0], 'own' | 'inherited' | 'onChange'>)}
        field={field}
        texts={texts}
        origin={settings.origins[name]}
        note={text === undefined ? notes[name] : { text, isFault: true }}
      />
    )
  }
  return (
    <div className={`${styles.rows} tw-line-below tw-scroll`}>
      {Object.entries(groups).map(([group, names]) => (
        <fieldset key={group}>
          {group !== '' && <legend>{t(`${texts}.group.${group}`)}</legend>}
          {names.map((name) => rowOf(fields[name]!))}
        </fieldset>
      ))}
    </div>
  )
}
