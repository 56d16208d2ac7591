import { useNow } from '../../base/use-now.ts'
import { useTexts } from '../../base/use-texts.ts'
import type { FleetStore } from './fleet/fleet-store.ts'
import { type LiveFleet, useFleetView } from './fleet/use-fleet.ts'
import styles from './StatusBar.module.css'

/** One line about the live data: connection, age, devices. */
export function StatusBar({ live }: { live: LiveFleet }) {
  const { t, format } = useTexts()
  const ageMs = useAge(live.store)
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
        {ageMs !== null && ` · ${t('ui.ago', { span: format.duration(ageMs) })}`}
      </span>
      <span className="tw-ellipsis">
        {t('locations.status.devices', {
          total: format.number(total),
          onMap: format.number(onMap),
        })}
      </span>
    </section>
  )
}

/** How long ago the last live state came; null: none has come yet. */
function useAge(store: FleetStore): number | null {
  const now = useNow(1000)
  return store.receivedTime === null ? null : Math.max(0, now - store.receivedTime)
}
