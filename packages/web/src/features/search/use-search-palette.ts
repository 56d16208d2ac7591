import { useState } from 'react'
import { isTyping } from '../../ui/keys/is-typing.ts'
import { usePageEvent } from '../../ui/keys/use-page-event.ts'

/**
 * The search as it is opened by `/`, and by Ctrl+K (⌘K) also from within a field. What is typed before its field is
 * there is kept for it.
 */
export function useSearchPalette() {
  const [isOpen, setIsOpen] = useState(false)
  const [isWaiting, setIsWaiting] = useState(false)
  const [typed, setTyped] = useState('')
  const [isEntered, setIsEntered] = useState(false)
  const open = () => {
    setTyped('')
    setIsEntered(false)
    setIsWaiting(true)
    setIsOpen(true)
  }
  const close = () => {
    setIsOpen(false)
    setIsWaiting(false)
  }

  usePageEvent('keydown', (event) => {
    if (event.defaultPrevented || event.altKey || isOpen) return
    const withCommand = event.ctrlKey || event.metaKey
    const opensSearch = withCommand
      ? event.key.toLowerCase() === 'k' && !event.shiftKey
      : event.key === '/' && !isTyping(event.target)
    if (!opensSearch) return
    event.preventDefault()
    open()
  })

  usePageEvent(
    'keydown',
    (event) => {
      if (!isWaiting || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
      if (event.key.length === 1) setTyped((before) => before + event.key)
      else if (event.key === 'Backspace') setTyped((before) => before.slice(0, -1))
      else if (event.key === 'Enter') setIsEntered(true)
      else if (event.key === 'Escape') close()
      else return
      event.preventDefault()
      event.stopPropagation()
    },
    true,
  )

  return {
    open,
    palette: {
      isOpen,
      typed,
      onTyped: setTyped,
      isEntered,
      onReady: () => setIsWaiting(false),
      onClose: close,
    },
  }
}
