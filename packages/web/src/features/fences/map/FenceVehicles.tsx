import { useQuery } from '@tanstack/react-query'
import { limits } from '@trackway/core/codes/limits.ts'
import { fenceCalls } from '@trackway/core/features/fences/calls.ts'
import { locationCalls } from '@trackway/core/features/locations/calls.ts'
import Feature from 'ol/Feature'
import Point from 'ol/geom/Point'
import Circle from 'ol/style/Circle'
import Fill from 'ol/style/Fill'
import Stroke from 'ol/style/Stroke'
import Style from 'ol/style/Style'
import Text from 'ol/style/Text'
import { useMemo } from 'react'
import { api } from '../../../base/api.ts'
import { useCan } from '../../../base/session.ts'
import { useIsDark } from '../../../base/theme/theme.ts'
import { useMap } from '../../../map/view/map-context.ts'
import { useFeatures } from '../../../map/view/use-layer.ts'

const refetchMs = 30_000

/** Where the vehicles of a fence are, the first of many: filled while they are inside. */
export function FenceVehicles({ fenceId }: { fenceId: number }) {
  const { projection } = useMap()
  const isDark = useIsDark()
  const maySee = useCan('main:monitor')
  const { data } = useQuery({
    queryKey: ['fenceDevices', 'places', fenceId],
    queryFn: async ({ signal }) => {
      const { list } = await api(fenceCalls.devices, { fenceId, pageSize: limits.maxPageSize }, { signal })
      if (list.length === 0) return []
      const terminalIDs = list.map(({ terminalID }) => terminalID)
      const found = await api(locationCalls.find, { terminalIDs, pageSize: terminalIDs.length }, { signal })
      const insideSince = new Map(list.map((device) => [device.terminalID, device.insideSince]))
      return found.list.flatMap(({ terminalID, displayName, lat, lon }) =>
        lat === null || lon === null
          ? []
          : [{ name: displayName, lat, lon, isInside: (insideSince.get(terminalID) ?? null) !== null }],
      )
    },
    refetchInterval: refetchMs,
    enabled: maySee,
  })
  const features = useMemo(() => {
    const colour = isDark ? '#45c47a' : '#147a3e'
    const ground = isDark ? '#10222b' : '#fff'
    return (data ?? []).map(({ name, lat, lon, isInside }) => {
      const feature = new Feature(new Point(projection.fromWgs84(lon, lat)))
      feature.setStyle(
        new Style({
          image: new Circle({
            radius: 6,
            fill: new Fill({ color: isInside ? colour : ground }),
            stroke: new Stroke({ color: isInside ? ground : colour, width: 2.5 }),
          }),
          text: new Text({
            text: name,
            offsetY: 16,
            font: '600 12px system-ui, sans-serif',
            fill: new Fill({ color: isDark ? '#e6eef0' : '#10222b' }),
            stroke: new Stroke({ color: ground, width: 3 }),
          }),
        }),
      )
      return feature
    })
  }, [data, projection, isDark])
  useFeatures(features, 20)
  return null
}
