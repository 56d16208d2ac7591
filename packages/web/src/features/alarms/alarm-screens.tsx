import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { AlarmsScreen } from './AlarmsScreen.tsx'
import type { AlarmsUrl } from './url-state.ts'

const WallScreen = lazy(async () => ({ default: (await import('./wall/WallScreen.tsx')).WallScreen }))

/** `alarmsAll`: of the account and all below it, or what has to be looked at on a screen on the wall. */
export function AllAlarmsScreen() {
  const { wall }: AlarmsUrl = useSearch({ strict: false })
  return wall ? (
    <Suspense>
      <WallScreen />
    </Suspense>
  ) : (
    <AlarmsScreen key="all" isAll />
  )
}

/** `alarms`: of the account's own devices. */
export const OwnAlarmsScreen = () => <AlarmsScreen key="own" isAll={false} />
