import { type Command, commandRow } from '@trackway/core/features/commands/commands.ts'

/**
 * Writes a command, and lists the values that the writer did not read although they are others than go without
 * saying: the protocol has no room for them, and they must not be dropped in silence.
 */
export function writeWhole<T>(
  { code, parameters }: Command,
  write: (parameters: unknown) => T,
): { value: T; unread: string[] } {
  const read = new Set<PropertyKey>()
  const watched = new Proxy(parameters, {
    get(of, key) {
      read.add(key)
      return Reflect.get(of, key)
    },
  })
  const value = write(watched)
  const { shape } = commandRow(code).parameters
  const isUsual = (key: string, given: unknown) =>
    given === undefined || shape[key]?.safeParse(undefined).data === given
  const unread = Object.entries(parameters).filter(([key, given]) => !read.has(key) && !isUsual(key, given))
  return { value, unread: unread.map(([key]) => key) }
}
