import { ArrowUpOutlined } from '@ant-design/icons'
import { useVirtualizer } from '@tanstack/react-virtual'
import type { AlarmEpisode } from '@trackway/core/features/alarms/calls.ts'
import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useIsPhone } from '../../../base/use-is-phone.ts'
import { useNow } from '../../../base/use-now.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { VirtualRows } from '../../../ui/list/VirtualRows.tsx'
import { AlarmRow } from './AlarmRow.tsx'
import { AlarmRowActions } from './AlarmRowActions.tsx'
import styles from './AlarmRowList.module.css'
import { useSteadyScroll } from './use-steady-scroll.ts'

interface AlarmRowListProps {
  rows: readonly AlarmEpisode[]
  isBusy: boolean
  currentId: number | undefined
  isSelected: (id: number) => boolean
  showsOwner: boolean
  onOpen: (alarm: AlarmEpisode) => void
  onAcknowledge: (id: number) => void
  onSelect: (alarm: AlarmEpisode, isRange: boolean) => void
  /** Called when the end of the loaded rows comes into sight. */
  onEnd: () => void
}

const deskPx = 60
const phonePx = 84

/** The list of alarms; only the rows on the screen exist. What one looks at stays where it is while alarms come. */
export function AlarmRowList(props: AlarmRowListProps) {
  const { rows, isBusy, currentId, onEnd } = props
  const { t, format } = useTexts()
  const now = useNow(20_000)
  const rowPx = useIsPhone() ? phonePx : deskPx
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 8,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height is another measure
  useEffect(() => virtual.measure(), [rowPx])

  const { isPointed, added, setAdded, noteAnchor } = useSteadyScroll(rows, rowPx, scroller)
  const currentAt = rows.findIndex(({ id }) => id === currentId)
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when another alarm is opened, not when it moves
  useEffect(() => {
    if (currentAt >= 0) virtual.scrollToIndex(currentAt, { align: 'auto' })
  }, [currentId])

  /** The row under the pointer, whose actions are shown beside those of the open one. */
  const [pointedId, setPointedId] = useState<number | null>(null)
  const isTouch = useIsTouch()
  const acting = virtual.getVirtualItems().flatMap(({ index, start }) => {
    const alarm = rows[index]
    const isShown = alarm && (isTouch ? alarm.state === 'new' : [pointedId, currentId].includes(alarm.id))
    return isShown ? [{ alarm, start }] : []
  })

  const lastShown = virtual.getVirtualItems().at(-1)?.index ?? 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads once for each end of the list that comes into sight
  useEffect(() => {
    if (rows.length > 0 && lastShown >= rows.length - 10) onEnd()
  }, [lastShown, rows.length])

  return (
    <div className={`${styles.list} tw-fill tw-relative`}>
      {added > 0 && (
        <div className="tw-map-note">
          <Button
            type="primary"
            shape="round"
            icon={<ArrowUpOutlined />}
            onClick={() => {
              scroller.current?.scrollTo({ top: 0 })
              setAdded(0)
            }}
          >
            {t('alarms.added', { count: added, shown: format.number(added) })}
          </Button>
        </div>
      )}
      <div
        ref={scroller}
        className={`${styles.rows} tw-cover`}
        data-testid="tw-alarms"
        onScroll={() => {
          noteAnchor()
          if (scroller.current!.scrollTop === 0) setAdded(0)
        }}
        onPointerEnter={(event) => {
          isPointed.current = event.pointerType === 'mouse'
        }}
        onPointerMove={({ currentTarget, clientY }) => {
          const top = clientY - currentTarget.getBoundingClientRect().top + currentTarget.scrollTop
          setPointedId(rows[Math.floor(top / rowPx)]?.id ?? null)
        }}
        onPointerLeave={() => {
          isPointed.current = false
          setPointedId(null)
        }}
      >
        <div
          className={`${styles.content} tw-relative`}
          role="listbox"
          aria-label={t('alarms.title')}
          aria-busy={isBusy}
          aria-activedescendant={currentAt >= 0 ? `alarm-${currentId}` : undefined}
          tabIndex={0}
        >
          <VirtualRows rows={rows} list={virtual} rowKey={({ id }) => id}>
            {(alarm) => (
              <AlarmRow
                alarm={alarm}
                isCurrent={alarm.id === currentId}
                isSelected={props.isSelected(alarm.id)}
                showsOwner={props.showsOwner}
                now={now}
                format={format}
                onOpen={props.onOpen}
                onSelect={props.onSelect}
              />
            )}
          </VirtualRows>
        </div>
        {/* Buttons are no options of a list box: they are siblings of it, in the same places. */}
        {acting.map(({ alarm, start }) => (
          <div
            key={alarm.id}
            className={`${styles.actions} tw-slot`}
            style={{ height: rowPx, transform: `translateY(${start}px)` }}
          >
            <AlarmRowActions alarm={alarm} onAcknowledge={props.onAcknowledge} />
          </div>
        ))}
      </div>
    </div>
  )
}

/** Is there nothing that could point at a row without pressing it? */
function useIsTouch(): boolean {
  const [isTouch] = useState(() => matchMedia('(hover: none)').matches)
  return isTouch
}
