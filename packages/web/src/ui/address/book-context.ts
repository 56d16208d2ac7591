import { createContext } from 'react'
import type { AddressBook } from './address-book.ts'

/** Whom the addresses of a part of the page are asked of; null: the server, for whoever is signed in. */
export const AddressBookContext = createContext<AddressBook | null>(null)
