import { useVirtualizer } from '@tanstack/react-virtual'
import { dayAt } from '@trackway/core/rules/local-days.ts'
import type { Segment } from '@trackway/core/track/segments.ts'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../app/session.ts'
import { useFormat } from '../../ui/use-format.ts'
import type { Player } from './player.ts'
import { usePlayer } from './Transport.tsx'

interface Props {
  segments: readonly Segment[]
  player: Player
}

type Row =
  | { kind: 'day'; date: string; distanceM: number }
  | { kind: 'segment'; segment: Segment; number: number | null }

const heights = { day: 36, segment: 56 }

/** Trips and stops by day, in order; a click moves the cursor there. The one under the cursor is marked. */
export function SegmentList({ segments, player }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const { timeZone } = useUser()
  const { time } = usePlayer(player)
  const box = useRef<HTMLDivElement>(null)
  const rows = useMemo(() => toRows(segments, timeZone), [segments, timeZone])
  const current = rows.findIndex(
    (row) => row.kind === 'segment' && time >= row.segment.from && time < row.segment.to,
  )
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => heights[rows[index]!.kind],
    overscan: 6,
  })

  useEffect(() => {
    if (current >= 0) list.scrollToIndex(current, { align: 'auto' })
  }, [current, list])

  return (
    <div ref={box} className="track-segments">
      <ol aria-label={t('track.segments')} style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ index, start, size }) => {
          const row = rows[index]!
          const style = { transform: `translateY(${start}px)`, height: size }
          if (row.kind === 'day') {
            return (
              <li key={index} className="track-day" style={style}>
                <span>{format.date(Date.parse(`${row.date}T12:00:00Z`))}</span>
                <span className="tw-number">{format.distance(row.distanceM)}</span>
              </li>
            )
          }
          const { segment, number } = row
          return (
            <li key={index} style={style}>
              <button
                type="button"
                className={`track-segment track-${segment.kind}`}
                aria-current={index === current}
                onClick={() => player.seek(segment.from)}
              >
                <span className="track-segment-mark" aria-hidden>
                  {number}
                </span>
                <span className="track-segment-times tw-number">
                  {format.time(segment.from).slice(0, 5)}–{format.time(segment.to).slice(0, 5)}
                </span>
                <span className="track-segment-what">
                  {segment.kind === 'trip' ? t('track.trip') : t('track.stop')} ·{' '}
                  {format.duration(segment.to - segment.from)}
                </span>
                {segment.kind === 'trip' && (
                  <span className="track-segment-more tw-number">
                    {format.distance(segment.distanceM)}
                    <small>{t('track.max', { speed: format.speed(segment.maxSpeedKmh) })}</small>
                  </span>
                )}
              </button>
            </li>
          )
        })}
      </ol>
    </div>
  )
}

function toRows(segments: readonly Segment[], timeZone: string): Row[] {
  const rows: Row[] = []
  let day: Extract<Row, { kind: 'day' }> | undefined
  let stops = 0
  for (const segment of segments) {
    const date = dayAt(segment.from, timeZone)
    if (day?.date !== date) {
      day = { kind: 'day', date, distanceM: 0 }
      rows.push(day)
    }
    day.distanceM += segment.distanceM
    rows.push({ kind: 'segment', segment, number: segment.kind === 'stop' ? ++stops : null })
  }
  return rows
}
