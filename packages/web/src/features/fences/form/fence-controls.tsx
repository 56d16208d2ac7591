import type { Fence } from '@trackway/core/features/fences/calls.ts'
import { ColorPicker, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import type { FieldValue } from '../../../ui/form/field-value.ts'
import styles from '../fences.module.css'

const colours = [
  '#1677ff',
  '#13a8a8',
  '#52c41a',
  '#fadb14',
  '#fa8c16',
  '#f5222d',
  '#eb2f96',
  '#722ed1',
  '#8c8c8c',
]

/** The colour of a fence, `#rrggbb`. */
export function ColourField({ value, onChange }: FieldValue<string>) {
  const { t } = useTranslation()
  return (
    <ColorPicker
      showText
      disabledAlpha
      format="hex"
      disabledFormat
      value={value ?? ''}
      presets={[{ label: t('fences.colours'), colors: colours }]}
      onChangeComplete={(colour) => onChange?.(colour.toHexString().slice(0, 7))}
    />
  )
}

/** Whether it raises alarms. */
export function StateField({ id, value, onChange }: FieldValue<Fence['state']>) {
  const { t } = useTranslation()
  return (
    <Switch
      {...(id !== undefined && { id })}
      className={styles.switch!}
      checked={value === 'opened'}
      checkedChildren={t('reports.fenceState.opened')}
      unCheckedChildren={t('reports.fenceState.closed')}
      onChange={(isOpen) => onChange?.(isOpen ? 'opened' : 'closed')}
    />
  )
}
