import { isTyping } from '../../ui/keys/is-typing.ts'
import { usePageEvent } from '../../ui/keys/use-page-event.ts'

/** Opens the search by `/`, and by Ctrl+K (⌘K) also from within a field. */
export function useSearchKeys(onOpen: () => void): void {
  usePageEvent('keydown', (event) => {
    if (event.defaultPrevented || event.altKey) return
    const withCommand = event.ctrlKey || event.metaKey
    const opensSearch = withCommand
      ? event.key.toLowerCase() === 'k' && !event.shiftKey
      : event.key === '/' && !isTyping(event.target)
    if (!opensSearch) return
    event.preventDefault()
    onOpen()
  })
}
