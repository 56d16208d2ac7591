import { Input } from 'antd'
import { useState } from 'react'
import { useTexts } from '../../base/use-texts.ts'
import type { FieldValue } from '../form/field-value.ts'
import { readIds } from './read-ids.ts'

interface IdsInputProps extends FieldValue<string[]> {
  id?: string
  /** So many at most. */
  max: number
  rows?: number
}

/** Ids of devices, pasted or scanned one after the other, and how many of them are good. */
export function IdsInput({ value, onChange, max, rows = 7, ...field }: IdsInputProps) {
  const { t, format } = useTexts()
  const [text, setText] = useState((value ?? []).join('\n'))
  const { ids, wrong } = readIds(text)
  // What the form was given meanwhile, as by a reset, is what counts.
  const shown = JSON.stringify(ids) === JSON.stringify(value ?? []) ? text : (value ?? []).join('\n')
  return (
    <>
      <Input.TextArea
        {...field}
        rows={rows}
        value={shown}
        status={ids.length > max || wrong.length > 0 ? 'error' : ''}
        placeholder={t('ui.ids.placeholder')}
        onChange={({ target }) => {
          setText(target.value)
          onChange?.(readIds(target.value).ids)
        }}
      />
      <small role="status" className="tw-muted">
        {wrong.length > 0
          ? t('ui.ids.wrong', { count: wrong.length, list: wrong.slice(0, 5).join(', ') })
          : t('ui.ids.count', { count: ids.length, max: format.number(max) })}
      </small>
    </>
  )
}
