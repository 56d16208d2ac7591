import { type MouseEvent, useCallback, useRef } from 'react'
import { useIsPhone } from '../../../base/use-is-phone.ts'
import type { FleetDevice, FleetView } from '../fleet/fleet-store.ts'

interface RowChoiceProps {
  view: FleetView
  selected: FleetDevice | null
  chosen: ReadonlySet<number>
  onChoose: (chosen: ReadonlySet<number>) => void
  onSelect: (device: FleetDevice) => void
}

/** A click selects a device; with Shift or Ctrl it chooses those with which something is done at once. */
export function useRowChoice({ view, selected, chosen, onChoose, onSelect }: RowChoiceProps) {
  const isPhone = useIsPhone()
  const { items, devices } = view
  /** From where on Shift chooses a range. */
  const anchor = useRef<number | null>(null)
  const toggle = (id: number) => {
    anchor.current = id
    onChoose(toggled(chosen, id))
  }
  const chooseUpTo = (id: number) => {
    const rowAt = (of: number | null) => (of === null ? undefined : view.rowOf(of))
    const places = [rowAt(anchor.current ?? selected?.id ?? id), rowAt(id)].map((row) =>
      Array.prototype.indexOf.call(items, row),
    )
    const range = Array.prototype.slice
      .call(items, Math.max(0, Math.min(...places)), Math.max(...places) + 1)
      .filter((row: number) => row >= 0)
    onChoose(new Set([...chosen, ...range.map((row: number) => devices[row]!.id)]))
  }
  const onPick = (device: FleetDevice, event: MouseEvent) => {
    if (event.shiftKey) chooseUpTo(device.id)
    // A finger has no Ctrl: once one is chosen, it goes on choosing.
    else if (event.ctrlKey || event.metaKey || (isPhone && chosen.size > 0)) toggle(device.id)
    else onSelect(device)
  }
  // The same one at every frame of scrolling: rows in sight are not drawn anew.
  const latestPick = useRef(onPick)
  latestPick.current = onPick
  const pick = useCallback<typeof onPick>((device, event) => latestPick.current(device, event), [])
  return { toggle, pick }
}

/** With the id, or without it where it was among them. */
export function toggled(ids: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return next
}
