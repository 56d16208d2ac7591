import { getRouteApi } from '@tanstack/react-router'
import { limits } from '@trackway/core/codes/limits.ts'
import type { TablePart } from '../../ui/list/data-table.ts'

const route = getRouteApi('/index/count/$tab')

/** Which page of a list without an order of its own the address asks for. */
export function usePart(): { part: TablePart; show: (part: TablePart) => void } {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const part = {
    pageNum: search.pageNum ?? 1,
    pageSize: search.pageSize ?? limits.defaultPageSize,
    sort: '',
    isDescending: false,
  }
  const show = ({ pageNum, pageSize }: TablePart) =>
    void navigate({
      search: (was) => ({
        ...was,
        pageNum: pageNum === 1 ? undefined : pageNum,
        pageSize: pageSize === limits.defaultPageSize ? undefined : pageSize,
      }),
    })
  return { part, show }
}
