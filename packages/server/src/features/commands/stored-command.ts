import {
  type Command,
  type CommandCode,
  commandCodes,
  type Effect,
  toCommand,
} from '@trackway/core/features/commands/commands.ts'
import { z } from 'zod'
import { storedForm } from '../../platform/database/stored-json.ts'

/** What is written to a device, in `commands.command`. Not read, the command fails. */
export const commandForm = storedForm<Command>(
  'command',
  z
    .object({
      code: z.enum(commandCodes as [CommandCode, ...CommandCode[]]),
      parameters: z.record(z.string(), z.unknown()),
    })
    .transform(({ code, parameters }, context): Command => {
      const command = toCommand(code, parameters)
      if (command !== null) return command
      context.addIssue('its parameters are not those of the command')
      return z.NEVER
    }),
)

/** What shows that a device obeyed, in `commands.effect`. Not read, nothing confirms the command. */
export const effectForm = storedForm<Effect>(
  'effect',
  z.union([
    z.object({ reading: z.enum(['oilCut', 'armed']), is: z.boolean() }),
    z.object({ reportEveryS: z.number() }),
    z.object({ reconnects: z.literal(true) }),
    z.object({ fix: z.literal(true) }),
  ]),
)
