import type { QualityResult } from '@trackway/core/features/quality-checks/calls.ts'
import { useEffect, useRef, useState } from 'react'

interface RunKeys {
  /** The code that was scanned last: its device is the selected one. */
  scanned: string | undefined
  onRetest: (device: QualityResult | undefined) => void
  onFilter: () => void
}

/** The keys of the bench, none of which a scanner sends: arrows select a device, F2 tests it again, F4 shows the failed ones. */
export function useRunKeys(rows: readonly QualityResult[] | undefined, keys: RunKeys) {
  const [chosen, setChosen] = useState<string | null>(null)
  const { scanned } = keys
  useEffect(() => {
    if (scanned !== undefined) setChosen(scanned)
  }, [scanned])
  const selected = rows?.find(({ terminalID }) => terminalID === chosen) ?? rows?.[0]
  const latest = useRef({ rows, selected, ...keys })
  latest.current = { rows, selected, ...keys }
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { rows = [], selected, onRetest, onFilter } = latest.current
      // A dialog has the keyboard for itself.
      if (document.querySelector('[role=dialog]') !== null) return
      const move = (by: number) => {
        const at = rows.findIndex(({ terminalID }) => terminalID === selected?.terminalID)
        const next = rows[Math.max(0, Math.min(rows.length - 1, at + by))]
        if (next) setChosen(next.terminalID)
      }
      if (event.altKey || event.ctrlKey || event.metaKey) return
      switch (event.key) {
        case 'F2':
          onRetest(selected)
          break
        case 'F4':
          onFilter()
          break
        case 'ArrowDown':
          move(1)
          break
        case 'ArrowUp':
          move(-1)
          break
        default:
          return
      }
      event.preventDefault()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return { selected, select: ({ terminalID }: QualityResult) => setChosen(terminalID) }
}
