import { trackShareCalls } from '@trackway/core/features/track-shares/calls.ts'
import { api } from '../../base/api.ts'
import { type AddressBook, createAddressBook } from '../../ui/address/address-book.ts'

/** A page waits no longer for what it can do without. */
const timeoutMs = 15_000

/** Addresses for a public link: of the places that its replay shows. Nothing is stored in the visitor's browser. */
export function createSharedAddressBook(token: string): AddressBook {
  return createAddressBook({
    fetchAddresses: async (places, language) =>
      (await api(trackShareCalls.sharedAddresses, { token, places, language }, { timeoutMs })).addresses,
    recall: () => null,
    remember: () => {},
    now: Date.now,
    later: (run, ms) => setTimeout(run, ms),
  })
}
