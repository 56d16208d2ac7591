import { type KeyboardEvent, useEffect, useState } from 'react'
import type { Entry } from './use-found-entries.tsx'

/** The entry that arrows choose and Enter opens. */
export function useChosenEntry(entries: readonly Entry[], isPending: boolean) {
  const [chosen, setChosen] = useState(0)
  const [isEntered, setIsEntered] = useState(false)
  const current = entries[Math.min(chosen, entries.length - 1)]
  // Enter opens what is found for the text as typed, also when it is found after the key.
  const entered = isEntered && !isPending ? current : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: opened once
  useEffect(() => {
    if (!entered) return
    setIsEntered(false)
    entered.open()
  }, [entered?.key])

  const onKeyDown = (event: KeyboardEvent) => {
    // A name in Chinese or Japanese is still being put together.
    if (event.nativeEvent.isComposing) return
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    if (step !== undefined && entries.length > 0) {
      event.preventDefault()
      setChosen((Math.min(chosen, entries.length - 1) + step + entries.length) % entries.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      setIsEntered(true)
    }
  }
  return { current, setChosen, setIsEntered, onKeyDown }
}
