import { useQueries } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { limits } from '@trackway/core/codes/limits.ts'
import { deviceCalls } from '@trackway/core/features/devices/calls.ts'
import { trackCalls } from '@trackway/core/features/tracks/calls.ts'
import { useCallback, useMemo, useRef } from 'react'
import { api, apiBytes } from '../../base/api.ts'
import { useUrlChange } from '../../base/history-steps.ts'
import { useUser } from '../../base/session.ts'
import { useIsNarrow } from '../../base/use-is-phone.ts'
import { usePageTitle } from '../../base/use-page-title.ts'
import { useTexts } from '../../base/use-texts.ts'
import type { FetchBlocks } from '../../map/track-stream/streamed-track.ts'
import { MapControls } from '../../map/view/MapControls.tsx'
import { MapView } from '../../map/view/MapView.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { MarkedPeriodPicker } from '../../ui/period/PeriodPicker.tsx'
import { instantsOf, type Period, presetPeriod } from '../../ui/period/period.ts'
import { useDeviceTypes } from '../../ui/pickers/use-device-types.ts'
import { useVehicles, type Vehicle } from '../../ui/vehicles/vehicle-list.ts'
import { DeviceChips } from './DeviceChips.tsx'
import { useDays } from './loading/use-days.ts'
import replayMapStyles from './map/ReplayMap.module.css'
import { Replay } from './Replay.tsx'
import type { Span } from './replay/player.ts'
import type { ReplayDevice } from './replay/replay-context.ts'
import styles from './TrackScreen.module.css'
import { devicesOf, type TrackUrlState, urlStateOfDevices } from './url-state.ts'

/** 90 days over a slow line; the first day is on the screen long before. */
const timeoutMs = 120_000
const presets = ['today', 'yesterday', 'threeDays', 'sevenDays', 'thirtyDays'] as const
const route = getRouteApi('/index/track')
const none: Vehicle[] = []

/** What changes in the address; undefined leaves it out. */
type TrackUrlChange = { [Part in keyof TrackUrlState]?: TrackUrlState[Part] | undefined }

/** Where up to five devices were: lines by speed, trips and stops, and one clock that replays them all. */
export function TrackScreen() {
  const { t, format } = useTexts()
  const { timeZone } = useUser()
  const search = route.useSearch()
  const change = useUrlChange<TrackUrlChange>()
  const period: Period = useMemo(
    () =>
      search.first && search.last
        ? { first: search.first, last: search.last }
        : presetPeriod('today', Date.now(), timeZone),
    [search.first, search.last, timeZone],
  )
  const span = useMemo(() => instantsOf(period, timeZone), [period, timeZone])
  const { terminalID, devices: named } = search
  const ids = useMemo(
    () => devicesOf({ ...(terminalID && { terminalID }), ...(named && { devices: named }) }),
    [terminalID, named],
  )
  const active = terminalID ?? ids[0]
  const { data, isLoading } = useVehicles(undefined, true, { withFormer: true })
  const vehicles = data?.vehicles ?? none
  const devices = useReplayDevices(ids, span, vehicles)
  const days = useDays(active)
  const isNarrow = useIsNarrow()

  const showDevices = (shown: readonly string[], activeNow = active) =>
    change({ terminalID: undefined, devices: undefined, ...urlStateOfDevices(shown, activeNow) })
  const showDay = useCallback((date: string) => change({ first: date, last: date, at: undefined }), [change])
  const activate = useCallback((terminalID: string) => change({ terminalID }), [change])
  usePageTitle(t('tracks.title'))
  return (
    <div className="tw-column tw-full-height tw-shrink-down" data-testid="track-screen" data-print="flow">
      <h1 className="tw-visually-hidden">{t('tracks.title')}</h1>
      <div className={`${styles.header} tw-line-below tw-surface tw-flex tw-gap-12`} data-print="hide">
        <DeviceChips
          vehicles={vehicles}
          isLoading={isLoading}
          devices={devices}
          activeId={active}
          onAdd={(terminalID) => showDevices([...ids, terminalID], active ?? terminalID)}
          onRemove={(terminalID) => showDevices(ids.filter((id) => id !== terminalID))}
          onActivate={activate}
        />
        <MarkedPeriodPicker
          period={period}
          presets={presets}
          maxDays={limits.trackDays}
          days={days}
          note={t('tracks.calendarNote', { unit: format.shownUnit('km').name })}
          // Beside so many vehicles there is no room for their row.
          isCompact={isNarrow || ids.length > 2}
          onPeriod={(chosen) => change({ ...chosen, at: undefined })}
        />
      </div>
      {active !== undefined ? (
        <Replay
          key={`${span.from} ${span.to}`}
          devices={devices}
          activeId={active}
          span={span}
          rate={search.rate}
          at={search.at}
          onActivate={activate}
          onDay={showDay}
          onRate={(rate) => change({ rate })}
        />
      ) : (
        <div className={`${styles.body} tw-flex tw-gap-0 tw-fill tw-relative`} data-print="flow">
          <MapView>
            <MapControls />
          </MapView>
          <div className={`${replayMapStyles.empty} tw-plate`}>
            <EmptyState title={t('tracks.noDevice')} text={t('tracks.noDeviceText')} />
          </div>
        </div>
      )}
    </div>
  )
}

/** The devices of the link with their names; each keeps its `fetchBlocks` while device and span are the same. */
function useReplayDevices(ids: readonly string[], span: Span, vehicles: readonly Vehicle[]): ReplayDevice[] {
  const fetchers = useRef(new Map<string, FetchBlocks>())
  const smoothed = useSmoothed(ids)
  return useMemo(
    () =>
      ids.map((terminalID, place) => {
        const key = `${terminalID} ${span.from} ${span.to}`
        const fetchBlocks = fetchers.current.get(key) ?? fetcherOf(terminalID, span)
        fetchers.current.set(key, fetchBlocks)
        const name = vehicles.find((vehicle) => vehicle.terminalID === terminalID)?.name ?? terminalID
        return { terminalID, name, place, isSmoothed: smoothed.has(terminalID), fetchBlocks }
      }),
    [ids, span, vehicles, smoothed],
  )
}

function fetcherOf(terminalID: string, { from, to }: Span): FetchBlocks {
  return (signal) => apiBytes(trackCalls.find, { terminalID, from, to }, { signal, timeoutMs })
}

/** Those of a replay's devices whose types have their lines smoothed; none while that is not known. */
function useSmoothed(terminalIDs: readonly string[]): ReadonlySet<string> {
  const types = useDeviceTypes()
  const smoothed = useQueries({
    queries: terminalIDs.map((terminalID) => ({
      queryKey: ['list', 'device', terminalID],
      queryFn: ({ signal }: { signal: AbortSignal }) => api(deviceCalls.detail, { terminalID }, { signal }),
    })),
    combine: (found) =>
      found
        .flatMap(({ data }) => {
          const type = types.data?.find(({ id }) => id === data?.deviceType)
          return data && type?.trackOptimisation ? data.terminalID : []
        })
        .join(),
  })
  return useMemo(() => new Set(smoothed.split(',')), [smoothed])
}
