import { isIdFor, type TypeOfIds } from './device-ids.ts'

/**
 * The type to suggest for an unregistered device: of those of its protocol whose devices have such ids the general one,
 * else the first; where none has such ids, of all of its protocol, for the id is the one that it reported.
 */
export function suggestType<T extends TypeOfIds & { name: string }>(
  types: readonly T[],
  wire: string,
  terminalId: string,
): T | undefined {
  const speaking = types.filter((type) => type.wire === wire)
  const fitting = speaking.filter((type) => isIdFor(terminalId, type))
  const possible = fitting.length > 0 ? fitting : speaking
  return possible.find((type) => type.name.toLowerCase() === wire || type.name === 'Y808') ?? possible[0]
}
