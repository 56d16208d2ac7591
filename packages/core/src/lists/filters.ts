/** A filter of a list: its key is that of the input of the list's call, whose schema defines its values. */
export type ListFilter =
  | { kind: 'search'; key: string }
  /** An account; `below` is the key of whether its sub-accounts count. */
  | { kind: 'account'; key: string; below: string }
  /** One of the codes, whose words are texts under `<texts>.<code>`, or names in every language. */
  | { kind: 'choice'; key: string; codes: readonly string[]; texts: string | ((code: string) => string) }
  | { kind: 'deviceType'; key: string }
  /** Groups of vehicles. */
  | { kind: 'groups'; key: string }
  /** For how many days, one of some that are proposed. */
  | { kind: 'days'; key: string; days: readonly number[] }
  /** Between two days; the keys of the input with their instants. */
  | { kind: 'span'; key: string; to: string }
  /** What a link has chosen; it can be dropped but not chosen on the list. */
  | { kind: 'chosen'; key: string }
  /** Set by a link or by the screen around the list, and shown by another filter or not at all. */
  | { kind: 'given'; key: string }

export const search = (key = 'search'): ListFilter => ({ kind: 'search', key })
export const account = (key = 'userId', below = 'withSubAccounts'): ListFilter => ({
  kind: 'account',
  key,
  below,
})
export const choice = (
  key: string,
  codes: readonly string[],
  texts: string | ((code: string) => string),
): ListFilter => ({
  kind: 'choice',
  key,
  codes,
  texts,
})
export const deviceTypeFilter = (key = 'deviceType'): ListFilter => ({ kind: 'deviceType', key })
export const groups = (key = 'groupIds'): ListFilter => ({ kind: 'groups', key })
export const daysFilter = (key: string, days: readonly number[]): ListFilter => ({ kind: 'days', key, days })
/** @param key of its begin: its text is that of the filter */
export const span = (key: string, to: string): ListFilter => ({ kind: 'span', key, to })
export const chosen = (key: string): ListFilter => ({ kind: 'chosen', key })
export const given = (key: string): ListFilter => ({ kind: 'given', key })

/** The keys of the input that a filter sets. */
export function keysOf(filter: ListFilter): string[] {
  if (filter.kind === 'account') return [filter.key, filter.below]
  return filter.kind === 'span' ? [filter.key, filter.to] : [filter.key]
}
