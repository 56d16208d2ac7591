/** What is asked of any codec about commands before anything is sent. */
import {
  type Command,
  type CommandCode,
  commandCodes,
  commandRow,
  toCommand,
} from '@trackway/core/commands/commands.ts'
import type { AnyProtocol } from './detect.ts'
import type { DeviceProfile, EncodedCommand, Unsupported } from './protocol.ts'

/**
 * What a command would be on the wire, without a connection.
 * @returns its text or message for people, or why this protocol cannot say it
 */
export function previewCommand(
  protocol: AnyProtocol | undefined,
  command: Command,
  profile: DeviceProfile = {},
  terminalId = '0',
): Pick<EncodedCommand, 'content'> | Unsupported {
  if (!protocol?.encodeCommand) return { unsupported: 'command' }
  return protocol.encodeCommand(command, protocol.newSession(profile), { flag: 1, terminalId, now: 0 })
}

/** The commands that a protocol has a form of, in the order of the catalogue. */
export const commandsOf = (protocol: AnyProtocol | undefined, profile?: DeviceProfile): CommandCode[] =>
  commandCodes.filter((code) => {
    const example = toCommand(code, commandRow(code).example)!
    return !('unsupported' in previewCommand(protocol, example, profile))
  })
