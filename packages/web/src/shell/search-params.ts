/**
 * The query of an address, written plainly: `?terminalID=861234560010624&pageNum=2`. Short numbers, `true`
 * and `false` are read as such; longer digits stay text, because they are ids, and no number holds 20 digits exactly.
 */
export function parseSearch(text: string): Record<string, unknown> {
  return Object.fromEntries([...new URLSearchParams(text)].map(([name, value]) => [name, read(value)]))
}

export function stringifySearch(search: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null) query.set(name, String(value))
  }
  return query.size > 0 ? `?${query}` : ''
}

function read(value: string): unknown {
  if (/^(0|[1-9]\d{0,8})$/.test(value)) return Number(value)
  return value === 'true' || (value !== 'false' && value)
}
