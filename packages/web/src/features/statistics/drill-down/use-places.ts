import type { Period } from '../../../ui/period/period.ts'
import { type ListedEpisode, useEpisodes } from '../report-filter/use-statistics.ts'

/** More pins than this hide the map. */
const shownPlaces = 60

export interface PlacedEpisode {
  kind: 'stop' | 'from' | 'to'
  lat: number
  lon: number
  time: number
  /** How long it stayed there; null at the ends of a trip. */
  durationMs: number | null
}

/** Where a vehicle stopped on the days of a row, the longest stays first. */
export function useDayPlaces(
  row: { terminalID: string | null; day: string | null } | null,
  period: Period,
): PlacedEpisode[] | undefined {
  const terminalID = row?.terminalID ?? null
  const days = row?.day ? { first: row.day, last: row.day } : period
  const { data, isPlaceholderData } = useEpisodes(
    {
      ...days,
      terminalIDs: terminalID === null ? [] : [terminalID],
      kind: 'stop',
      sort: 'duration',
      isDescending: true,
      pageSize: shownPlaces,
    },
    terminalID !== null,
  )
  return isPlaceholderData ? undefined : data?.list.flatMap(stopPlace)
}

/** Where an episode began, and where it ended if that is another place. */
export function episodePlaces(row: ListedEpisode): PlacedEpisode[] {
  if (row.kind !== 'trip' && row.kind !== 'ignition' && row.kind !== 'offline') return stopPlace(row)
  return [...place('from', row.fromLat, row.fromLon, row.from), ...place('to', row.toLat, row.toLon, row.to)]
}

function stopPlace(row: ListedEpisode): PlacedEpisode[] {
  return place('stop', row.fromLat, row.fromLon, row.from, row.to - row.from)
}

function place(
  kind: PlacedEpisode['kind'],
  lat: number | null,
  lon: number | null,
  time: number,
  durationMs: number | null = null,
): PlacedEpisode[] {
  return lat === null || lon === null ? [] : [{ kind, lat, lon, time, durationMs }]
}
