/** Questions to any codec about commands before anything is sent. */
import {
  type Command,
  type CommandCode,
  commandCodes,
  commandRow,
  toCommand,
} from '@trackway/core/features/commands/commands.ts'
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
  commandCodes.filter((code) => roomFor(protocol, code, profile) !== null)

/** The parameters that a protocol has room for; null: it has no form of the command. */
export function roomFor(
  protocol: AnyProtocol | undefined,
  code: CommandCode,
  profile?: DeviceProfile,
): string[] | null {
  const { example, parameters } = commandRow(code)
  const names = Object.keys(parameters.shape)
  // None has its usual value, so that the encoder names those that it does not read.
  const all = toCommand(code, { ...example, ...unusual(code) })!
  const first = previewCommand(protocol, all, profile)
  const unread = 'unsupported' in first ? (first.unread ?? []) : []
  const room = names.filter((name) => !unread.includes(name))
  const command = toCommand(
    code,
    Object.fromEntries(Object.entries(example).filter(([name]) => room.includes(name))),
  )
  return command === null || 'unsupported' in previewCommand(protocol, command, profile) ? null : room
}

const unusualOf = new Map<CommandCode, Record<string, unknown>>()

/** Values of parameters that may be left out, other than those that they then have. */
function unusual(code: CommandCode): Record<string, unknown> {
  const known = unusualOf.get(code)
  if (known) return known
  const { parameters } = commandRow(code)
  const values = Object.fromEntries(
    Object.entries(parameters.shape).flatMap(([name, schema]) => {
      const value = others.find(
        (other) => schema.safeParse(other).success && schema.safeParse(undefined).data !== other,
      )
      return schema.safeParse(undefined).success && value !== undefined ? [[name, value]] : []
    }),
  )
  unusualOf.set(code, values)
  return values
}

/** One of these fits every parameter that may be left out. */
const others = [
  'platformSms',
  'udp',
  'off',
  'user1',
  '08:30',
  12,
  300,
  400,
  3_000,
  5_000,
  [1],
  ['08:30'],
  true,
]
