import { QuestionCircleOutlined, ShareAltOutlined } from '@ant-design/icons'
import type { Episode } from '@trackway/core/track/episodes/episode.ts'
import { type CSSProperties, memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../base/use-format.ts'
import type { NumberedEpisode } from '../replay/episode-rows.ts'
import { PlaceName } from '../replay/PlaceName.tsx'
import type { Player } from '../replay/player.ts'
import { changeView } from '../replay/use-replay-view.ts'
import styles from './EpisodeRow.module.css'

interface Props extends NumberedEpisode {
  /** Pixels from the top of the list. */
  top: number
  height: number
  isCurrent: boolean
  player: Player
  /** Left out for who can not ask. */
  onExplain: ((episode: Episode) => void) | null
  onShare: ((episode: Episode) => void) | null
}

/**
 * A trip or stop in the list. Days that arrive and a cursor that moves draw the list again many times: a row
 * whose own facts are the same is left as it is.
 */
export const EpisodeRow = memo(function EpisodeRow({ top, height, isCurrent, ...row }: Props) {
  const { t } = useTranslation()
  const { episode, onExplain, onShare } = row
  return (
    <li
      className={styles.row}
      data-testid="track-episode-row"
      aria-current={isCurrent}
      style={rowStyle(top, height)}
      onMouseEnter={() => changeView({ pointedAt: episode })}
      onMouseLeave={() => changeView({ pointedAt: null })}
    >
      <EpisodeButton {...row} />
      {onExplain && onShare && (
        <span className={styles.actions}>
          {/* Plain buttons: a list that scrolls along cannot afford two tooltips a row. */}
          <button
            type="button"
            title={t('tracks.explain')}
            aria-label={t('tracks.explain')}
            onClick={() => onExplain(episode)}
          >
            <QuestionCircleOutlined />
          </button>
          <button
            type="button"
            title={t('tracks.share.title')}
            aria-label={t('tracks.share.title')}
            onClick={() => onShare(episode)}
          >
            <ShareAltOutlined />
          </button>
        </span>
      )}
    </li>
  )
})

/** Where a row of the list stands. */
export function rowStyle(top: number, height: number): CSSProperties {
  return { '--row-top': `${top}px`, height } as CSSProperties
}

function EpisodeButton({ episode, number, player }: NumberedEpisode & { player: Player }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { kind, from, to, fromLat, fromLon, distanceM, maxSpeedKmh } = episode
  const open = () => {
    player.seek(from)
    const margin = Math.max((to - from) * 0.1, 60_000)
    changeView({ window: { from: from - margin, to: to + margin }, shownOnMap: { from, to } })
  }
  return (
    <button
      type="button"
      className={styles.episode}
      data-testid="track-episode"
      data-kind={kind}
      onClick={open}
    >
      <span className={styles.mark} aria-hidden>
        {number}
      </span>
      <span className={`${styles.times} tw-number`}>
        {format.time(from).slice(0, 5)}–{format.time(to).slice(0, 5)}
      </span>
      {kind === 'trip' ? (
        <>
          <span className={styles.what} data-testid="track-episode-what">
            {t('tracks.trip')} · {format.duration(to - from)}
          </span>
          <span className={`${styles.more} tw-number`}>
            {format.distance(distanceM)}
            <small>{t('tracks.max', { speed: format.speed(maxSpeedKmh) })}</small>
          </span>
        </>
      ) : (
        <>
          <span className={styles.what} data-testid="track-episode-what">
            {fromLat !== null && fromLon !== null && <PlaceName lat={fromLat} lon={fromLon} short />}
          </span>
          <span className={`${styles.more} tw-number`}>
            {format.duration(to - from)}
            <small>{t('tracks.stop')}</small>
          </span>
        </>
      )}
    </button>
  )
}
