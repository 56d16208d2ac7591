import { useEffect, useState } from 'react'
import { useTexts } from '../../base/use-texts.ts'
import type { FleetStore } from './fleet/fleet-store.ts'
import { type LiveFleet, useFleetView } from './fleet/use-fleet.ts'
import styles from './StatusBar.module.css'

/** Below this age the bar shows "just now": seconds would only jump between 0 and 1. */
const justNowMs = 5_000

/** One line about the live data: devices, rate of updates, connection, age. */
export function StatusBar({ live }: { live: LiveFleet }) {
  const { t, format } = useTexts()
  const { rate, ageMs } = useRate(live.store)
  const { status, store } = live
  const total = useFleetView(store, (view) => view.total)
  const onMap = useFleetView(store, (view) => view.onMap)
  return (
    <section
      className={`${styles.status} tw-dotted tw-row tw-line-above tw-muted tw-tiny tw-nowrap tw-surface tw-clip`}
      aria-label={t('locations.status.title')}
    >
      <span className={`${styles.light} tw-dot`} data-live={status.kind === 'live'} aria-hidden="true" />
      <span>
        {status.kind === 'stale'
          ? t('locations.status.stale', { since: format.hourMinute(status.since) })
          : t(`locations.status.${status.kind}`)}
      </span>
      {ageMs !== null && (
        <span>
          {ageMs < justNowMs
            ? t('locations.status.justNow')
            : t('locations.status.age', { span: format.duration(ageMs) })}
        </span>
      )}
      <span className="tw-not-when-narrow">{t('locations.status.rate', { rate: format.decimal(rate) })}</span>
      <span className="tw-ellipsis">
        {t('locations.status.devices', {
          total: format.number(total),
          onMap: format.number(onMap),
        })}
      </span>
    </section>
  )
}

const windowMs = 5000

/** States a second over the last five seconds, and how long ago the last one came. */
function useRate(store: FleetStore): { rate: number; ageMs: number | null } {
  const [shown, setShown] = useState<{ rate: number; ageMs: number | null }>({ rate: 0, ageMs: null })
  useEffect(() => {
    const samples: { time: number; received: number }[] = []
    const timer = setInterval(() => {
      const now = Date.now()
      samples.push({ time: now, received: store.received })
      while (samples.length > 1 && now - samples[0]!.time > windowMs) samples.shift()
      const { time, received } = samples[0]!
      const rate = now > time ? ((store.received - received) * 1000) / (now - time) : 0
      setShown({ rate, ageMs: store.receivedTime === null ? null : now - store.receivedTime })
    }, 1000)
    return () => clearInterval(timer)
  }, [store])
  return shown
}
