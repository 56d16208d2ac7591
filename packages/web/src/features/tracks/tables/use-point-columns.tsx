import { noPlace } from '@trackway/core/track/columns.ts'
import { useMemo } from 'react'
import { useTexts } from '../../../base/use-texts.ts'
import type { Column } from '../../../ui/list/data-table.ts'
import { PlaceName } from '../replay/PlaceName.tsx'
import { pointTexts } from '../replay/point-texts.ts'
import { useReplay } from '../replay/replay-context.ts'
import type { VirtualColumn } from './VirtualTable.tsx'

/** Under which the choice of columns is remembered. */
export const pointTable = 'trackPoints'

const columns = [
  { key: 'fixTime', width: '160px', isFixed: true },
  { key: 'speedKmh', width: '76px', isNumber: true },
  { key: 'courseDeg', width: '64px', isNumber: true },
  { key: 'accOn', width: '64px' },
  { key: 'satellites', width: '76px', isNumber: true, isOptional: true },
  { key: 'altitudeM', width: '76px', isNumber: true, isOptional: true },
  { key: 'odometerM', width: '92px', isNumber: true, isOptional: true },
  { key: 'lat', width: '84px', isNumber: true, isOptional: true },
  { key: 'lon', width: '88px', isNumber: true, isOptional: true },
  { key: 'state', width: 'minmax(120px, 1fr)' },
  { key: 'address', width: 'minmax(180px, 1fr)', isOptional: true },
] as const

/** All columns of the positions of the active device; a row is the index of a point. */
export function usePointColumns(): (Column<number> & VirtualColumn)[] {
  const { t, format } = useTexts()
  const { track } = useReplay().active
  return useMemo(() => {
    const addressAt = (i: number) =>
      track.latE7[i] !== noPlace && (
        <PlaceName lat={track.latE7[i]! / 1e7} lon={track.lonE7[i]! / 1e7} short isRough />
      )
    const renders = { ...pointTexts(track, t, format), address: addressAt }
    return columns.map((column) => ({
      ...column,
      title: t(`tracks.column.${column.key}`),
      render: renders[column.key],
    }))
  }, [track, t, format])
}
