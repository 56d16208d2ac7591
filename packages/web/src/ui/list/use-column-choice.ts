import { create } from 'zustand'
import { recall, remember } from '../../base/stored.ts'

/** Keys of the columns chosen; null: those shown without a choice. */
export type ColumnChoice = readonly string[] | null

/** Choices made since the page was opened, by the name of the table. */
export const useColumnChoices = create<Record<string, ColumnChoice>>(() => ({}))

/** The columns that the user chose for a table of this name; the browser remembers them. */
export function useColumnChoice(name: string): [ColumnChoice, (keys: ColumnChoice) => void] {
  const made = useColumnChoices((choices) => choices[name])
  const choose = (keys: ColumnChoice) => {
    const all = recall('tableColumns')
    remember('tableColumns', { ...(typeof all === 'object' ? all : null), [name]: keys })
    useColumnChoices.setState({ [name]: keys })
  }
  return [made === undefined ? remembered(name) : made, choose]
}

/** What is stored may come from an older version of the page. */
function remembered(name: string): ColumnChoice {
  const keys = (recall('tableColumns') as Record<string, unknown> | null | undefined)?.[name]
  return Array.isArray(keys) && keys.every((key) => typeof key === 'string') ? keys : null
}
