import { useEffect, useRef } from 'react'

interface RunKeys {
  /** By one up or down in the list. */
  onMove: (by: 1 | -1) => void
  onPage: (by: 1 | -1) => void
  onFilter: () => void
}

/**
 * The keys of the bench, none of which a scanner sends: arrows select a device, Page Up and Page Down turn the pages, F4
 * shows the failed ones, and other function keys press the button that names them as its shortcut.
 */
export function useRunKeys(keys: RunKeys): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // A dialog has the keyboard for itself.
      if (event.altKey || event.ctrlKey || event.metaKey || document.querySelector('[role=dialog]') !== null)
        return
      const act = actOf(event.key, latest.current)
      if (act === undefined) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

function actOf(key: string, { onMove, onPage, onFilter }: RunKeys): (() => void) | undefined {
  switch (key) {
    case 'F4':
      return onFilter
    case 'ArrowDown':
      return () => onMove(1)
    case 'ArrowUp':
      return () => onMove(-1)
    case 'PageDown':
      return () => onPage(1)
    case 'PageUp':
      return () => onPage(-1)
    default: {
      if (!/^F\d+$/.test(key)) return
      const button = document.querySelector<HTMLButtonElement>(`button[aria-keyshortcuts="${key}"]`)
      return button ? () => button.click() : undefined
    }
  }
}
