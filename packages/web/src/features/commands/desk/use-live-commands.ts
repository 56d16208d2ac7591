import { useQueryClient } from '@tanstack/react-query'
import { type CommandRecord, commandBatchList, commandList } from '@trackway/core/api/devices/commands.ts'
import { resultCodes } from '@trackway/core/codes/results.ts'
import { useEffect } from 'react'
import { LiveConnection } from '../../../base/live/live-connection.ts'
import { endSession, useSession } from '../../../base/session.ts'

/** Keeps the commands that are shown as they are now, for as long as the page stands. */
export function useLiveCommands(): void {
  const client = useQueryClient()
  const token = useSession((session) => session.token)
  useEffect(() => {
    if (!token) return
    const reread = () => {
      void client.invalidateQueries({ queryKey: ['list', commandList.name] })
      void client.invalidateQueries({ queryKey: ['command'] })
      void client.invalidateQueries({ queryKey: ['list', commandBatchList.name] })
    }
    const rereadBatches = () => {
      void client.invalidateQueries({ queryKey: ['command', 'batch'] })
      void client.invalidateQueries({ queryKey: ['list', commandBatchList.name] })
    }
    const connection = new LiveConnection({
      ...{ token, userId: undefined, only: 'commands' },
      // What a connection that was lost has missed is read.
      onWatching: reread,
      onCommands: (commands, isMore) => {
        const isShown = commands.map((command) => {
          client.setQueryData(['command', command.id], command)
          return replaceRow(client, command)
        })
        if (commands.some(({ jobId }) => jobId !== null)) rereadBatches()
        if (isMore || isShown.includes(false)) reread()
      },
      onRefused: (code) => code === resultCodes.sessionExpired && endSession('expired'),
    })
    return () => connection.close()
  }, [client, token])
}

/** @returns whether a list that is held has the command */
function replaceRow(client: ReturnType<typeof useQueryClient>, command: CommandRecord): boolean {
  let isFound = false
  client.setQueriesData<{ list: CommandRecord[]; total: number }>(
    { queryKey: ['list', commandList.name] },
    (page) => {
      if (!page?.list.some(({ id }) => id === command.id)) return page
      isFound = true
      return { ...page, list: page.list.map((row) => (row.id === command.id ? command : row)) }
    },
  )
  return isFound
}
