import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { amends } from '../../base/history-steps.ts'
import { type LocationsUrlState, readLocationsUrl } from './fleet/url-state.ts'

/** The part of the home screen's state that lives in its address. */
export function useLocationsUrl(): [LocationsUrlState, (change: Partial<LocationsUrlState>) => void] {
  const raw = useSearch({ strict: false })
  const navigate = useNavigate()
  const search = useMemo(() => readLocationsUrl(raw), [raw])
  const change = useMemo(
    () => (part: Partial<LocationsUrlState>) =>
      void navigate({
        to: '/index/home',
        replace: amends(part),
        search: (now: Record<string, unknown>) => withoutAbsent({ ...readLocationsUrl(now), ...part }),
      } as Parameters<typeof navigate>[0]),
    [navigate],
  )
  return [search, change]
}

function withoutAbsent(search: LocationsUrlState): LocationsUrlState {
  return Object.fromEntries(
    Object.entries(search).filter(([, value]) => value !== undefined && value !== ''),
  ) as LocationsUrlState
}
