import { useQueries } from '@tanstack/react-query'
import type { OutputOf } from '@trackway/core/api/call.ts'
import { commandCalls } from '@trackway/core/features/commands/calls.ts'
import { api } from '../../../base/api.ts'

type Detail = OutputOf<typeof commandCalls.detail>
export type OfferedCommand = Detail['commands'][number]

export interface OfferedDevice extends Omit<Detail, 'commands'> {
  terminalID: string
}

/** More devices are sent to by a batch. */
export const maxDevices = 20
/** Requested so often, since no event reaches this page when a device connects or disconnects. */
const rereadMs = 15_000

/** The devices that a command is for, and what all of them can be sent; of one also what it last took. */
export function useOffered(terminalIDs: readonly string[]) {
  const answers = useQueries({
    queries: terminalIDs.slice(0, maxDevices).map((terminalID) => ({
      queryKey: ['command', 'offered', terminalID],
      queryFn: ({ signal }: { signal: AbortSignal }) => api(commandCalls.detail, { terminalID }, { signal }),
      refetchInterval: rereadMs,
    })),
  })
  const details = answers.flatMap(({ data }) => data ?? [])
  const devices = answers.flatMap(({ data }, index): OfferedDevice[] => {
    if (!data) return []
    const { commands: _, ...device } = data
    return [{ ...device, terminalID: terminalIDs[index]! }]
  })
  const [first, ...others] = details
  const commands = (first?.commands ?? [])
    .filter(({ code }) => others.every((other) => other.commands.some((each) => each.code === code)))
    .map((each) => (others.length === 0 ? each : { ...each, last: null, lastTime: null }))
  return {
    devices,
    commands,
    isLoading: answers.some(({ isPending }) => isPending),
    error: answers.find(({ error }) => error)?.error ?? null,
  }
}
