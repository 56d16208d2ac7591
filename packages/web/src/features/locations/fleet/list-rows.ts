import { offlineRank } from '@trackway/core/rules/device-order.ts'
import { rankOfKind } from './filters.ts'
import {
  groupRows,
  type ListSort,
  type NameOrder,
  orderByName,
  orderRows,
  placesOfRows,
} from './list-order.ts'

/** How the user has the list. */
export interface Arrangement {
  sort: ListSort
  isGrouped: boolean
  /** Accounts whose devices are folded away. */
  folded: ReadonlySet<number>
}

/** The devices of one account in the list. */
export interface FleetGroup {
  /** Of the account; 0: of an account that is not known yet. */
  id: number
  name: string
  count: number
  moving: number
  isFolded: boolean
}

/** What the list shows from top to bottom: rows, and before each group -1 - its place in `groups`. */
export interface ListItems {
  items: ArrayLike<number>
  groups: readonly FleetGroup[]
  /** Changes when headings have moved. */
  shape: number
}

/** The devices by their rows, as far as their order needs them. */
interface Rows {
  count: number
  kinds: readonly number[]
  /** Of the last contact. */
  times: readonly number[]
  /** Of the contact with which each came to its rank. */
  rankTimes: readonly number[]
  rowOf: (id: number) => number | undefined
  /** They are still coming. */
  isLoading: boolean
}

/** An order by the last contact changes all the time; rows that keep hopping cannot be clicked. */
const sortByAgeEveryMs = 10_000
/** Of more than these one or the other changes its state all the time, and to order them takes longer than a frame. */
export const manyDevices = 20_000
const sortManyEveryMs = 3_000

/**
 * Which rows the list has, in which order. By state it changes only as a device changes its state: within one state rows
 * are by name, where there are few enough to know all names, and what is offline by its last contact. Under the pointer and the focus the order does not change. */
export class ListRows {
  #arrangement: Arrangement = { sort: 'state', isGrouped: false, folded: new Set() }
  #names: NameOrder | null = null
  #order: Uint32Array = new Uint32Array(0)
  /** Of each row the place of its account; null: no groups. */
  #places: Uint32Array | null = null
  #accounts: NameOrder['accounts'] = []
  #isStale = true
  /** The user chose another order, or the list gets its first one. */
  #isDue = true
  #sortedTime = 0
  #isHeld = false
  /** The rows that passed last. */
  #passed: Uint32Array | null = null
  #headings: readonly number[] = []
  #shape = 0

  arrange(arrangement: Arrangement): void {
    const { sort, isGrouped } = this.#arrangement
    this.#isDue ||= arrangement.sort !== sort || arrangement.isGrouped !== isGrouped
    this.#arrangement = arrangement
    this.#passed = null
  }

