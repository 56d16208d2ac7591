import { DownOutlined, MoreOutlined, RightOutlined } from '@ant-design/icons'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../../base/use-now.ts'
import { useTexts } from '../../../base/use-texts.ts'
import type { WaitingAlarms } from '../../alarms/live/waiting-alarms.ts'
import type { FencesAround } from '../../fences/vehicle/use-fences-around.ts'
import type { FleetDevice, FleetView } from '../fleet/fleet-store.ts'
import { DeviceRow } from './DeviceRow.tsx'
import styles from './DeviceRows.module.css'
import { useRowChoice } from './use-row-choice.ts'
import { useRowKeys } from './use-row-keys.ts'

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
  /** The checked devices, on which bulk actions work. */
  chosen: ReadonlySet<number>
  /** Replaces the checked devices. */
  onChoose: (chosen: ReadonlySet<number>) => void
  /** Opens the menu of a device at a place of the page. */
  onMenu: (device: FleetDevice, x: number, y: number) => void
  /** The devices of an account are folded away, or shown again. */
  onFold: (accountId: number) => void
  /** The pointer or the focus is in the list: its order must not change. */
  onHold: (isHeld: boolean) => void
  /** These are on the screen. */
  onShow: (ids: number[]) => void
}

const denseHeight = 44
const richHeight = 64
const headingHeight = 36

/** The list of devices; only the rows on the screen exist. */
export function DeviceRows(props: DeviceRowsProps) {
  const { view, selected, isRich, alarms, fences, chosen, onOpen, onMenu, onFold, onHold, onShow } = props
  const { t, format } = useTexts()
  const now = useNow(5000)
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

  const { startIndex = 0, endIndex = -1 } = virtual.range ?? {}
  const isPinned = selected !== null && (selectedAt < startIndex || selectedAt > endIndex) && items.length > 0

  const { toggle, pick } = useRowChoice(props)
  const onKeyDown = useRowKeys(props, selectedAt, toggle)

  const rowOf = (device: FleetDevice, id: string) => (
    <DeviceRow
      id={id}
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
  )

  return (
    <div className="tw-fill tw-relative tw-column">
      {isPinned && (
        <div
          className={`${styles.pinned} tw-slot tw-surface`}
          style={{ height }}
          role="listbox"
          aria-label={t('locations.selected')}
        >
          {rowOf(selected, `pinned-${selected.id}`)}
        </div>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only learns where pointer and focus are */}
      <div
        ref={scroller}
        className={`${styles.scroller} tw-scroll-still tw-fill tw-scroll`}
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
                  className="tw-slot"
                  style={{ height, transform: `translateY(${item.start}px)` }}
                >
                  {rowOf(device, `device-${device.id}`)}
                </div>
              )
            })}
          </div>
          {/* Buttons are no options of a list box: they are siblings of it, in the same places. */}
          {shown.map(({ index, start }) => {
            const device = devices[items[index]!]!
            return (
              <MoreButton key={device.id} device={device} height={height} start={start} onMenu={onMenu} />
            )
          })}
          {headings.map(({ index, start }) => (
            <GroupHeading key={index} group={groups[-1 - items[index]!]!} start={start} onFold={onFold} />
          ))}
        </div>
      </div>
    </div>
  )
}

interface MoreButtonProps extends Pick<DeviceRowsProps, 'onMenu'> {
  device: FleetDevice
  height: number
  start: number
}

function MoreButton({ device, height, start, onMenu }: MoreButtonProps) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      className={`${styles.more} tw-middle tw-muted tw-size-16 tw-hover-accent tw-slot`}
      style={{ height, transform: `translateY(${start}px)` }}
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
}

interface GroupHeadingProps extends Pick<DeviceRowsProps, 'onFold'> {
  group: FleetView['groups'][number]
  start: number
}

function GroupHeading({ group: { id, name, count, moving, isFolded }, start, onFold }: GroupHeadingProps) {
  const { t, format } = useTexts()
  return (
    <button
      type="button"
      className={`${styles.heading} tw-tiny tw-row-button tw-slot tw-row tw-line-below tw-sunken`}
      style={{ height: headingHeight, transform: `translateY(${start}px)` }}
      aria-expanded={!isFolded}
      onClick={() => onFold(id)}
    >
      {isFolded ? <RightOutlined /> : <DownOutlined />}
      <b className="tw-ellipsis tw-grow">{name || t('locations.otherAccount')}</b>
      <span className="tw-muted tw-number">
        {t('locations.groupCounts', { moving: format.number(moving), total: format.number(count) })}
      </span>
    </button>
  )
}
