import type { Currency } from '@trackway/core/codes/currencies.ts'
import { type DurationId, durationIds } from '@trackway/core/codes/durations.ts'
import type { RenewPrice } from '@trackway/core/features/prices/calls.ts'
import type { Level, OwnPrices } from './read-levels.ts'
import { type OwnPrice, resolvePrices } from './resolve-prices.ts'

type Key = { deviceType: number | null; duration: DurationId; currency: Currency }

/**
 * What counts at the last of the levels, for all models and each of those that are named, by duration and currency.
 * @param userNames of the levels that the caller may know
 */
export function priceTable(
  levels: readonly Level[],
  own: OwnPrices,
  deviceTypeIds: readonly number[],
  userNames: ReadonlyMap<number, string>,
): RenewPrice[] {
  return keysOf(own, deviceTypeIds).map((key) => priceRow(levels, own, key, userNames))
}

function priceRow(
  levels: readonly Level[],
  own: OwnPrices,
  key: Key,
  userNames: ReadonlyMap<number, string>,
): RenewPrice {
  const { deviceType, duration, currency } = key
  const set = own.ofType(deviceType, duration, currency)
  const resolved = resolvePrices(set)
  const here = resolved.at(-1)!
  const above = resolved.at(-2)
  const exact = own.exact(levels.at(-1)!, deviceType, duration, currency)
  const settingLevel = levels[set.findLastIndex(({ amount }) => amount !== null)]
  const isAbove = settingLevel !== levels.at(-1)
  return {
    ...key,
    amount: here.sold,
    own: exact.amount,
    origin:
      here.price === null
        ? null
        : here.sold !== null && here.sold > here.price
          ? 'floor'
          : originOf(exact.amount, set.at(-1)!.amount, 'own', 'ownForAll', 'above'),
    originUser: (isAbove && settingLevel?.id != null && userNames.get(settingLevel.id)) || null,
    floor: above === undefined ? null : here.cost,
    ownFloor: exact.floor,
    floorOrigin:
      above === undefined || here.cost === null ? null : floorOriginOf(here.cost, above.price, exact, set),
  }
}

function floorOriginOf(
  cost: number,
  priceAbove: number | null,
  exact: OwnPrice,
  set: readonly OwnPrice[],
): RenewPrice['floorOrigin'] {
  const given = set.at(-1)!.floor
  if (cost !== (given ?? priceAbove)) return 'above'
  return originOf(exact.floor, given, 'set', 'setForAll', 'price')
}

const originOf = <T>(exact: number | null, forAll: number | null, own: T, ownForAll: T, above: T): T =>
  exact !== null ? own : forAll !== null ? ownForAll : above

function keysOf(own: OwnPrices, deviceTypeIds: readonly number[]): Key[] {
  return [null, ...deviceTypeIds].flatMap((deviceType) =>
    durationIds.flatMap((duration) => own.currencies.map((currency) => ({ deviceType, duration, currency }))),
  )
}
