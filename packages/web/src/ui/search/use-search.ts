import { keepPreviousData } from '@tanstack/react-query'
import { searchCalls } from '@trackway/core/features/search/calls.ts'
import { isSearchable, isWholeIdentifier } from '@trackway/core/rules/search-text.ts'
import { useEffect, useState } from 'react'
import { useCall } from '../../base/queries/use-call.ts'

const restMs = 180

/** What matches the text, requested after a short pause in typing; a pasted whole identifier at once. */
export function useSearch(text: string) {
  const [rested, setRested] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), restMs)
    return () => clearTimeout(timer)
  }, [text])
  const searched = isWholeIdentifier(text) ? text : rested
  const isLongEnough = isSearchable(text)
  const found = useCall(
    ['search', searched],
    searchCalls.find,
    { text: searched },
    { enabled: isLongEnough && isSearchable(searched), placeholderData: keepPreviousData, staleTime: 10_000 },
  )
  return {
    found: isLongEnough ? found.data : undefined,
    error: isLongEnough ? found.error : null,
    /** The shown result is still that of the previous text. */
    isPending: isLongEnough && (searched !== text || found.isFetching),
  }
}
