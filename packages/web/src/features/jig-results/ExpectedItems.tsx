import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import type { ExpectedItem } from '@trackway/core/features/jig-results/calls.ts'
import { usualItems } from '@trackway/core/features/jig-results/items.ts'
import { AutoComplete, Button, Input, InputNumber } from 'antd'
import { useTranslation } from 'react-i18next'
import type { FieldValue } from '../../ui/form/field-value.ts'
import styles from './jig-results.module.css'
import { itemName } from './ResultDetail.tsx'

const units: Readonly<Record<string, string>> = { ...usualItems.serial, ...usualItems.gps }
const empty: ExpectedItem = { code: '', unit: '', low: null, high: null, text: null }

/** Items with their limits, a line each: a number between two limits, or a text. */
export function ExpectedItems({ value = [], onChange }: FieldValue<ExpectedItem[]>) {
  const { t } = useTranslation()
  const items = value ?? []
  const change = (at: number, next: Partial<ExpectedItem>) =>
    onChange?.(items.map((item, index) => (index === at ? { ...item, ...next } : item)))
  const options = Object.keys(units).map((code) => ({ value: code, label: `${itemName(code, t)} (${code})` }))
  return (
    <div className="tw-column tw-gap-8">
      {items.map(({ code, unit, low, high, text }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place while it is written
        <div key={at} className={`${styles.items} tw-grid`}>
          <AutoComplete
            aria-label={t('jigResults.item')}
            placeholder={t('jigResults.item')}
            value={code}
            options={options}
            onChange={(name) => change(at, { code: name, ...(name in units && { unit: units[name]! }) })}
          />
          <Input
            aria-label={t('jigResults.unit')}
            placeholder={t('jigResults.unit')}
            value={unit}
            maxLength={16}
            onChange={({ target }) => change(at, { unit: target.value.trim() })}
          />
          <InputNumber
            aria-label={t('jigResults.low')}
            placeholder={t('jigResults.low')}
            value={low}
            disabled={text !== null}
            onChange={(number) => change(at, { low: number })}
          />
          <InputNumber
            aria-label={t('jigResults.high')}
            placeholder={t('jigResults.high')}
            value={high}
            disabled={text !== null}
            onChange={(number) => change(at, { high: number })}
          />
          <Input
            aria-label={t('jigResults.text')}
            placeholder={t('jigResults.text')}
            value={text ?? ''}
            maxLength={64}
            disabled={low !== null || high !== null}
            onChange={({ target }) => change(at, { text: target.value || null })}
          />
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={t('jigResults.removeItem')}
            onClick={() => onChange?.(items.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      <Button icon={<PlusOutlined />} onClick={() => onChange?.([...items, empty])}>
        {t('jigResults.addItem')}
      </Button>
    </div>
  )
}
