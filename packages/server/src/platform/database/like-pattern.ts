/** A pattern for `ilike` that finds this text anywhere, its own `%`, `_` and `\` taken as they are. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
