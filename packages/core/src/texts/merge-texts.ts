/** Texts by key; keys may hold further ones. */
export interface Texts {
  [key: string]: string | Texts
}

/** The texts of several files as one. Each has keys that no other has. */
export function mergeTexts(files: readonly Texts[]): Texts {
  const merged: Texts = {}
  for (const [key, value] of files.flatMap(Object.entries<string | Texts>)) {
    const before = merged[key]
    merged[key] =
      typeof before === 'object' && typeof value === 'object' ? mergeTexts([before, value]) : value
  }
  return merged
}

/** The same by whole keys: `reports.column.day`. */
export function flattenTexts(texts: Texts, prefix = ''): [key: string, text: string][] {
  return Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : flattenTexts(value, `${prefix}${key}.`),
  )
}
