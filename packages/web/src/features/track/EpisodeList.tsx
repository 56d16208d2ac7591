import { QuestionCircleOutlined, ShareAltOutlined } from '@ant-design/icons'
import { useVirtualizer } from '@tanstack/react-virtual'
import type { Episode } from '@trackway/core/track/episodes.ts'
import { Button } from 'antd'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../app/error-text.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useTimeZone } from '../../ui/time-zone.ts'
import { useFormat } from '../../ui/use-format.ts'
import { EpisodeDialog } from './EpisodeDialog.tsx'
import { episodeRows, type NumberedEpisode } from './episode-rows.ts'
import { PlaceName } from './PlaceName.tsx'
import { useReplay } from './replay-context.ts'
import { ShareDialog } from './ShareDialog.tsx'
import { useDays } from './use-days.ts'
import { usePlayerPart } from './use-player.ts'
import { changeView } from './use-replay-view.ts'

const heights = { day: 36, episode: 58 }
/** The newest minutes are looked through a little later than they arrive. */
const pendingMs = 60_000

/**
 * Trips and stops by day, in order. A click moves cursor, map and chart there; the one under the cursor is
 * marked, the one under the pointer lit on the map and the chart.
 */
export function EpisodeList() {
  const { t } = useTranslation()
  const format = useFormat()
  const { player, front, episodes, isShared } = useReplay()
  const timeZone = useTimeZone()
  const days = useDays(isShared ? undefined : front.terminalID)
  const box = useRef<HTMLDivElement>(null)
  const [explained, setExplained] = useState<Episode | null>(null)
  const [shared, setShared] = useState<Episode | null>(null)
  const rows = useMemo(() => episodeRows(episodes.episodes, timeZone, days), [episodes, timeZone, days])
  const current = usePlayerPart(player, ({ time }) =>
    rows.findIndex((row) => row.kind === 'episode' && time >= row.episode.from && time < row.episode.to),
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

  const lastTime = front.track.fixTime[front.track.length - 1]
  const isPending =
    episodes.until !== null && lastTime !== undefined && lastTime - episodes.until > pendingMs && !isShared
  if (episodes.error !== null) {
    return (
      <EmptyState
        title={t('track.noEpisodes')}
        text={errorText(episodes.error, t)}
        action={<Button onClick={episodes.again}>{t('track.again')}</Button>}
      />
    )
  }
  return (
    <>
      <div ref={box} className="track-episodes">
        <ol
          aria-label={t('track.segments')}
          aria-busy={episodes.isLoading}
          style={{ height: list.getTotalSize() }}
        >
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
            return (
              <li
                key={index}
                className="track-episode-row"
                aria-current={index === current}
                style={style}
                onMouseEnter={() => changeView({ pointedAt: row.episode })}
                onMouseLeave={() => changeView({ pointedAt: null })}
              >
                <EpisodeButton {...row} />
                {!isShared && (
                  <span className="track-episode-actions">
                    {/* Plain buttons: a list that scrolls along cannot afford two tooltips a row. */}
                    <button
                      type="button"
                      title={t('track.explain')}
                      aria-label={t('track.explain')}
                      onClick={() => setExplained(row.episode)}
                    >
                      <QuestionCircleOutlined />
                    </button>
                    <button
                      type="button"
                      title={t('track.share.title')}
                      aria-label={t('track.share.title')}
                      onClick={() => setShared(row.episode)}
                    >
                      <ShareAltOutlined />
                    </button>
                  </span>
                )}
              </li>
            )
          })}
        </ol>
      </div>
      {isPending && (
        <p className="track-pending tw-muted">{t('track.until', { time: format.time(episodes.until) })}</p>
      )}
      {explained && <EpisodeDialog episode={explained} onClose={() => setExplained(null)} />}
      {shared && <ShareDialog span={shared} onClose={() => setShared(null)} />}
    </>
  )
}

function EpisodeButton({ episode, number }: NumberedEpisode) {
  const { t } = useTranslation()
  const format = useFormat()
  const { player } = useReplay()
  const { kind, from, to, fromLat, fromLon, distanceM, maxSpeedKmh } = episode
  const open = () => {
    player.seek(from)
    const margin = Math.max((to - from) * 0.1, 60_000)
    changeView({ window: { from: from - margin, to: to + margin }, shownOnMap: { from, to } })
  }
  return (
    <button type="button" className={`track-episode track-${kind}`} onClick={open}>
      <span className="track-episode-mark" aria-hidden>
        {number}
      </span>
      <span className="track-episode-times tw-number">
        {format.time(from).slice(0, 5)}–{format.time(to).slice(0, 5)}
      </span>
      {kind === 'trip' ? (
        <>
          <span className="track-episode-what">
            {t('track.trip')} · {format.duration(to - from)}
          </span>
          <span className="track-episode-more tw-number">
            {format.distance(distanceM)}
            <small>{t('track.max', { speed: format.speed(maxSpeedKmh) })}</small>
          </span>
        </>
      ) : (
        <>
          <span className="track-episode-what">
            {fromLat !== null && fromLon !== null && <PlaceName lat={fromLat} lon={fromLon} short />}
          </span>
          <span className="track-episode-more tw-number">
            {format.duration(to - from)}
            <small>{t('track.stop')}</small>
          </span>
        </>
      )}
    </button>
  )
}
