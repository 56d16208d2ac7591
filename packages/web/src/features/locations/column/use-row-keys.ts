import type { KeyboardEvent } from 'react'
import type { FleetDevice, FleetView } from '../fleet/fleet-store.ts'

interface RowKeysProps {
  view: FleetView
  selected: FleetDevice | null
  onSelect: (device: FleetDevice) => void
  onOpen: (device: FleetDevice) => void
  onMenu: (device: FleetDevice, x: number, y: number) => void
}

/** Arrows go from device to device, Space chooses one, Enter opens it, Shift+F10 opens its menu. */
export function useRowKeys(
  { view: { items, devices }, selected, onSelect, onOpen, onMenu }: RowKeysProps,
  selectedAt: number,
  toggle: (id: number) => void,
) {
  /** The device so many items further; headings are passed over. */
  const deviceAt = (from: number, step: number): FleetDevice | undefined => {
    const last = items.length - 1
    const isHeading = (at: number) => items[at]! < 0
    const start = Math.max(0, Math.min(last, from + step))
    let at = start
    while (isHeading(at)) at += Math.sign(step)
    if (items[at] === undefined) for (at = start; isHeading(at); ) at -= Math.sign(step)
    return devices[items[at] ?? -1]
  }

  const openMenuOfSelected = () => {
    const row = selected && document.getElementById(`device-${selected.id}`)?.getBoundingClientRect()
    if (selected && row) onMenu(selected, row.left + 40, row.bottom - 8)
  }

  return (event: KeyboardEvent) => {
    if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
      event.preventDefault()
      openMenuOfSelected()
      return
    }
    if (event.key === ' ' && selected) {
      event.preventDefault()
      toggle(selected.id)
      return
    }
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      const next = deviceAt(selectedAt, step)
      if (next) onSelect(next)
    } else if (event.key === 'Enter' && selected) onOpen(selected)
  }
}
