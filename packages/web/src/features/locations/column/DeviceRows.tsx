import { DownOutlined, MoreOutlined, RightOutlined } from '@ant-design/icons'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type MouseEvent, useCallback, useEffect, useMemo, useRef } from 'react'
import { useIsPhone } from '../../../base/use-is-phone.ts'
import { useNow } from '../../../base/use-now.ts'
import { useTexts } from '../../../base/use-texts.ts'
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
  /** With which something is done at once, */
  chosen: ReadonlySet<number>
  /** and what is chosen from now on. */
  onChoose: (chosen: ReadonlySet<number>) => void
  /** What can be done with a device is asked for at a place of the page. */
  onMenu: (device: FleetDevice, x: number, y: number) => void
  /** The devices of an account are folded away, or shown again. */
  onFold: (accountId: number) => void
  /** The pointer or the focus is in the list: its order has to stand still. */
  onHold: (isHeld: boolean) => void
  /** These are on the screen. */
  onShow: (ids: number[]) => void
}

const denseHeight = 44
const richHeight = 64
const headingHeight = 36

/** The list of devices; only the rows on the screen exist. */
export function DeviceRows(props: DeviceRowsProps) {
  const { view, selected, isRich, alarms, fences, chosen, onSelect, onOpen, onMenu, onFold, onHold, onShow } =
    props
  const { t, format } = useTexts()
  const now = useNow(5000)
  const isPhone = useIsPhone()
  const scroller = useRef<HTMLDivElement>(null)
  const { items, groups, devices, shape } = view
  const height = isRich ? richHeight : denseHeight
  const heightAt = (index: number) => (items[index]! < 0 ? headingHeight : height)
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: heightAt,
    // Keys of its own would have it look through all rows whenever one changes.
    overscan: 8,
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: other heights are another measure
  useEffect(() => virtual.measure(), [height, shape])

  const inSight = virtual.getVirtualItems().filter(({ index }) => index < items.length)
  const shown = inSight.filter(({ index }) => items[index]! >= 0)
  const headings = inSight.filter(({ index }) => items[index]! < 0)
  useEffect(() => onShow(shown.map(({ index }) => devices[items[index]!]!.id)))

  const selectedId = selected?.id
  const selectedRow = selected ? view.rowOf(selected.id) : undefined
  const selectedAt = useMemo(
    () => (selectedRow === undefined ? -1 : Array.prototype.indexOf.call(items, selectedRow)),
    [items, selectedRow],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when another device is selected, not when it moves in the order
  useEffect(() => {
    if (selectedAt >= 0) virtual.scrollToIndex(selectedAt, { align: 'auto' })
  }, [selectedId])

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

  /** From where on Shift chooses a range. */
  const anchor = useRef<number | null>(null)
  const toggle = (id: number) => {
    anchor.current = id
    props.onChoose(toggled(chosen, id))
  }
  const chooseUpTo = (id: number) => {
    const rowAt = (of: number | null) => (of === null ? undefined : view.rowOf(of))
    const places = [rowAt(anchor.current ?? selectedId ?? id), rowAt(id)].map((row) =>
      Array.prototype.indexOf.call(items, row),
    )
    const range = Array.prototype.slice
      .call(items, Math.max(0, Math.min(...places)), Math.max(...places) + 1)
      .filter((row: number) => row >= 0)
    props.onChoose(new Set([...chosen, ...range.map((row: number) => devices[row]!.id)]))
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
  const openMenuOfSelected = () => {
    const row = selected && document.getElementById(`device-${selected.id}`)?.getBoundingClientRect()
    if (selected && row) onMenu(selected, row.left + 40, row.bottom - 8)
  }

  const onKeyDown = (event: KeyboardEvent) => {
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

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only learns where pointer and focus are
    <div
      ref={scroller}
      className={`${styles.scroller} tw-fill tw-scroll`}
      onPointerEnter={(event) => event.pointerType === 'mouse' && onHold(true)}
      onPointerLeave={({ currentTarget }) => onHold(currentTarget.contains(document.activeElement))}
      onFocus={() => onHold(true)}
      onBlur={({ currentTarget }) => onHold(currentTarget.matches(':hover'))}
    >
      <div className={`${styles.content} tw-relative`} style={{ height: virtual.getTotalSize() }}>
        <div
          className={`${styles.devices} tw-full-height`}
          role="listbox"
          aria-label={t('locations.devices')}
          aria-busy={view.isLoading}
          aria-activedescendant={selectedAt >= 0 ? `device-${selectedId}` : undefined}
          aria-multiselectable={chosen.size > 0}
          tabIndex={0}
          onKeyDown={onKeyDown}
        >
          {shown.map((item) => {
            const device = devices[items[item.index]!]!
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
                  isChosen={chosen.has(device.id)}
                  isRich={isRich}
                  alarms={alarms.get(device.id)}
                  fences={fences?.get(device.id)}
                  now={now}
                  format={format}
                  onPick={pick}
                  onOpen={onOpen}
                  onMenu={onMenu}
                />
              </div>
            )
          })}
        </div>
        {/* Buttons are no options of a list box: they stand beside it, in the same places. */}
        {shown.map((item) => {
          const device = devices[items[item.index]!]!
          return (
            <button
              key={device.id}
              type="button"
              className={`${styles.slot} ${styles.more}`}
              style={{ height, transform: `translateY(${item.start}px)` }}
              // By keyboard: Shift+F10 in the list.
              tabIndex={-1}
              aria-label={t('locations.more', { name: device.displayName })}
              aria-haspopup="menu"
              onClick={({ currentTarget }) => {
                const { left, bottom } = currentTarget.getBoundingClientRect()
                onMenu(device, left, bottom - 8)
              }}
            >
              <MoreOutlined />
            </button>
          )
        })}
        {headings.map((item) => {
          const { id, name, count, moving, isFolded } = groups[-1 - items[item.index]!]!
          return (
            <button
              key={item.index}
              type="button"
              className={`${styles.slot} ${styles.heading}`}
              style={{ height: headingHeight, transform: `translateY(${item.start}px)` }}
              aria-expanded={!isFolded}
              onClick={() => onFold(id)}
            >
              {isFolded ? <RightOutlined /> : <DownOutlined />}
              <b className="tw-ellipsis">{name || t('locations.otherAccount')}</b>
              <span className="tw-muted tw-number">
                {t('locations.groupCounts', { moving: format.number(moving), total: format.number(count) })}
              </span>
            </button>
          )
        })}
      </div>
    </div>
  )
}

/** With the id, or without it where it was among them. */
export function toggled(ids: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return next
}
