import type { Location } from '@trackway/core/features/locations/calls.ts'
import { lazy, Suspense, useEffect } from 'react'
import type { MonitorVerbs } from './actions/vehicle-actions.tsx'
import cardStyles from './card/DeviceCard.module.css'
import type { Monitor } from './use-monitor.ts'
import type { useVehicleVerbs } from './use-vehicle-verbs.ts'

/** What no first picture shows is loaded when it is opened, or while one looks. */
const loadCard = () => import('./card/DeviceCard.tsx')
const loadMenu = () => import('./actions/VehicleMenu.tsx')
const DeviceCard = lazy(async () => ({ default: (await loadCard()).DeviceCard }))
const VehicleMenu = lazy(async () => ({ default: (await loadMenu()).VehicleMenu }))
const LiveShareDialog = lazy(async () => ({
  default: (await import('../live-shares/LiveShareDialog.tsx')).LiveShareDialog,
}))

/** By then the first picture is there, and its tiles. */
const loadRestAfterMs = 2_000

/** Loads card and menu before they are opened, but after the first picture. */
export function useLoadedLater(isLoading: boolean): void {
  useEffect(() => {
    if (isLoading) return
    const timer = setTimeout(() => {
      void loadCard()
      void loadMenu()
    }, loadRestAfterMs)
    return () => clearTimeout(timer)
  }, [isLoading])
}

interface SelectedCardProps {
  device: Location
  monitor: Monitor
  verbs: MonitorVerbs
}

export function SelectedCard({ device, monitor: { followedId, select }, verbs }: SelectedCardProps) {
  return (
    <Suspense
      fallback={
        <aside
          className={`${cardStyles.card} tw-rigid tw-surface tw-column tw-shrink-down`}
          aria-busy="true"
        />
      }
    >
      <DeviceCard
        device={device}
        isFollowed={followedId === device.id}
        verbs={verbs}
        onClose={() => select(null)}
      />
    </Suspense>
  )
}

/** The menu and the dialog of what was chosen. */
export function VehicleOverlays({
  vehicles: { menu, setMenu, shared, setShared, verbs },
}: {
  vehicles: ReturnType<typeof useVehicleVerbs>
}) {
  return (
    <Suspense>
      {menu && <VehicleMenu at={menu} verbs={verbs} onClose={() => setMenu(null)} />}
      {shared && <LiveShareDialog terminalIDs={shared} onClose={() => setShared(null)} />}
    </Suspense>
  )
}
