import { newTrack, type Track } from '@trackway/core/track/columns.ts'
import { useEffect, useState } from 'react'
import { loadTrack, type TrackQuestion } from './load-track.ts'

export interface LoadedTrack {
  track: Track
  /** All days have arrived. */
  isComplete: boolean
  error: unknown
}

const empty: LoadedTrack = { track: newTrack(0), isComplete: false, error: null }

/** The track that answers a question; days appear as they arrive. `again` asks once more after an error. */
export function useTrack(question: TrackQuestion | null): LoadedTrack & { again: () => void } {
  const [loaded, setLoaded] = useState(empty)
  const [attempt, setAttempt] = useState(0)
  const { terminalID, from, to } = question ?? {}

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` asks the same question again
  useEffect(() => {
    setLoaded(empty)
    if (terminalID === undefined || from === undefined || to === undefined) return
    const aborter = new AbortController()
    const show = (track: Track, isComplete: boolean) => {
      if (!aborter.signal.aborted) setLoaded({ track, isComplete, error: null })
    }
    loadTrack({ terminalID, from, to }, show, aborter.signal).catch((error: unknown) => {
      if (!aborter.signal.aborted) setLoaded((now) => ({ ...now, error }))
    })
    return () => aborter.abort()
  }, [terminalID, from, to, attempt])

  return { ...loaded, again: () => setAttempt((count) => count + 1) }
}
