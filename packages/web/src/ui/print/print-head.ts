import { createContext, useContext } from 'react'

/** What stands above a printed page beside its title: account, period, time zone. */
export type PrintFacts = readonly (readonly [label: string, value: string])[]

const PrintContext = createContext<PrintFacts | null>(null)
export const PrintFactsProvider = PrintContext.Provider

/** Null where tables are not printed as reports. */
export const usePrintFacts = () => useContext(PrintContext)
