/**
 * Commands to devices that are reached by the platform of their network: it forwards the bytes of the
 * protocol within. GT06 units take the bare text there.
 */
import type { Command } from '@trackway/core/features/commands/commands.ts'
import type { AnyProtocol } from '../detect.ts'
import type { CommandRequest, EncodedCommand, Unsupported } from '../protocol.ts'
import type { HttpSession } from '../wire/http/request-protocol.ts'
import { protocolWithin } from './inner-frame.ts'

const bareText = 'gt06'

export function encodeCommand(
  command: Command,
  { profile }: HttpSession,
  request: CommandRequest,
  carried: readonly AnyProtocol[],
): EncodedCommand | Unsupported {
  const { protocol, profile: within } = protocolWithin(profile, carried)
  const one = protocol ?? carried.find(({ name }) => name === bareText)
  if (!one?.encodeCommand) return { unsupported: 'command' }
  const encoded = one.encodeCommand(command, one.newSession(within), request)
  if ('unsupported' in encoded || one.name !== bareText) return encoded
  return { ...encoded, frames: [new TextEncoder().encode(encoded.content)] }
}
