import { AutoComplete, type AutoCompleteProps } from 'antd'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { useMatches } from './use-matches.ts'

interface SearchCompleteProps
  extends Pick<
    AutoCompleteProps,
    | 'id'
    | 'className'
    | 'placeholder'
    | 'maxLength'
    | 'aria-label'
    | 'autoFocus'
    | 'notFoundContent'
    | 'children'
  > {
  text: string
  onText: (text: string) => void
  options: readonly { value: string; label: ReactNode }[]
  /** The text that the options were found for. */
  searched: string
  isPending: boolean
  /** One of the options, by its value. */
  onTake: (value: string) => void
  /** Enter where nothing was found; without it that does nothing. */
  onNone?: (text: string) => void
  onEscape?: () => void
  /** A button that does what Enter does. */
  button?: (enter: () => void) => ReactNode
}

/** A field with what is found for its text below it; the first is marked, and Enter takes it as soon as it is found. */
export function SearchComplete(props: SearchCompleteProps) {
  const { text, onText, options, searched, isPending, onTake, onNone, onEscape, button, ...rest } = props
  const matches = useMatches({
    matches: options,
    searched,
    isPending,
    marksFirst: true,
    onTake: ({ value }) => onTake(value),
    ...(onNone && { onNone }),
  })
  /** The list has one that arrows have chosen, and takes that by itself. */
  const isChoosing = useRef(false)
  const type = (typed: string) => {
    isChoosing.current = false
    matches.onText()
    onText(typed)
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key.startsWith('Arrow')) isChoosing.current = options.length > 0
    if (event.key === 'Escape') onEscape?.()
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || isChoosing.current) return
    // Before the list takes one that was found for the text before.
    event.stopPropagation()
    event.preventDefault()
    matches.enter(text)
  }
  return (
    <>
      <div className="tw-grow" onKeyDownCapture={onKey} role="presentation">
        <AutoComplete
          {...rest}
          allowClear
          popupMatchSelectWidth={false}
          options={[...options]}
          value={text}
          onSearch={type}
          onClear={() => type('')}
          onSelect={onTake}
        />
      </div>
      {button?.(() => matches.enter(text))}
    </>
  )
}
