import { resultCodes } from '@trackway/core/codes/results.ts'
import { type CommandRecord, commandBatchList, commandList } from '@trackway/core/features/commands/calls.ts'
import { useEffect } from 'react'
import { LiveConnection } from '../../../base/live/live-connection.ts'
import { queryClient, reread } from '../../../base/queries/query-client.ts'
import { endSession, useSession } from '../../../base/session.ts'

/** Keeps the shown commands current for as long as the page is open. */
export function useLiveCommands(): void {
  const token = useSession((session) => session.token)
  useEffect(() => {
    if (!token) return
    const batches = ['list', commandBatchList.name]
    const rereadAll = () => void reread(['list', commandList.name], 'command', batches)
    const connection = new LiveConnection({
      token,
      userId: undefined,
      only: 'commands',
      // What a connection that was lost has missed is read.
      onWatching: rereadAll,
      onCommands: (commands, isMore) => {
        const isShown = commands.map((command) => {
          queryClient.setQueryData(['command', command.id], command)
          return replaceRow(command)
        })
        if (commands.some(({ jobId }) => jobId !== null)) void reread(['command', 'batch'], batches)
        if (isMore || isShown.includes(false)) rereadAll()
      },
      onRefused: (code) => code === resultCodes.sessionExpired && endSession('expired'),
    })
    return () => connection.close()
  }, [token])
}

/** @returns whether a list that is held has the command */
function replaceRow(command: CommandRecord): boolean {
  let isFound = false
  queryClient.setQueriesData<{ list: CommandRecord[]; total: number }>(
    { queryKey: ['list', commandList.name] },
    (page) => {
      if (!page?.list.some(({ id }) => id === command.id)) return page
      isFound = true
      return { ...page, list: page.list.map((row) => (row.id === command.id ? command : row)) }
    },
  )
  return isFound
}
