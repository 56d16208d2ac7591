import { createContext, useContext } from 'react'

/** A form of a page that is saved with the others. */
export interface SaveSection {
  key: string
  /** As the bar names it. */
  title: string
  /** Sections are saved in this order: what changes who may save the others comes last. */
  rank: number
  isDirty: boolean
  /** False: it was refused, and says why. */
  save: () => Promise<boolean>
  discard: () => void
}

interface SaveSections {
  /** Takes the section, or with null forgets it. */
  put: (key: string, section: SaveSection | null) => void
  saveAll: () => void
}

export const SaveSectionsContext = createContext<SaveSections | null>(null)

/** The page that saves its forms together. */
export function useSaveSections(): SaveSections {
  const sections = useContext(SaveSectionsContext)
  if (!sections) throw new Error('a form section needs a SaveArea around it')
  return sections
}

/** Are two values of a form the same? The order of keys does not count, and nothing is nothing, however it is written. */
export function isSameValue(a: unknown, b: unknown): boolean {
  return JSON.stringify(inOrder(a)) === JSON.stringify(inOrder(b))
}

function inOrder(value: unknown): unknown {
  if (value === undefined || value === '') return null
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, each]) => each !== undefined)
  return entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, each]) => [key, inOrder(each)])
}
