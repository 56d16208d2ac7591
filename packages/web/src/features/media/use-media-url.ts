import { useQuery } from '@tanstack/react-query'
import type { InputOf } from '@trackway/core/api/call.ts'
import { mediaCalls } from '@trackway/core/features/media/calls.ts'
import { useEffect, useMemo } from 'react'
import { apiFile } from '../../base/api.ts'

/** A video of 16 MB on a slow line. */
const downloadMs = 5 * 60_000
/** Files that nobody looks at are let go. */
const keptMs = 60_000

type Form = NonNullable<InputOf<typeof mediaCalls.open>['form']>

export const readMedia = (id: number, form: Form, signal?: AbortSignal) =>
  apiFile(mediaCalls.open, { id, form }, { timeoutMs: downloadMs, ...(signal && { signal }) })

/** The address of a file within the page, or why there is none. */
export function useMediaUrl(id: number, form: Form): { url: string | undefined; error: Error | null } {
  const { data, error } = useQuery({
    queryKey: ['mediaFile', id, form],
    queryFn: ({ signal }) => readMedia(id, form, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: keptMs,
  })
  const content = data?.content
  const url = useMemo(() => content && URL.createObjectURL(content), [content])
  useEffect(() => () => (url === undefined ? undefined : URL.revokeObjectURL(url)), [url])
  return { url, error }
}
