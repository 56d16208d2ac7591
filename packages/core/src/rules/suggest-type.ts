/**
 * The type to suggest for an unregistered device: the general one of its protocol, else the first.
 */
export function suggestType<T extends { name: string; wire: string }>(
  types: readonly T[],
  wire: string,
): T | undefined {
  const speaking = types.filter((type) => type.wire === wire)
  return speaking.find((type) => type.name.toLowerCase() === wire || type.name === 'Y808') ?? speaking[0]
}
