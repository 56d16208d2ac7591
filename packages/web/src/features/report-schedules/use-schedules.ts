import { reportScheduleCalls } from '@trackway/core/features/report-schedules/calls.ts'
import { useCall } from '../../base/queries/use-call.ts'

/** Can this server send mail? Undefined while that is not known. */
export function useCanMail(isEnabled: boolean): boolean | undefined {
  return useCall(
    ['list', 'reportSchedules', 'canMail'],
    reportScheduleCalls.find,
    { pageNum: 1, pageSize: 1 },
    { select: ({ canMail }) => canMail, staleTime: 60_000, enabled: isEnabled },
  ).data
}
