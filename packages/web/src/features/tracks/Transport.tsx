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
import { Button, Divider, Dropdown, Segmented } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsNarrow } from '../../base/use-is-phone.ts'
import { useFormat } from '../../base/use-texts.ts'
import { type Rate, rates } from './replay/player.ts'
import { useReplay } from './replay/replay-context.ts'
import { usePlayerPart } from './replay/use-player.ts'
import { openDialog } from './replay/use-replay-dialog.ts'
import { ToolButton } from './ToolButton.tsx'
import styles from './Transport.module.css'

/** Play, speed, and what the replay does by itself; phones and tablets have the rest in a menu. */
export function Transport({ children }: { children?: ReactNode }) {
  const { t } = useTranslation()
  const { player, toTrip, devices } = useReplay()
  const isPlaying = usePlayerPart(player, (state) => state.isPlaying)
  const rate = usePlayerPart(player, (state) => state.rate)
  const isNarrow = useIsNarrow()
  const isDisabled = devices.every(({ track }) => track.length === 0)
  return (
    <div className={`${styles.transport} tw-row tw-gap-6`}>
      <ToolButton
        label={t('tracks.previousTrip')}
        icon={<BackwardOutlined />}
        isDisabled={isDisabled}
        onClick={() => toTrip(-1)}
      />
      <Button
        type="primary"
        shape="circle"
        size="large"
        icon={isPlaying ? <PauseOutlined /> : <CaretRightFilled />}
        aria-label={isPlaying ? t('tracks.pause') : t('tracks.play')}
        disabled={isDisabled}
        onClick={() => player.toggle()}
      />
      <ToolButton
        label={t('tracks.nextTrip')}
        icon={<ForwardOutlined />}
        isDisabled={isDisabled}
        onClick={() => toTrip(1)}
      />
      <Clock isEmpty={isDisabled} />
      <Segmented<Rate>
        aria-label={t('tracks.rate')}
        size="small"
        value={rate}
        options={rates.map((each) => ({ value: each, label: `${each}×` }))}
        onChange={(chosen) => player.set({ rate: chosen })}
      />
      <Switch name="skipsStops" label={t('tracks.skipStops')} icon={<FastForwardOutlined />} />
      <Switch name="follows" label={t('tracks.follow')} icon={<AimOutlined />} />
      {isNarrow ? <MoreMenu isDisabled={isDisabled} /> : <MoreTools isDisabled={isDisabled} />}
      {children}
    </div>
  )
}

interface SwitchProps {
  name: 'skipsStops' | 'follows' | 'loops'
  label: string
  icon: React.ReactNode
}

function Switch({ name, label, icon }: SwitchProps) {
  const { player } = useReplay()
  const isOn = usePlayerPart(player, (state) => state[name])
  return (
    <ToolButton label={label} icon={icon} isPressed={isOn} onClick={() => player.set({ [name]: !isOn })} />
  )
}

/** The time under the cursor, apart from the buttons: it changes with every text. */
function Clock({ isEmpty }: { isEmpty: boolean }) {
  const format = useFormat()
  const { player } = useReplay()
  const second = usePlayerPart(player, ({ time }) => Math.floor(time / 1000))
  return (
    <time className={`${styles.clock} tw-size-15 tw-number`}>
      {!isEmpty && (
        <>
          <span className="tw-muted">{format.date(second * 1000)}</span> <b>{format.time(second * 1000)}</b>
        </>
      )}
    </time>
  )
}

/** What can be done with the days that are shown; nothing by whoever only has a link. */
function useUses() {
  const { t } = useTranslation()
  const { isShared } = useReplay()
  if (isShared) return []
  return [
    { name: 'export' as const, icon: <DownloadOutlined />, label: t('tracks.export.title') },
    { name: 'share' as const, icon: <ShareAltOutlined />, label: t('tracks.share.title') },
  ]
}

function MoreTools({ isDisabled }: { isDisabled: boolean }) {
  const { t } = useTranslation()
  const uses = useUses()
  return (
    <>
      <Switch name="loops" label={t('tracks.loop')} icon={<RetweetOutlined />} />
      {uses.length > 0 && <Divider vertical />}
      {uses.map(({ name, ...use }) => (
        <ToolButton key={name} {...use} isDisabled={isDisabled} onClick={() => openDialog(name)} />
      ))}
      <ToolButton label={t('ui.keys.title')} icon={<QuestionOutlined />} onClick={() => openDialog('keys')} />
    </>
  )
}

function MoreMenu({ isDisabled }: { isDisabled: boolean }) {
  const { t } = useTranslation()
  const { player } = useReplay()
  const loops = usePlayerPart(player, (state) => state.loops)
  const loop = {
    key: 'loop',
    icon: loops ? <CheckOutlined /> : <RetweetOutlined />,
    label: t('tracks.loop'),
    onClick: () => player.set({ loops: !loops }),
  }
  const uses = useUses().map(({ name, ...use }) => ({ key: name, ...use, onClick: () => openDialog(name) }))
  return (
    <Dropdown
      trigger={['click']}
      placement="topRight"
      menu={{ items: [loop, ...uses] }}
      disabled={isDisabled}
    >
      <Button type="text" icon={<MoreOutlined />} aria-label={t('tracks.more')} />
    </Dropdown>
  )
}
