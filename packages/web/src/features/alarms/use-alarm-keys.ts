import { useEffect, useRef } from 'react'
import { isTyping } from '../../ui/is-typing.ts'

/** The keys of the alarm centre, as its help lists them: `alarms.keys.<name>`. */
export const alarmKeys = [
  { name: 'step', keys: ['J', 'K'] },
  { name: 'acknowledge', keys: ['A'] },
  { name: 'resolve', keys: ['R'] },
  { name: 'mute', keys: ['M'] },
  { name: 'select', keys: ['X'] },
  { name: 'range', keys: ['Shift + X'] },
  { name: 'onMap', keys: ['O'] },
  { name: 'close', keys: ['Esc'] },
  { name: 'help', keys: ['?'] },
] as const

export interface AlarmKeys {
  /** To the next alarm (1) or the one before (-1). */
  onStep(by: 1 | -1): void
  onAcknowledge(): void
  onResolve(): void
  onMute(): void
  onSelect(isRange: boolean): void
  onMap(): void
  onEscape(): void
  onHelp(): void
}

/** Listens to the keys of the alarm centre; not while a text is typed or a dialog is open. */
export function useAlarmKeys(keys: AlarmKeys): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { target, defaultPrevented, ctrlKey, metaKey, altKey } = event
      if (defaultPrevented || ctrlKey || metaKey || altKey || isTyping(target)) return
      if (target instanceof Element && target.closest('[role=dialog], [role=menu], [role=combobox]')) return
      const now = latest.current
      const actions = new Map<string, () => void>([
        ['j', () => now.onStep(1)],
        ['k', () => now.onStep(-1)],
        ['arrowdown', () => now.onStep(1)],
        ['arrowup', () => now.onStep(-1)],
        ['a', now.onAcknowledge],
        ['r', now.onResolve],
        ['m', now.onMute],
        ['x', () => now.onSelect(event.shiftKey)],
        ['o', now.onMap],
        ['escape', now.onEscape],
        ['?', now.onHelp],
      ])
      // Elsewhere than in the list arrows have a use of their own.
      if (event.key.startsWith('Arrow') && !(target instanceof Element && target.closest('[role=listbox]')))
        return
      const action = actions.get(event.key.toLowerCase())
      if (!action) return
      event.preventDefault()
      action()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}
