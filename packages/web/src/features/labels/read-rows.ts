import { limits } from '@trackway/core/codes/limits.ts'
import { labelLimits } from '@trackway/core/features/labels/calls.ts'
import type { List } from '@trackway/core/lists/list.ts'
import { ApiError, api } from '../../base/api.ts'

/**
 * All rows that the call of a list finds.
 * @throws {ApiError} `tooManyDevices` where they are more than get labels at once
 */
export async function readRows<Row>(find: List['find'], filter: object): Promise<Row[]> {
  const rows: Row[] = []
  for (let pageNum = 1; ; pageNum++) {
    const input = { ...filter, pageNum, pageSize: limits.maxPageSize }
    const { list, total } = (await api(find as never, input as never)) as { list: Row[]; total: number }
    if (total > labelLimits.labels) throw new ApiError('tooManyDevices', { count: labelLimits.labels })
    rows.push(...list)
    if (list.length === 0 || rows.length >= total) return rows
  }
}
