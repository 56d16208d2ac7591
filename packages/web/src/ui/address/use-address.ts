import { geocodingCalls } from '@trackway/core/features/geocoding/calls.ts'
import { distanceM } from '@trackway/core/geo/distance.ts'
import { useCallback, useContext, useEffect, useRef, useSyncExternalStore } from 'react'
import { api } from '../../base/api.ts'
import { useLanguage } from '../../base/language.ts'
import { recall, remember } from '../../base/stored.ts'
import { type AddressBook, createAddressBook, type KnownAddress, keyOf, type Place } from './address-book.ts'
import { AddressBookContext } from './book-context.ts'

/** A page waits no longer for what it can do without. */
const timeoutMs = 15_000
/** While the next address is on its way, the last one is shown to whoever moved no further than this. */
const sameVicinityM = 1_500

let book: AddressBook | undefined

// At first use: by then the storage is open.
function addressBook(): AddressBook {
  book ??= createAddressBook({
    fetchAddresses: async (places, language) =>
      (await api(geocodingCalls.find, { places, language }, { timeoutMs })).addresses,
    recall: () => recall('addressCache'),
    remember: (entries) => remember('addressCache', entries),
    now: Date.now,
    later: (run, ms) => setTimeout(run, ms),
  })
  return book
}

export interface UseAddressOptions {
  /** For vehicles under way: requests again every 300 m rather than every 30 m. */
  isRough?: boolean
}

/**
 * The address of a place in the language of the page. All requests within 50 ms go to the server
 * in one call, and answers are remembered.
 * @returns undefined while it is on its way; null where nothing is known, or the request failed
 */
export function useAddress(
  place: Place | null,
  { isRough = false }: UseAddressOptions = {},
): KnownAddress | undefined {
  const language = useLanguage((state) => state.language)
  const book = useContext(AddressBookContext) ?? addressBook()
  const key = place && keyOf(place, language, isRough)
  const last = useRef<{ place: Place; language: string; known: KnownAddress }>(null)

  const subscribe = useCallback(
    (onChange: () => void) => (key === null ? () => {} : book.subscribe(key, onChange)),
    [book, key],
  )
  const known = useSyncExternalStore(subscribe, () => (key === null ? null : book.get(key)))

  // biome-ignore lint/correctness/useExhaustiveDependencies: within a cell it is the same request
  useEffect(() => {
    if (key !== null && place) return book.request(key, place, language)
  }, [book, key])

  useEffect(() => {
    if (place && known) last.current = { place, language, known }
  })
  if (known !== undefined || !place || last.current?.language !== language) return known
  const { lat, lon } = last.current.place
  return distanceM(lat, lon, place.lat, place.lon) < sameVicinityM ? last.current.known : undefined
}
