/** What the text commands of several protocols share. */
import type { Command, CommandCode, ParametersOf } from '@trackway/core/features/commands/commands.ts'
import { alarmWays, wheels } from '@trackway/core/features/commands/parameters.ts'
import type { CommandRequest, DeviceProfile, EncodedCommand, Unsupported } from '../protocol.ts'
import { writeWhole } from './unread.ts'

/** The text of each command that a family has; null: not with these parameters. */
export type CommandTexts = { readonly [C in CommandCode]?: (parameters: ParametersOf<C>) => string | null }

/** The model's own text where it has one, else that of the family. */
export function textOf(
  texts: CommandTexts,
  command: Command,
  { commandTexts }: DeviceProfile,
): string | Unsupported {
  const { code, parameters } = command
  if (code === 'text') return (parameters as ParametersOf<'text'>).content
  const own = commandTexts?.[code]
  const write =
    own === undefined
      ? (texts[code] as ((parameters: unknown) => string | null) | undefined)
      : (given: unknown) => filled(own, given as Record<string, unknown>)
  if (write === undefined) return { unsupported: 'command' }
  const { value, unread } = writeWhole(command, write)
  if (unread.length > 0) return { unsupported: 'parameters', unread }
  return value ?? { unsupported: 'parameters' }
}

/** Commands of a family whose commands are texts, each made into what is sent. */
export const textCommands =
  <S extends { profile: DeviceProfile }>(
    texts: CommandTexts,
    send: (text: string, session: S, request: CommandRequest) => EncodedCommand | Unsupported,
  ) =>
  (command: Command, session: S, request: CommandRequest): EncodedCommand | Unsupported => {
    const text = textOf(texts, command, session.profile)
    return typeof text === 'string' ? send(text, session, request) : text
  }

const filled = (template: string, parameters: Record<string, unknown>): string =>
  template.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = parameters[key]
    return typeof value === 'boolean' ? (value ? 'ON' : 'OFF') : String(value ?? '')
  })

/** M of the alarm commands: 0 platform, 1 and SMS, 2 and SMS and call, 3 and call. */
export const wayNumber = (way: (typeof alarmWays)[number]): number => alarmWays.indexOf(way)

/** `NAME,value,…#`; what is undefined is left out. */
export const commandLine = (...values: readonly (number | string | undefined)[]): string =>
  `${values.filter((value) => value !== undefined).join(',')}#`

/** By the pair of wheels, in the order of their numbers: 1 front left, 2 front right, 3 rear right, 4 rear left. */
const wheelSwaps: { readonly [pair: string]: number } = { 12: 1, 14: 2, 13: 3, 24: 4, 23: 5, 34: 6 }
const wheelNumber = (wheel: (typeof wheels)[number]): number => wheels.indexOf(wheel) + 1
const pressureLimits = ['frontLow', 'frontHigh', 'rearLow', 'rearHigh']

/** Texts of tyre sets, whatever carries them. Source: one commercial client (`tire`). */
export const tyreTexts: CommandTexts = {
  tireQuery: () => 'TPMS#',
  tireLearn: ({ wheel }) => commandLine('TPMS_S', wheelNumber(wheel)),
  tireSwap: ({ from, to }) => {
    const swap = wheelSwaps[[wheelNumber(from), wheelNumber(to)].sort().join('')]
    return swap === undefined ? null : commandLine('TPMS_C', swap)
  },
  // Bar times 100 is kPa.
  tirePressure: ({ limit, pressureKpa }) =>
    commandLine('TPMS_P', pressureLimits.indexOf(limit) + 1, pressureKpa),
  tireTemperature: ({ temperatureC }) => commandLine('TPMS_T', 1, temperatureC),
  tireDefaults: () => 'TPMS_F#',
  tireConfirm: () => 'TPMS_CONFIRM#',
}
