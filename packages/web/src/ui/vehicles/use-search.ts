import { keepPreviousData } from '@tanstack/react-query'
import { searchCalls } from '@trackway/core/features/search/calls.ts'
import { isSearchable, isWholeIdentifier } from '@trackway/core/rules/search-text.ts'
import { useEffect, useState } from 'react'
import { useCall } from '../../base/queries/use-call.ts'

const restMs = 180

/** What matches the text, asked for after a short rest; a pasted whole identifier at once. */
export function useSearch(text: string) {
  const [rested, setRested] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), restMs)
    return () => clearTimeout(timer)
  }, [text])
  const wanted = isWholeIdentifier(text) ? text : rested
  const isAsked = isSearchable(text)
  const found = useCall(
    ['search', wanted],
    searchCalls.find,
    { text: wanted },
    { enabled: isAsked && isSearchable(wanted), placeholderData: keepPreviousData, staleTime: 10_000 },
  )
  return {
    found: isAsked ? found.data : undefined,
    error: isAsked ? found.error : null,
    /** What is shown is what was asked for before. */
    isPending: isAsked && (wanted !== text || found.isFetching),
  }
}
