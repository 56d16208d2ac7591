/** Where a device is in its life. A device that was scrapped ends there. */
export const stockPlaces = [
  'produced',
  'tested',
  'inStock',
  'shipped',
  'sold',
  'returned',
  'scrapped',
] as const
export type StockPlace = (typeof stockPlaces)[number]

/** Places where a device may begin. */
export const firstPlaces = ['produced', 'tested', 'inStock'] as const satisfies readonly StockPlace[]

/**
 * Where people may move a device from each place. What happens to its registration moves it besides, whatever the table
 * says, because it has happened then: a device that is registered for a customer, or transferred to one, is `sold`; one
 * that comes back from a customer to an administrator is `returned`; one that nobody knew, registered for an
 * administrator, is `inStock`. A customer is every account but administrators and the factory's staff. A deletion moves
 * nothing, except that a registration which is taken back before the device ever reported takes its movement back.
 */
export const stockMoves: Readonly<Record<StockPlace, readonly StockPlace[]>> = {
  produced: ['tested', 'inStock', 'scrapped'],
  tested: ['produced', 'inStock', 'scrapped'],
  inStock: ['tested', 'shipped', 'sold', 'scrapped'],
  shipped: ['inStock', 'sold', 'returned'],
  sold: ['returned'],
  returned: ['tested', 'inStock', 'scrapped'],
  scrapped: [],
}

/** Why a device moved: by a person or a list, or because of what happened to its registration. */
export const stockCauses = ['entered', 'moved', 'undone', 'registered', 'transferred', 'deleted'] as const
export type StockCause = (typeof stockCauses)[number]
