import { SearchOutlined } from '@ant-design/icons'
import { textOfCell } from '@trackway/core/rules/csv.ts'
import { Input, type InputRef } from 'antd'
import { type ClipboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Matches } from '../../../ui/search/use-matches.ts'

interface DeviceSearchProps {
  value: string
  onSearch: (text: string) => void
  matches: Matches
  /** The arrows go on in the list. */
  onList: () => void
}

/** Searches while one types; Enter takes what is found. A pasted column of IMEIs or plates becomes a list. */
export function DeviceSearch({ value, onSearch, matches, onList }: DeviceSearchProps) {
  const { t } = useTranslation()
  const field = useRef<InputRef>(null)
  const [text, setText] = useState(value)
  const sent = useRef(value)
  const search = (typed: string) => {
    setText(typed)
    sent.current = typed.trim()
    matches.onText()
    onSearch(typed.trim())
  }

  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    setText(value)
  }, [value])

  // A field of one line would glue the lines together.
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData('text')
    if (!/[\n\r\t]/.test(pasted.trim())) return
    event.preventDefault()
    search(
      pasted
        .trim()
        .split(/[\n\r\t]+/)
        .map(textOfCell)
        .join(', '),
    )
  }

  return (
    <Input
      ref={field}
      type="search"
      allowClear
      prefix={<SearchOutlined />}
      placeholder={t('locations.search')}
      aria-label={t('locations.search')}
      maxLength={4000}
      value={text}
      onChange={(event) => search(event.target.value)}
      onPaste={onPaste}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) matches.enter(text)
        if (event.key === 'ArrowDown') {
          event.preventDefault()
          onList()
        }
        if (event.key !== 'Escape') return
        event.stopPropagation()
        if (text) search('')
        else field.current?.blur()
      }}
    />
  )
}
