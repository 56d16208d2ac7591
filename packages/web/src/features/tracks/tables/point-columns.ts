import { create } from 'zustand'
import { recall, remember } from '../../../base/stored.ts'

/** Columns of the table of positions, in their order. */
export const pointColumnNames = [
  'fixTime',
  'speedKmh',
  'courseDeg',
  'accOn',
  'satellites',
  'altitudeM',
  'odometerM',
  'lat',
  'lon',
  'state',
  'address',
] as const
export type PointColumnName = (typeof pointColumnNames)[number]

export const defaultPointColumns: PointColumnName[] = ['fixTime', 'speedKmh', 'courseDeg', 'accOn', 'state']
/** Under which the choice is remembered among those of the other tables. */
const tableName = 'trackPoints'

export const usePointColumns = create<{ columns: readonly PointColumnName[] }>(() => ({
  columns: remembered() ?? defaultPointColumns,
}))

/** Shows these columns and remembers them; null: the default ones. */
export function choosePointColumns(columns: PointColumnName[] | null): void {
  const all = recall('tableColumns')
  remember('tableColumns', { ...(typeof all === 'object' ? all : null), [tableName]: columns })
  usePointColumns.setState({ columns: columns ?? defaultPointColumns })
}

function remembered(): PointColumnName[] | null {
  const all = recall('tableColumns')
  const keys = typeof all === 'object' && all !== null ? (all as Record<string, unknown>)[tableName] : null
  if (!Array.isArray(keys)) return null
  return pointColumnNames.filter((name) => keys.includes(name))
}
