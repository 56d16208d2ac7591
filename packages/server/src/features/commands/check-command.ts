import type { RoleId } from '@trackway/core/codes/roles.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import {
  type Command,
  type CommandCode,
  commandRow,
  isOffered,
  type ParametersOf,
} from '@trackway/core/features/commands/commands.ts'
import { meaningOf, riskiest } from '@trackway/core/features/commands/text-meaning.ts'
import { previewCommand } from '@trackway/protocols/commands.ts'
import { Refusal } from '../../platform/errors.ts'
import type { CommandTarget } from './targets.ts'

/** A command as a caller sends it: by its code with parameters, or as free text. */
export interface CommandRequest {
  code?: CommandCode | undefined
  content?: string | undefined
  parameters?: Record<string, unknown> | undefined
}

export interface CheckedCommand {
  /** What is written to the device. */
  command: Command
  /** By which rules apply: of a free text, the code of what it does. */
  code: CommandCode
}

type TargetProtocol = Pick<CommandTarget, 'wire' | 'profile'>

/** @throws {Refusal} `invalidInput` where the parameters do not match the catalogue */
export function toCommand({ code, content, parameters }: CommandRequest): Command {
  if (content !== undefined) return { code: 'text', parameters: { content } }
  const parsed = commandRow(code!).parameters.safeParse(parameters ?? {})
  if (!parsed.success) {
    const issues = parsed.error.issues.map(({ path, code: reason }) => ({
      path: ['parameters', ...path].join('.'),
      reason,
    }))
    throw new Refusal('invalidInput', { issues })
  }
  return { code: code!, parameters: parsed.data } as Command
}

/**
 * @param targets devices that it is for: a text is held to the most dangerous of what it means to them
 * @throws {Refusal} `invalidInput` where the parameters do not match the catalogue
 */
export function checkCommand(request: CommandRequest, targets: readonly TargetProtocol[]): CheckedCommand {
  const command = toCommand(request)
  if (command.code !== 'text') return { command, code: command.code }
  const { content } = command.parameters
  const codes = targets.map(({ wire, profile }) => meaningOf(content, wire, profile.commandTexts))
  return { command, code: riskiest(codes) }
}

const managers: readonly RoleId[] = [roles.admin, roles.agent, roles.superAgent, roles.test]

/** What can make a device unreachable is not for end users. */
export const maySend = (code: CommandCode, role: RoleId): boolean =>
  commandRow(code).risk !== 'losing' || managers.includes(role)

/** @throws {Refusal} `noPermission` */
export function checkRisk({ code }: CheckedCommand, role: RoleId): void {
  if (!maySend(code, role)) throw new Refusal('noPermission')
}

/**
 * Whether this device may be sent the command at all, whether it is connected or not.
 * @returns what would be sent, for people
 * @throws {Refusal} `deviceExpired`; `nbDeviceIdMissing`; `commandUnsupported`; `invalidInput`: its protocol has no
 *   room for a parameter; `commandNotNeeded`: it is online, and the command is for its normal mode; `deviceOffline`
 */
export function checkTarget(
  { command }: CheckedCommand,
  target: CommandTarget,
  { isOffline }: { isOffline: boolean },
): string {
  if (target.isExpired) throw new Refusal('deviceExpired')
  if (target.protocol?.isReachedByPlatform && !target.hasPlatformId) throw new Refusal('nbDeviceIdMissing')
  const preview = previewCommand(target.protocol, command, target.profile, target.terminalId)
  if (!isOffered(command.code, target)) throw new Refusal('commandUnsupported')
  if ('unsupported' in preview) {
    const issues = preview.unread?.map((name) => ({ path: `parameters.${name}`, reason: 'unsupported' }))
    throw issues ? new Refusal('invalidInput', { issues }) : new Refusal('commandUnsupported')
  }
  if (target.isOnline && isNormalMode(command)) throw new Refusal('commandNotNeeded')
  if (!target.isOnline && !isOffline) throw new Refusal('deviceOffline')
  return preview.content
}

/** A device that is online needs no command to normal mode: the call refuses it. */
function isNormalMode({ code, parameters }: Command): boolean {
  if (code === 'text') return /^(?:SWMODE,0|WORKMODE,0)\b/i.test((parameters as ParametersOf<'text'>).content)
  return (
    (code === 'workMode' || code === 'wakeMode' || code === 'clockMode') &&
    (parameters as ParametersOf<'workMode'>).mode === 'normal'
  )
}
