import { useQuery } from '@tanstack/react-query'
import { reportScheduleCalls } from '@trackway/core/api/reports/report-schedules.ts'
import { api } from '../../base/api.ts'

/** Can this platform send what is scheduled? Undefined while it is asked. */
export function useCanMail(isEnabled: boolean): boolean | undefined {
  return useQuery({
    queryKey: ['list', 'reportSchedules', 'canMail'],
    queryFn: ({ signal }) => api(reportScheduleCalls.find, { pageNum: 1, pageSize: 1 }, { signal }),
    select: ({ canMail }) => canMail,
    staleTime: 60_000,
    enabled: isEnabled,
  }).data
}
