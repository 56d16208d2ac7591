import { createContext } from 'react'
import type { AddressBook } from './address-book.ts'

/** The source of addresses for a part of the page; null: the server, for whoever is signed in. */
export const AddressBookContext = createContext<AddressBook | null>(null)
