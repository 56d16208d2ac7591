import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { amends } from '../../base/history-steps.ts'
import { type HomeSearch, homeSearch } from './fleet/url-state.ts'

/** The part of the home screen's state that lives in its address. */
export function useHomeUrl(): [HomeSearch, (change: Partial<HomeSearch>) => void] {
  const raw = useSearch({ strict: false })
  const navigate = useNavigate()
  const search = useMemo(() => homeSearch(raw), [raw])
  const change = useMemo(
    () => (part: Partial<HomeSearch>) =>
      void navigate({
        to: '/index/home',
        replace: amends(part),
        search: (now: Record<string, unknown>) => withoutAbsent({ ...homeSearch(now), ...part }),
      } as Parameters<typeof navigate>[0]),
    [navigate],
  )
  return [search, change]
}

function withoutAbsent(search: HomeSearch): HomeSearch {
  return Object.fromEntries(
    Object.entries(search).filter(([, value]) => value !== undefined && value !== ''),
  ) as HomeSearch
}
