import { useEffect, useRef } from 'react'
import { isTyping } from '../../ui/is-typing.ts'

/** Opens the search by `/`, and by Ctrl+K (⌘K) also from within a field. */
export function useSearchKeys(onOpen: () => void): void {
  const latest = useRef(onOpen)
  latest.current = onOpen
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey) return
      const withCommand = event.ctrlKey || event.metaKey
      const isAsked = withCommand
        ? event.key.toLowerCase() === 'k' && !event.shiftKey
        : event.key === '/' && !isTyping(event.target)
      if (!isAsked) return
      event.preventDefault()
      latest.current()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}
