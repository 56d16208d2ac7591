import { QuestionCircleOutlined, ShareAltOutlined } from '@ant-design/icons'
import { dayAt } from '@trackway/core/rules/local-days.ts'
import { type CSSProperties, memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useTimeZone } from '../../../base/time-zone.ts'
import { useTexts } from '../../../base/use-texts.ts'
import type { NumberedEpisode } from '../replay/episode-rows.ts'
import { PlaceName } from '../replay/PlaceName.tsx'
import type { Player } from '../replay/player.ts'
import { openDialog } from '../replay/use-replay-dialog.ts'
import { changeView } from '../replay/use-replay-view.ts'
import styles from './EpisodeRow.module.css'

interface Props extends NumberedEpisode {
  /** Pixels from the top of the list. */
  top: number
  height: number
  isCurrent: boolean
  player: Player
  /** Shows the day too, because no heading above has it. */
  isDated: boolean
  /** Without the actions that need an account: the replay was opened by a link. */
  isShared: boolean
}

/**
 * A trip or stop in the list. Days that arrive and a cursor that moves draw the list again many times: a row
 * whose own facts are the same is left as it is.
 */
export const EpisodeRow = memo(function EpisodeRow({ top, height, isCurrent, isShared, ...row }: Props) {
  const { t } = useTranslation()
  const { episode } = row
  const uses = [
    { dialog: 'episode' as const, label: t('tracks.explain'), icon: <QuestionCircleOutlined /> },
    { dialog: 'share' as const, label: t('tracks.share.title'), icon: <ShareAltOutlined /> },
  ]
  return (
    <li
      className={`tw-slot tw-row tw-gap-0 tw-choice ${isCurrent ? styles.current : ''}`}
      data-testid="track-episode-row"
      aria-current={isCurrent}
      style={rowStyle(top, height)}
      onMouseEnter={() => changeView({ pointedAt: episode })}
      onMouseLeave={() => changeView({ pointedAt: null })}
    >
      <EpisodeButton {...row} />
      {!isShared && (
        <span className={`${styles.actions} tw-flex tw-gap-0 tw-plate`}>
          {/* Plain buttons: a list that scrolls along cannot afford two tooltips a row. */}
          {uses.map(({ dialog, label, icon }) => (
            <button
              key={dialog}
              type="button"
              className="tw-muted tw-hover-accent"
              title={label}
              aria-label={label}
              onClick={() => openDialog(dialog, episode)}
            >
              {icon}
            </button>
          ))}
        </span>
      )}
    </li>
  )
})

/** Position and height of a row in the scrolled list. */
export function rowStyle(top: number, height: number): CSSProperties {
  return { '--row-top': `${top}px`, height } as CSSProperties
}

function EpisodeButton({
  episode,
  number,
  player,
  isDated,
}: Pick<Props, 'episode' | 'number' | 'player' | 'isDated'>) {
  const { t, format } = useTexts()
  const timeZone = useTimeZone()
  const { kind, from, to, fromLat, fromLon, distanceM, maxSpeedKmh } = episode
  const isTrip = kind === 'trip'
  const duration = format.duration(to - from)
  const open = () => {
    player.seek(from)
    const margin = Math.max((to - from) * 0.1, 60_000)
    changeView({ window: { from: from - margin, to: to + margin }, shownOnMap: { from, to } })
  }
  return (
    <button
      type="button"
      className={`${styles.episode} tw-row-button tw-full-height`}
      data-testid="track-episode"
      data-kind={kind}
      onClick={open}
    >
      <span className={`${styles.mark} tw-size-11 tw-bold`} aria-hidden>
        {number}
      </span>
      <span className="tw-number tw-medium">
        {format.time(from).slice(0, 5)}–{format.time(to).slice(0, 5)}
      </span>
      <span className={`${styles.what} tw-muted tw-tiny tw-ellipsis`} data-testid="track-episode-what">
        {isDated && `${format.shortDay(dayAt(from, timeZone))} · `}
        {isTrip && `${t('tracks.trip')} · ${duration}`}
        {!isTrip && fromLat !== null && fromLon !== null && <PlaceName lat={fromLat} lon={fromLon} short />}
      </span>
      <span className={`${styles.more} tw-grid tw-gap-0 tw-number`}>
        {isTrip ? format.distance(distanceM) : duration}
        <small className="tw-muted">
          {isTrip ? t('tracks.max', { speed: format.speed(maxSpeedKmh) }) : t('tracks.stop')}
        </small>
      </span>
    </button>
  )
}
