import { useVirtualizer } from '@tanstack/react-virtual'
import { Button, Segmented } from 'antd'
import { type CSSProperties, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useTimeZone } from '../../../base/time-zone.ts'
import { useIsShortPhone } from '../../../base/use-is-phone.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ContentLoading } from '../../../ui/loading/ContentLoading.tsx'
import { useDays } from '../loading/use-days.ts'
import { episodeRows, type ListOrder, listOrders } from '../replay/episode-rows.ts'
import { useReplay } from '../replay/replay-context.ts'
import { usePlayerPart } from '../replay/use-player.ts'
import styles from './EpisodeList.module.css'
import { EpisodeRow, rowStyle } from './EpisodeRow.tsx'
import { headingOf, nextHeadingOf, rowsToDraw } from './sticky-headings.ts'

const heights = { day: 36, episode: 58 }
/** The newest minutes are looked through a little later than they arrive. */
const pendingMs = 60_000

/**
 * Trips and stops by day, or the longest stops. A click moves cursor, map and chart there; the one under the cursor is
 * marked, the one under the pointer lit on the map and the chart.
 */
export function EpisodeList() {
  const { t, format, toText } = useTexts()
  const { player, active, episodes, isShared } = useReplay()
  const timeZone = useTimeZone()
  const isShort = useIsShortPhone()
  const days = useDays(isShared ? undefined : active.terminalID)
  const box = useRef<HTMLDivElement>(null)
  const [order, setOrder] = useState<ListOrder>('newest')
  const rows = useMemo(
    () => episodeRows(episodes.episodes, timeZone, days, order),
    [episodes, timeZone, days, order],
  )
  const current = usePlayerPart(player, ({ time }) =>
    rows.findIndex((row) => row.kind === 'episode' && time >= row.episode.from && time < row.episode.to),
  )
  // Before it is moved the cursor is at the first minute; the list begins with the newest day.
  const isMoved = usePlayerPart(player, ({ time }) => time > player.range.from)
  const list = useVirtualRows(rows, box, isShort)
  useEffect(() => {
    if (current >= 0 && isMoved) list.scrollToIndex(current, { align: 'auto' })
  }, [current, list, isMoved])

  const onTop = headingOf(rows, list.range?.startIndex ?? 0)
  const nextDay = list.measurementsCache[nextHeadingOf(rows, onTop)]
  /** The heading of the next day pushes the one on top away. */
  const pushedPx = nextDay ? Math.min(0, nextDay.start - (list.scrollOffset ?? 0) - heights.day) : 0
  const lastTime = active.track.fixTime[active.track.length - 1]
  const isPending =
    episodes.until !== null && lastTime !== undefined && lastTime - episodes.until > pendingMs && !isShared
  const isEmpty = !episodes.isLoading && active.isComplete && rows.length === 0
  if (episodes.error !== null) {
    return (
      <EmptyState
        title={t('tracks.noEpisodes')}
        text={toText(episodes.error)}
        action={<Button onClick={episodes.again}>{t('tracks.again')}</Button>}
      />
    )
  }
  return (
    <>
      {!isShort && (
        <Segmented<ListOrder>
          size="small"
          className={`${styles.order} tw-tiny`}
          aria-label={t('tracks.order.title')}
          value={order}
          options={listOrders.map((value) => ({ value, label: t(`tracks.order.${value}`) }))}
          onChange={setOrder}
        />
      )}
      <div ref={box} className={`${styles.episodes} tw-fill tw-scroll tw-relative`}>
        <ol
          className="tw-relative"
          aria-label={t('tracks.segments')}
          aria-busy={episodes.isLoading}
          style={{ height: list.getTotalSize() }}
        >
          {list.getVirtualItems().map(({ index, start, size }) => {
            const row = rows[index]!
            if (row.kind === 'day') {
              return (
                <DayHeading
                  key={`day ${row.date}`}
                  day={row}
                  isOnTop={index === onTop}
                  style={{ ...rowStyle(start, size), '--pushed': `${pushedPx}px` } as CSSProperties}
                />
              )
            }
            const { episode, number } = row
            return (
              <EpisodeRow
                key={episode.from}
                episode={episode}
                number={number}
                top={start}
                height={size}
                isCurrent={index === current}
                player={player}
                isDated={order === 'longest'}
                isShared={isShared}
              />
            )
          })}
        </ol>
        {episodes.isLoading && <ContentLoading rows={6} inset={16} />}
        {isEmpty && <p className="tw-muted tw-small tw-padded-narrow">{t('tracks.none.trip')}</p>}
      </div>
      {isPending && (
        <p className="tw-padded-strip tw-muted tw-line-above tw-tiny">
          {t('tracks.until', { time: format.time(episodes.until) })}
        </p>
      )}
    </>
  )
}

interface DayHeadingProps {
  day: { date: string; distanceM: number | null }
  isOnTop: boolean
  style: CSSProperties
}

function DayHeading({ day: { date, distanceM }, isOnTop, style }: DayHeadingProps) {
  const { format } = useTexts()
  return (
    <li
      className={`${styles.day} tw-slot tw-flex tw-spread tw-muted tw-tiny tw-bold`}
      data-on-top={isOnTop}
      style={style}
    >
      <span>{format.date(Date.parse(`${date}T12:00:00Z`))}</span>
      <span className="tw-number">{format.distance(distanceM)}</span>
    </li>
  )
}

function useVirtualRows(
  rows: ReturnType<typeof episodeRows>,
  box: RefObject<HTMLDivElement | null>,
  isShort: boolean,
) {
  return useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => heights[rows[index]!.kind],
    overscan: 6,
    rangeExtractor: (range) => rowsToDraw(rows, range),
    // So much of what is beneath it the heading of the day covers; where rows are few it scrolls with them.
    scrollPaddingStart: isShort ? 0 : heights.day,
    // Drawing with the next frame is soon enough; at once, the list would hold up whatever scrolls it.
    useFlushSync: false,
  })
}
