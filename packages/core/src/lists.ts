import './contract.ts'
import { described, type List } from './lists/list.ts'

/** Every list of the product: each is defined beside its call. */
export const lists: readonly List[] = described

const byName = new Map(lists.map((list) => [list.name, list]))

/** @param name that `listName` took */
export function listByName(name: string): List {
  const found = byName.get(name)
  if (!found) throw new Error(`there is no list ${name}`)
  return found
}
