import {
  AimOutlined,
  BackwardOutlined,
  CaretRightFilled,
  FastForwardOutlined,
  ForwardOutlined,
  PauseOutlined,
} from '@ant-design/icons'
import { Button, Segmented, Tooltip } from 'antd'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../ui/use-format.ts'
import { type Player, type PlayerState, type Rate, rates } from './player.ts'

interface Props {
  player: Player
  /** To the trip before or after the cursor. */
  onTrip(by: 1 | -1): void
  isDisabled: boolean
}

/** Play, speed, and what the replay does by itself. */
export function Transport({ player, onTrip, isDisabled }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const state = usePlayer(player)
  return (
    <div className="track-transport">
      <Tooltip title={t('track.previousTrip')}>
        <Button
          type="text"
          icon={<BackwardOutlined />}
          aria-label={t('track.previousTrip')}
          disabled={isDisabled}
          onClick={() => onTrip(-1)}
        />
      </Tooltip>
      <Button
        type="primary"
        shape="circle"
        size="large"
        icon={state.isPlaying ? <PauseOutlined /> : <CaretRightFilled />}
        aria-label={state.isPlaying ? t('track.pause') : t('track.play')}
        disabled={isDisabled}
        onClick={() => player.toggle()}
      />
      <Tooltip title={t('track.nextTrip')}>
        <Button
          type="text"
          icon={<ForwardOutlined />}
          aria-label={t('track.nextTrip')}
          disabled={isDisabled}
          onClick={() => onTrip(1)}
        />
      </Tooltip>
      <time className="track-clock tw-number">{isDisabled ? '' : format.dateTime(state.time)}</time>
      <Segmented<Rate>
        aria-label={t('track.rate')}
        size="small"
        value={state.rate}
        options={rates.map((rate) => ({ value: rate, label: `${rate}×` }))}
        onChange={(rate) => player.setRate(rate)}
      />
      <Tooltip title={t('track.skipStops')}>
        <Button
          type={state.skipsStops ? 'default' : 'text'}
          icon={<FastForwardOutlined />}
          aria-label={t('track.skipStops')}
          aria-pressed={state.skipsStops}
          className={state.skipsStops ? 'track-toggle-on' : ''}
          onClick={() => player.setSkipsStops(!state.skipsStops)}
        />
      </Tooltip>
      <Tooltip title={t('track.follow')}>
        <Button
          type={state.follows ? 'default' : 'text'}
          icon={<AimOutlined />}
          aria-label={t('track.follow')}
          aria-pressed={state.follows}
          className={state.follows ? 'track-toggle-on' : ''}
          onClick={() => player.setFollows(!state.follows)}
        />
      </Tooltip>
    </div>
  )
}

/** The player's state for texts and buttons. */
export function usePlayer(player: Player): PlayerState {
  return useSyncExternalStore(player.subscribeTexts, () => player.shown)
}
