import { isTyping } from '../../ui/keys/is-typing.ts'
import { usePageEvent } from '../../ui/keys/use-page-event.ts'

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
  usePageEvent('keydown', (event) => {
    const { key, target, shiftKey, defaultPrevented, ctrlKey, metaKey, altKey } = event
    if (defaultPrevented || ctrlKey || metaKey || altKey || isTyping(target)) return
    const within = (roles: string) => target instanceof Element && target.closest(roles) !== null
    if (within('[role=dialog], [role=menu], [role=combobox]')) return
    // Elsewhere than in the list arrows have a use of their own.
    if (key.startsWith('Arrow') && !within('[role=listbox]')) return
    const actions: Record<string, () => void> = {
      j: () => keys.onStep(1),
      k: () => keys.onStep(-1),
      arrowdown: () => keys.onStep(1),
      arrowup: () => keys.onStep(-1),
      a: keys.onAcknowledge,
      r: keys.onResolve,
      m: keys.onMute,
      x: () => keys.onSelect(shiftKey),
      o: keys.onMap,
      escape: keys.onEscape,
      '?': keys.onHelp,
    }
    const action = actions[key.toLowerCase()]
    if (!action) return
    event.preventDefault()
    action()
  })
}
