import { ArrowUpOutlined } from '@ant-design/icons'
import { useVirtualizer } from '@tanstack/react-virtual'
import type { AlarmEpisode } from '@trackway/core/features/alarms/calls.ts'
import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import { useIsPhone } from '../../../base/use-is-phone.ts'
import { useNow } from '../../../base/use-now.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { VirtualRows } from '../../../ui/list/VirtualRows.tsx'
import { AlarmRow } from './AlarmRow.tsx'
import styles from './AlarmRowList.module.css'
import { useSteadyScroll } from './use-steady-scroll.ts'

interface AlarmRowListProps {
  rows: readonly AlarmEpisode[]
  isBusy: boolean
  currentId: number | undefined
  isSelected: (id: number) => boolean
  showsOwner: boolean
  onOpen: (alarm: AlarmEpisode) => void
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

  const lastShown = virtual.getVirtualItems().at(-1)?.index ?? 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads once for each end of the list that comes into sight
  useEffect(() => {
    if (rows.length > 0 && lastShown >= rows.length - 10) onEnd()
  }, [lastShown, rows.length])

  return (
    <div className="tw-fill tw-relative">
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
        role="listbox"
        aria-label={t('alarms.title')}
        aria-busy={isBusy}
        aria-activedescendant={currentAt >= 0 ? `alarm-${currentId}` : undefined}
        tabIndex={0}
        data-testid="tw-alarms"
        onScroll={() => {
          noteAnchor()
          if (scroller.current!.scrollTop === 0) setAdded(0)
        }}
        onPointerEnter={(event) => {
          isPointed.current = event.pointerType === 'mouse'
        }}
        onPointerLeave={() => {
          isPointed.current = false
        }}
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
    </div>
  )
}
