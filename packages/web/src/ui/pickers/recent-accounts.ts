import { recall, remember } from '../../base/stored.ts'

/** So many are offered again. */
export const mostRecent = 5

/** The accounts that this one chose last, the latest first. */
export function recentAccounts(by: number): number[] {
  const ids = stored()[by]
  return Array.isArray(ids) ? ids.filter((id) => Number.isInteger(id)).slice(0, mostRecent) : []
}

export function rememberAccount(by: number, id: number): void {
  remember('recentAccounts', { ...stored(), [by]: withLatest(recentAccounts(by), id) })
}

/** What is not there any more is not offered again. */
export function dropAccounts(by: number, gone: readonly number[]): void {
  const ids = recentAccounts(by)
  const left = ids.filter((id) => !gone.includes(id))
  if (left.length < ids.length) remember('recentAccounts', { ...stored(), [by]: left })
}

export function withLatest(ids: readonly number[], id: number): number[] {
  return [id, ...ids.filter((each) => each !== id)].slice(0, mostRecent)
}

function stored(): Record<number, unknown> {
  const all = recall('recentAccounts')
  return typeof all === 'object' && all !== null ? (all as Record<number, unknown>) : {}
}