  setNames(names: NameOrder): void {
    this.#isDue ||= this.#names === null
    this.#names = names
    this.#isStale = true
    if (this.#isDue) this.#passed = null
  }

  /** Does the order depend on what only the server knows? */
  get needsNames(): boolean {
    const { sort, isGrouped } = this.#arrangement
    const { length } = this.#order
    return isGrouped || sort === 'name' || (sort === 'state' && length > 0 && length <= manyDevices)
  }

  get isHeld(): boolean {
    return this.#isHeld
  }

  /** Is a new order waiting for its time? */
  get isStale(): boolean {
    return this.#isStale
  }

  hold(isHeld: boolean): void {
    this.#isHeld = isHeld
    if (!isHeld) this.#passed = null
  }

  /** Something changed that the order depends on. */
  touch(): void {
    this.#isStale = true
  }

  /** The order is made anew, whoever holds it. */
  renew(): void {
    this.#isStale = this.#isDue = true
    this.#passed = null
  }

  /** Applies a filter that the user changed. */
  refilter(): void {
    this.#passed = null
  }

  /** Rows have other numbers from now on. @param rowOf the new one of an old one; undefined: it is gone */
  renumber(rowOf: (row: number) => number | undefined): void {
    const order = [...this.#order].flatMap((row) => rowOf(row) ?? [])
    this.#order = Uint32Array.from(order)
    this.#places = null
    this.#passed = null
    this.#isStale = true
  }

  /** @param passes null: all do */
  pass(rows: Rows, passes: ((row: number) => boolean) | null): Uint32Array {
    this.#sort(rows)
    const isStill = this.#isHeld && !rows.isLoading
    if (isStill && this.#passed) return this.#passed
    const passed = passes ? this.#order.filter(passes) : this.#order
    this.#passed = isStill ? passed : null
    return passed
  }

  /** @param rows that passed */
  itemsOf(rows: Uint32Array, isMoving: (row: number) => boolean): ListItems {
    const { isGrouped, folded } = this.#arrangement
    const [places, accounts] = [this.#places, this.#accounts]
    if (!isGrouped || !places) return { items: rows, groups: [], shape: 0 }
    const groups: FleetGroup[] = []
    const items: number[] = []
    const headings: number[] = []
    let place = -1
    for (const row of rows) {
      if (places[row] !== place) {
        place = places[row]!
        const { id, name } = accounts[place] ?? { id: 0, name: '' }
        headings.push(items.length)
        items.push(-1 - groups.length)
        groups.push({ id, name, count: 0, moving: 0, isFolded: folded.has(id) })
      }
      const group = groups.at(-1)!
      group.count++
      if (isMoving(row)) group.moving++
      if (!group.isFolded) items.push(row)
    }
    const isSame =
      headings.length === this.#headings.length && headings.every((at, i) => at === this.#headings[i])
    if (!isSame) this.#shape++
    this.#headings = headings
    return { items, groups, shape: this.#shape }
  }

  #sort(rows: Rows): void {
    const { count, isLoading } = rows
    const now = Date.now()
    const isNew = this.#order.length !== count
    const againMs = this.#arrangement.sort === 'age' ? sortByAgeEveryMs : Number.POSITIVE_INFINITY
    const staleMs = this.#isStale ? (count > manyDevices ? sortManyEveryMs : 0) : againMs
    const isTime = now - this.#sortedTime >= staleMs
    const isStill = this.#isHeld && !isLoading && this.#order.length <= count && !this.#isDue
    if (isStill) {
      if (isNew) this.#append(rows)
      return
    }
    if (!isNew && !this.#isDue && !isTime) return
    this.#order = this.#ordered(rows)
    this.#isStale = this.#isDue = false
    this.#sortedTime = now
  }

  #ordered(rows: Rows): Uint32Array {
    const { sort, isGrouped } = this.#arrangement
    const names = this.#names
    const order = this.#orderedBy(sort, rows)
    this.#places = isGrouped && names ? placesOfRows(rows.count, names, rows.rowOf) : null
    this.#accounts = names?.accounts ?? []
    return this.#places ? groupRows(order, this.#places, this.#accounts.length + 1) : order
  }

  #orderedBy(sort: ListSort, { count, kinds, times, rankTimes, rowOf }: Rows): Uint32Array {
    const byName = this.#names && sort !== 'age' ? orderByName(count, this.#names, rowOf) : null
    if (sort === 'name' && byName) return byName
    if (sort !== 'state')
      return orderRows(
        count,
        () => 0,
        (row) => times[row]!,
      )
    const places = byName && inverseOf(byName)
    const rankOf = (row: number) => rankOfKind[kinds[row]!]!
    return orderRows(count, rankOf, (row) =>
      places && rankOf(row) !== offlineRank ? count - places[row]! : rankTimes[row]!,
    )
  }

  /** Rows that came while the order is held are after the others. */
  #append({ count }: Rows): void {
    const before = this.#order.length
    const order = new Uint32Array(count)
    order.set(this.#order)
    for (let row = before; row < count; row++) order[row] = row
    this.#order = order
    this.#passed = null
    this.#isStale = true
    if (!this.#places) return
    const places = new Uint32Array(count).fill(this.#accounts.length)
    places.set(this.#places)
    this.#places = places
  }
}

/** Of each row its place in an order. */
function inverseOf(order: Uint32Array): Uint32Array {
  const places = new Uint32Array(order.length)
  for (const [place, row] of order.entries()) places[row] = place
  return places
}
