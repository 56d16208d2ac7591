import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../base/use-format.ts'
import { useNow } from '../../../base/use-now.ts'
import type { WaitingAlarms } from '../../alarms/live/waiting-alarms.ts'
import type { FencesAround } from '../../fences/vehicle/use-fences-around.ts'
import type { FleetDevice, FleetView } from '../fleet/fleet-store.ts'
import { DeviceRow } from './DeviceRow.tsx'
import styles from './DeviceRows.module.css'

interface DeviceRowsProps {
  view: FleetView
  selected: FleetDevice | null
  isRich: boolean
  /** By the id of the device. */
  alarms: ReadonlyMap<number, WaitingAlarms>
  /** Undefined: not known yet. */
  fences: FencesAround | undefined
  onSelect: (device: FleetDevice) => void
  onOpen: (device: FleetDevice) => void
  /** The pointer or the focus is in the list: its order has to stand still. */
  onHold: (isHeld: boolean) => void
  /** These are on the screen. */
  onShow: (ids: number[]) => void
}

const denseHeight = 44
const richHeight = 64

/** The list of devices; only the rows on the screen exist. */
export function DeviceRows(props: DeviceRowsProps) {
  const { view, selected, isRich, alarms, fences, onSelect, onOpen, onHold, onShow } = props
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow(5000)
  const scroller = useRef<HTMLDivElement>(null)
  const { rows, devices } = view
  const height = isRich ? richHeight : denseHeight
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    // Keys of its own would have it look through all rows whenever one changes.
    overscan: 8,
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: another height is another measure
  useEffect(() => virtual.measure(), [height])

  const shown = virtual.getVirtualItems()
  useEffect(() => onShow(shown.map(({ index }) => devices[rows[index]!]!.id)))

  const selectedAt = selected ? rows.findIndex((row) => devices[row]!.id === selected.id) : -1
  const selectedId = selected?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when another device is selected, not when it moves in the order
  useEffect(() => {
    if (selectedAt >= 0) virtual.scrollToIndex(selectedAt, { align: 'auto' })
  }, [selectedId])

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }[event.key]
    if (step !== undefined && rows.length > 0) {
      event.preventDefault()
      const next = Math.max(0, Math.min(rows.length - 1, selectedAt + step))
      onSelect(devices[rows[next]!]!)
    } else if (event.key === 'Enter' && selected) onOpen(selected)
  }

  return (
    <div
      ref={scroller}
      className={styles.devices}
      role="listbox"
      aria-label={t('locations.devices')}
      aria-busy={view.isLoading}
      aria-activedescendant={selectedAt >= 0 ? `device-${selectedId}` : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerEnter={(event) => event.pointerType === 'mouse' && onHold(true)}
      onPointerLeave={({ currentTarget }) => onHold(currentTarget.contains(document.activeElement))}
      onFocus={() => onHold(true)}
      onBlur={({ currentTarget }) => onHold(currentTarget.matches(':hover'))}
    >
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {shown.map((item) => {
          const device = devices[rows[item.index]!]!
          return (
            <div
              key={device.id}
              role="presentation"
              className={styles.slot}
              style={{ height, transform: `translateY(${item.start}px)` }}
            >
              <DeviceRow
                id={`device-${device.id}`}
                device={device}
                isSelected={device.id === selectedId}
                isRich={isRich}
                alarms={alarms.get(device.id)}
                fences={fences?.get(device.id)}
                now={now}
                format={format}
                onSelect={onSelect}
                onOpen={onOpen}
              />
            </div>
          )
        })}
      </div>
    </div>
  )
}
