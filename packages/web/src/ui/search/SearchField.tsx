import { SearchOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { Matches } from './use-matches.ts'

interface SearchFieldProps {
  value: string
  onSearch: (text: string) => void
  /** What is searched, as placeholder and accessible name. */
  label: string
  maxLength?: number
  /** What is found for `value`, which arrows mark and Enter takes. */
  matches?: Matches
}

/** Searches while one types, after a short rest; Enter searches at once, Escape clears. */
export function SearchField({ value, onSearch, label, maxLength = 64, matches }: SearchFieldProps) {
  const [text, setText] = useState(value)
  const sent = useRef(value)
  // Of the latest drawing: the rest after a letter outlives it, and must not bring back the filters of then.
  const latest = useRef(onSearch)
  latest.current = onSearch

  const search = (typed: string) => {
    if (typed === sent.current) return
    sent.current = typed
    latest.current(typed)
  }

  useEffect(() => {
    // Back and forward change it from outside; our own search coming back must not undo what was typed since.
    if (value === sent.current) return
    sent.current = value
    setText(value)
  }, [value])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the rest begins anew with each letter only
  useEffect(() => {
    const timer = setTimeout(() => search(text.trim()), 350)
    return () => clearTimeout(timer)
  }, [text])

  return (
    <Input
      type="search"
      allowClear
      prefix={<SearchOutlined className="tw-faint" />}
      placeholder={label}
      aria-label={label}
      maxLength={maxLength}
      value={text}
      onChange={(event) => {
        setText(event.target.value)
        matches?.onText()
      }}
      onPressEnter={() => search(text.trim())}
      onKeyDown={(event) => {
        matches?.onKeyDown(event, text)
        if (event.key !== 'Escape' || !text) return
        event.stopPropagation()
        setText('')
        search('')
      }}
    />
  )
}
