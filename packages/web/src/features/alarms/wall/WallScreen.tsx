import { CloseOutlined, FullscreenOutlined } from '@ant-design/icons'
import { alarmSeverities } from '@trackway/core/codes/alarms.ts'
import { alarmViews, waitingAlarmsMs } from '@trackway/core/features/alarms/calls.ts'
import { Button } from 'antd'
import { useEffect, useMemo, useRef } from 'react'
import { useUrlChange } from '../../../base/history-steps.ts'
import { useNow } from '../../../base/use-now.ts'
import { usePageTitle } from '../../../base/use-page-title.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { usePageEvent } from '../../../ui/keys/use-page-event.ts'
import { useAlarmRows } from '../list/use-alarm-rows.ts'
import { playAlarm } from '../live/alarm-sound.ts'
import { callsFirst } from '../live/recent-alarms.ts'
import { SoundMenu } from '../live/SoundMenu.tsx'
import { useHandling } from '../live/use-handling.tsx'
import type { AlarmsUrl } from '../url-state.ts'
import { WallAlarm } from './WallAlarm.tsx'
import { WallMap } from './WallMap.tsx'
import styles from './WallScreen.module.css'

/** While a critical alarm waits, its sound comes again. */
const soundEveryMs = 30_000
const { severityFrom } = alarmViews.urgent

/** What somebody has to look at, on the whole of a screen on the wall: no vehicle that is as it should be. */
export function WallScreen() {
  const { t, format } = useTexts()
  const now = useNow(1000)
  const changeUrl = useUrlChange<AlarmsUrl>()
  const screen = useRef<HTMLDivElement>(null)
  const filter = useMemo(
    () => ({ severityFrom, state: 'new' as const, isMuted: false, from: Date.now() - waitingAlarmsMs }),
    [],
  )
  const { rows, total, store } = useAlarmRows(filter, true)
  const { handle } = useHandling((ids, part) => store.patch((id) => ids.includes(id), part))
  const waiting = rows
    .filter(({ state }) => state === 'new')
    .toSorted((a, b) => alarmSeverities[b.severity] - alarmSeverities[a.severity] || callsFirst(a, b))
  const isCritical = waiting.some(({ severity }) => severity === 'critical')
  usePageTitle(t('alarms.wall.title'))
  useEffect(() => {
    if (!isCritical) return
    const timer = setInterval(() => playAlarm('critical'), soundEveryMs)
    return () => clearInterval(timer)
  }, [isCritical])
  const close = () => {
    if (document.fullscreenElement) void document.exitFullscreen()
    changeUrl({ wall: undefined })
  }
  usePageEvent('keydown', ({ key }) => {
    // In full screen the browser takes the first Escape.
    if (key === 'Escape' && !document.fullscreenElement) close()
  })
  return (
    <div ref={screen} className={styles.wall} data-critical={isCritical}>
      <header className="tw-row tw-gap-16 tw-padded-bar tw-line-below tw-surface">
        <h1 className="tw-grow">
          {total > 0
            ? t('alarms.wall.waiting', { count: total, shown: format.number(total) })
            : t('alarms.wall.none')}
        </h1>
        <time className={`${styles.clock} tw-number`}>{format.time(now)}</time>
        <SoundMenu />
        <Button
          type="text"
          icon={<FullscreenOutlined />}
          aria-label={t('alarms.wall.full')}
          title={t('alarms.wall.full')}
          onClick={() => void screen.current?.requestFullscreen().catch(() => {})}
        />
        <Button type="text" icon={<CloseOutlined />} aria-label={t('ui.layout.close')} onClick={close} />
      </header>
      <ul className={`${styles.alarms} tw-scroll`} aria-label={t('alarms.title')}>
        {waiting.map((alarm) => (
          <WallAlarm
            key={alarm.id}
            alarm={alarm}
            now={now}
            onAcknowledge={() => void handle('acknowledge', [alarm.id])}
          />
        ))}
        {waiting.length === 0 && (
          <li className="tw-padded">
            <EmptyState title={t('alarms.wall.none')} text={t('alarms.wall.noneText')} />
          </li>
        )}
      </ul>
      <div className={`${styles.map} tw-relative`}>
        <WallMap alarms={waiting} />
      </div>
    </div>
  )
}
