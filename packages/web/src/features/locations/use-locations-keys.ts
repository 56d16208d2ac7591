import { isTyping } from '../../ui/keys/is-typing.ts'
import { useScreenKeys } from '../../ui/keys/key-tables.ts'
import { usePageEvent } from '../../ui/keys/use-page-event.ts'

/** The keys of the monitor, as `?` lists them. */
const locationKeys = {
  texts: 'locations.keys',
  keys: [
    { name: 'step', keys: ['[', ']'] },
    { name: 'follow', keys: ['.'] },
    { name: 'list', keys: ['L'] },
    { name: 'close', keys: ['Esc'] },
  ],
} as const

export interface HomeKeys {
  /** To the next device of the list (1) or the one before (-1). */
  onStep(step: 1 | -1): void
  onFollow(): void
  onToggleList(): void
  onEscape(): void
}

/** Keys of the home screen: [ ] previous and next, . follow, L list, Escape. */
export function useLocationsKeys({ onStep, onFollow, onToggleList, onEscape }: HomeKeys): void {
  useScreenKeys(locationKeys)
  usePageEvent('keydown', (event) => {
    const { key, target, defaultPrevented, ctrlKey, metaKey, altKey } = event
    if (defaultPrevented || ctrlKey || metaKey || altKey || isTyping(target)) return
    const actions: Record<string, () => void> = {
      '[': () => onStep(-1),
      ']': () => onStep(1),
      '.': onFollow,
      l: onToggleList,
      L: onToggleList,
      Escape: onEscape,
    }
    const action = actions[key]
    if (!action) return
    event.preventDefault()
    action()
  })
}
