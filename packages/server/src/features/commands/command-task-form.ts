import { type CommandCode, commandCodes } from '@trackway/core/features/commands/commands.ts'
import { z } from 'zod'
import { storedForm } from '../../platform/database/stored-json.ts'

/** What a task of commands was started with; the commands themselves are rows of their own. */
export interface CommandTask {
  code: CommandCode
  /** Until when it may be delivered at all, where somebody said so. */
  expireTime: number | null
}

export const commandTaskForm = storedForm<CommandTask>(
  'commandTask',
  z.object({
    code: z.enum(commandCodes as [CommandCode, ...CommandCode[]]),
    expireTime: z.number().nullable(),
  }),
)
