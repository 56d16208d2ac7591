import {
  AimOutlined,
  BackwardOutlined,
  CaretRightFilled,
  CheckOutlined,
  DownloadOutlined,
  FastForwardOutlined,
  ForwardOutlined,
  MoreOutlined,
  PauseOutlined,
  QuestionOutlined,
  RetweetOutlined,
  ShareAltOutlined,
} from '@ant-design/icons'
import { Button, Dropdown, Segmented, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../base/use-format.ts'
import { type Rate, rates } from './replay/player.ts'
import { useReplay } from './replay/replay-context.ts'
import { usePlayerPart } from './replay/use-player.ts'
import { openDialog } from './replay/use-replay-dialog.ts'
import styles from './Transport.module.css'

/** Play, speed, and what the replay does by itself. */
export function Transport({ isPhone }: { isPhone: boolean }) {
  const { t } = useTranslation()
  const { player, toTrip, devices, isShared } = useReplay()
  const isPlaying = usePlayerPart(player, (state) => state.isPlaying)
  const rate = usePlayerPart(player, (state) => state.rate)
  const skipsStops = usePlayerPart(player, (state) => state.skipsStops)
  const follows = usePlayerPart(player, (state) => state.follows)
  const loops = usePlayerPart(player, (state) => state.loops)
  const isDisabled = devices.every(({ track }) => track.length === 0)
  return (
    <div className={styles.transport}>
      <Action label={t('tracks.previousTrip')} isDisabled={isDisabled} onClick={() => toTrip(-1)}>
        <BackwardOutlined />
      </Action>
      <Button
        type="primary"
        shape="circle"
        size="large"
        icon={isPlaying ? <PauseOutlined /> : <CaretRightFilled />}
        aria-label={isPlaying ? t('tracks.pause') : t('tracks.play')}
        disabled={isDisabled}
        onClick={() => player.toggle()}
      />
      <Action label={t('tracks.nextTrip')} isDisabled={isDisabled} onClick={() => toTrip(1)}>
        <ForwardOutlined />
      </Action>
      <Clock isEmpty={isDisabled} />
      <Segmented<Rate>
        aria-label={t('tracks.rate')}
        size="small"
        value={rate}
        options={rates.map((each) => ({ value: each, label: `${each}×` }))}
        onChange={(chosen) => player.setRate(chosen)}
      />
      <Action
        label={t('tracks.skipStops')}
        isPressed={skipsStops}
        onClick={() => player.setSkipsStops(!skipsStops)}
      >
        <FastForwardOutlined />
      </Action>
      <Action label={t('tracks.follow')} isPressed={follows} onClick={() => player.setFollows(!follows)}>
        <AimOutlined />
      </Action>
      {isPhone ? (
        <MoreMenu isDisabled={isDisabled} />
      ) : (
        <>
          <Action label={t('tracks.loop')} isPressed={loops} onClick={() => player.setLoops(!loops)}>
            <RetweetOutlined />
          </Action>
          {!isShared && (
            <>
              <span className={styles.divider} />
              <Action
                label={t('tracks.export.title')}
                isDisabled={isDisabled}
                onClick={() => openDialog('export')}
              >
                <DownloadOutlined />
              </Action>
              <Action
                label={t('tracks.share.title')}
                isDisabled={isDisabled}
                onClick={() => openDialog('share')}
              >
                <ShareAltOutlined />
              </Action>
            </>
          )}
          <Action label={t('tracks.keys.title')} onClick={() => openDialog('keys')}>
            <QuestionOutlined />
          </Action>
        </>
      )}
    </div>
  )
}

/** The time under the cursor, apart from the buttons: it changes with every text. */
function Clock({ isEmpty }: { isEmpty: boolean }) {
  const format = useFormat()
  const { player } = useReplay()
  const second = usePlayerPart(player, ({ time }) => Math.floor(time / 1000))
  return (
    <time className={`${styles.clock} tw-number`}>
      {!isEmpty && (
        <>
          <span>{format.date(second * 1000)}</span> <b>{format.time(second * 1000)}</b>
        </>
      )}
    </time>
  )
}

/** What a phone has no room for beside the rest. */
function MoreMenu({ isDisabled }: { isDisabled: boolean }) {
  const { t } = useTranslation()
  const { player, isShared } = useReplay()
  const loops = usePlayerPart(player, (state) => state.loops)
  const items = [
    {
      key: 'loop',
      icon: loops ? <CheckOutlined /> : <RetweetOutlined />,
      label: t('tracks.loop'),
      onClick: () => player.setLoops(!loops),
    },
    ...(isShared
      ? []
      : [
          {
            key: 'export',
            icon: <DownloadOutlined />,
            label: t('tracks.export.title'),
            onClick: () => openDialog('export'),
          },
          {
            key: 'share',
            icon: <ShareAltOutlined />,
            label: t('tracks.share.title'),
            onClick: () => openDialog('share'),
          },
        ]),
  ]
  return (
    <Dropdown trigger={['click']} placement="topRight" menu={{ items }} disabled={isDisabled}>
      <Button type="text" icon={<MoreOutlined />} aria-label={t('tracks.more')} />
    </Dropdown>
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
        className={isPressed ? styles.toggleOn : ''}
        disabled={isDisabled}
        onClick={onClick}
      />
    </Tooltip>
  )
}
