import type { ListFileRequest } from '@trackway/core/features/exports/calls.ts'
import { type ComponentType, createContext } from 'react'

export interface ListFileProps {
  /** What is shown; the file holds all pages of it. */
  request: ListFileRequest
  rows: number
}

/** The button that makes a file of a list. Making files is a feature, so the shell gives it to the lists. */
export const ListFileContext = createContext<ComponentType<ListFileProps> | null>(null)
