import {
  AimOutlined,
  BackwardOutlined,
  CaretRightFilled,
  DownloadOutlined,
  FastForwardOutlined,
  ForwardOutlined,
  PauseOutlined,
  QuestionOutlined,
  RetweetOutlined,
  ShareAltOutlined,
} from '@ant-design/icons'
import { Button, Segmented, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../ui/use-format.ts'
import { type Rate, rates } from './player.ts'
import { useReplay } from './replay-context.ts'
import { usePlayer } from './use-player.ts'
import { openDialog } from './use-replay-dialog.ts'

/** Play, speed, and what the replay does by itself. */
export function Transport({ isPhone, onRate }: { isPhone: boolean; onRate?(rate: Rate): void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { player, toTrip, devices, isShared } = useReplay()
  const state = usePlayer(player)
  const isDisabled = devices.every(({ track }) => track.length === 0)
  return (
    <div className="track-transport">
      <Action label={t('track.previousTrip')} isDisabled={isDisabled} onClick={() => toTrip(-1)}>
        <BackwardOutlined />
      </Action>
      <Button
        type="primary"
        shape="circle"
        size="large"
        icon={state.isPlaying ? <PauseOutlined /> : <CaretRightFilled />}
        aria-label={state.isPlaying ? t('track.pause') : t('track.play')}
        disabled={isDisabled}
        onClick={() => player.toggle()}
      />
      <Action label={t('track.nextTrip')} isDisabled={isDisabled} onClick={() => toTrip(1)}>
        <ForwardOutlined />
      </Action>
      <time className="track-clock tw-number">{isDisabled ? '' : format.dateTime(state.time)}</time>
      <Segmented<Rate>
        aria-label={t('track.rate')}
        size="small"
        value={state.rate}
        options={rates.map((rate) => ({ value: rate, label: `${rate}×` }))}
        onChange={(rate) => {
          player.setRate(rate)
          onRate?.(rate)
        }}
      />
      <Action
        label={t('track.skipStops')}
        isPressed={state.skipsStops}
        onClick={() => player.setSkipsStops(!state.skipsStops)}
      >
        <FastForwardOutlined />
      </Action>
      <Action
        label={t('track.follow')}
        isPressed={state.follows}
        onClick={() => player.setFollows(!state.follows)}
      >
        <AimOutlined />
      </Action>
      <Action label={t('track.loop')} isPressed={state.loops} onClick={() => player.setLoops(!state.loops)}>
        <RetweetOutlined />
      </Action>
      {!isShared && (
        <>
          <span className="track-divider" />
          <Action
            label={t('track.export.title')}
            isDisabled={isDisabled}
            onClick={() => openDialog('export')}
          >
            <DownloadOutlined />
          </Action>
          <Action label={t('track.share.title')} isDisabled={isDisabled} onClick={() => openDialog('share')}>
            <ShareAltOutlined />
          </Action>
        </>
      )}
      {!isPhone && (
        <Action label={t('track.keys.title')} onClick={() => openDialog('keys')}>
          <QuestionOutlined />
        </Action>
      )}
    </div>
  )
}

interface ActionProps {
  label: string
  isPressed?: boolean
  isDisabled?: boolean
  onClick(): void
  children: ReactNode
}

function Action({ label, isPressed, isDisabled = false, onClick, children }: ActionProps) {
  return (
    <Tooltip title={label}>
      <Button
        type={isPressed ? 'default' : 'text'}
        icon={children}
        aria-label={label}
        {...(isPressed !== undefined && { 'aria-pressed': isPressed })}
        className={isPressed ? 'track-toggle-on' : ''}
        disabled={isDisabled}
        onClick={onClick}
      />
    </Tooltip>
  )
}
