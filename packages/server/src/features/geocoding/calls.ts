import { preferredLanguage } from '@trackway/core/codes/result-texts.ts'
import { type Address, geocodingCalls, placeOfParam } from '@trackway/core/features/geocoding/calls.ts'
import { type Handler, serve } from '../../platform/http/serve.ts'
import { countCached, usageByDay } from './queries.ts'
import { addressesOf, providerStates } from './start-geocoding.ts'

export const geocodingHandlers: readonly Handler[] = [
  serve(geocodingCalls.find, async ({ input, session, language }) => ({
    // Anybody can be the demo account: it is not given the operator's money.
    addresses: await addressesOf(input.places, input.language ?? language, {
      mayUseOnline: !session.account.isDemo,
    }),
  })),

  serve(geocodingCalls.usage, async ({ db, now }) => ({
    providers: providerStates().map(({ own, restsUntilTime }) => ({
      source: own.source,
      budgetPerDay: own.perDay,
      restsUntilTime,
    })),
    days: await usageByDay(db, now),
    cached: await countCached(db),
  })),

  serve(geocodingCalls.getKeyAddress, async ({ input, session, language }) => {
    const place = placeOfParam(input.param)
    if (place === null) throw new Error('the schema let a place pass that cannot be read')
    const { lat, lon } = place
    const [address = null] = await addressesOf(
      [{ lat, lon }],
      preferredLanguage(place.language ?? undefined) ?? language,
      { mayUseOnline: !session.account.isDemo },
    )
    return {
      status: address ? 0 : 1,
      result: {
        location: { lat, lng: lon },
        formatted_address: address?.text ?? '',
        sematic_description: address ? described(address) : '',
      },
    }
  }),
]

/** Only what is not the address itself: a position near a place. */
function described({ isExact, short }: Address): string {
  return isExact ? '' : short
}
