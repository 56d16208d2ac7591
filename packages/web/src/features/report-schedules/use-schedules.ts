import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '@trackway/core/api/call.ts'
import { reportScheduleCalls } from '@trackway/core/api/report-schedules.ts'
import { api } from '../../base/api.ts'

export function useSchedules(part: { pageNum: number; pageSize: number }) {
  return useQuery({
    queryKey: ['reportSchedules', part],
    queryFn: ({ signal }) => api(reportScheduleCalls.find, part, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** Can this platform send what is scheduled? Undefined while it is asked. */
export function useCanMail(isEnabled: boolean): boolean | undefined {
  return useQuery({
    queryKey: ['reportSchedules', 'canMail'],
    queryFn: ({ signal }) => api(reportScheduleCalls.find, { pageNum: 1, pageSize: 1 }, { signal }),
    select: ({ canMail }) => canMail,
    staleTime: 60_000,
    enabled: isEnabled,
  }).data
}

export function useScheduleChanges() {
  const client = useQueryClient()
  const onSettled = () => client.invalidateQueries({ queryKey: ['reportSchedules'] })
  const save = useMutation({
    mutationFn: (input: InputOf<typeof reportScheduleCalls.save>) => api(reportScheduleCalls.save, input),
    onSettled,
  })
  const remove = useMutation({
    mutationFn: (id: number) => api(reportScheduleCalls.delete, { id }),
    onSettled,
  })
  const send = useMutation({
    mutationFn: (id: number) => api(reportScheduleCalls.send, { id }, { timeoutMs: 60_000 }),
    onSettled,
  })
  return { save: save.mutateAsync, remove: remove.mutateAsync, send: send.mutateAsync }
}
