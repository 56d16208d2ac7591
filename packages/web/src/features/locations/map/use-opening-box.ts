import { useQuery } from '@tanstack/react-query'
import { useUser } from '../../../base/session.ts'
import { loadStreetFiles, useStreetFiles } from '../../../map/streets/street-files.ts'

export interface OpeningBox {
  west: number
  south: number
  east: number
  north: number
}

/** The demo's own account, and the map in whose streets some of its vehicles drive. */
const demoId = 6
const demoMap = 'helsinki'

/**
 * What the map shows at first instead of the whole fleet: of the demo the city whose streets come with the platform.
 * @returns undefined while it is not known yet; null: the whole fleet
 */
export function useOpeningBox(): OpeningBox | null | undefined {
  const { id, isDemo } = useUser()
  const isDemoFleet = isDemo && id === demoId
  const { data: files } = useQuery({
    queryKey: ['streetFiles'],
    queryFn: async () => {
      await loadStreetFiles()
      return useStreetFiles.getState().files
    },
    enabled: isDemoFleet,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!isDemoFleet) return null
  if (files === undefined) return undefined
  const map = files?.find(({ id }) => id === demoMap)
  if (!map) return null
  const [west, south, east, north] = map.bounds
  return { west, south, east, north }
}
