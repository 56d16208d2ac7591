import { useEffect, useRef } from 'react'
import { isTyping } from '../../ui/is-typing.ts'

export interface HomeKeys {
  /** To the next device of the list (1) or the one before (-1). */
  onStep(step: 1 | -1): void
  onFollow(): void
  onToggleList(): void
  onEscape(): void
}

/** Keys of the home screen: [ ] previous and next, . follow, L list, Escape. */
export function useLocationsKeys(keys: HomeKeys): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return
      const { onStep, onFollow, onToggleList, onEscape } = latest.current
      const actions: Record<string, () => void> = {
        '[': () => onStep(-1),
        ']': () => onStep(1),
        '.': onFollow,
        l: onToggleList,
        L: onToggleList,
        Escape: onEscape,
      }
      const action = actions[event.key]
      if (!action) return
      event.preventDefault()
      action()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}
