import { QueryClient, type QueryKey } from '@tanstack/react-query'
import { ApiError } from '../api.ts'

/** Failures that may pass by themselves within seconds. */
const passing = new Set(['network', 'timeout', 'unavailable'])

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always', // a browser that believes itself offline may still reach a server in its own network
      staleTime: 10_000,
      gcTime: 5 * 60_000,
      retry: (failures, error) => failures < 2 && error instanceof ApiError && passing.has(error.result),
      retryDelay: (attempt) => 800 * 2 ** attempt,
    },
    // A change is repeated by its user, who saw that it failed, and by nobody else.
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** Reads anew what is shown of these: all that is kept under keys that begin so. */
export async function reread(...keys: readonly (string | QueryKey)[]): Promise<void> {
  await Promise.all(keys.map((key) => queryClient.invalidateQueries({ queryKey: [key].flat() })))
}
