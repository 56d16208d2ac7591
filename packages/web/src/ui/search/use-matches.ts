import { type KeyboardEvent, useEffect, useState } from 'react'

interface MatchesOf<M> {
  matches: readonly M[]
  /** The text that they were found for. */
  searched: string
  /** Their answer is still awaited. */
  isPending?: boolean
  /** The best one is marked from the beginning. */
  marksFirst?: boolean
  /** @param isShifted the second thing that can be done with a match */
  onTake: (match: M, isShifted: boolean) => void
  /** Enter found nothing. */
  onNone?: (text: string) => void
}

/** What a field that searches does with its keys. */
export type Matches = Pick<ReturnType<typeof useMatches>, 'onText' | 'enter' | 'onKeyDown'>

/**
 * The one rule of search boxes: arrows mark a match, and Enter takes the marked one or the only one. Of several Enter
 * marks the first, so that a second one takes it. Pressed before the answer is there it takes what is found then.
 */
export function useMatches<M>(of: MatchesOf<M>) {
  const { matches, searched, isPending = false, marksFirst = false, onTake, onNone } = of
  const [marked, setMarked] = useState(marksFirst ? 0 : -1)
  const [entered, setEntered] = useState<{ text: string; isShifted: boolean } | null>(null)
  const at = Math.min(marked, matches.length - 1)
  const isAnswered = entered !== null && entered.text === searched && !isPending

  // biome-ignore lint/correctness/useExhaustiveDependencies: taken once
  useEffect(() => {
    if (!isAnswered) return
    setEntered(null)
    const match = matches[at] ?? (matches.length === 1 ? matches[0] : undefined)
    if (match !== undefined) onTake(match, entered.isShifted)
    else if (matches.length > 1) setMarked(0)
    else onNone?.(entered.text)
  }, [isAnswered])

  const enter = (text: string, isShifted = false) => setEntered({ text: text.trim(), isShifted })
  return {
    /** The place of the marked one among the matches; -1: none is. */
    marked: at,
    mark: setMarked,
    /** Other text was typed. */
    onText: () => {
      setMarked(marksFirst ? 0 : -1)
      setEntered(null)
    },
    enter,
    onKeyDown: (event: KeyboardEvent, text: string) => {
      // A name in Chinese or Japanese is still being put together.
      if (event.nativeEvent.isComposing) return
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      if (step !== undefined && matches.length > 0) {
        event.preventDefault()
        setMarked(at < 0 && step < 0 ? matches.length - 1 : (at + step + matches.length) % matches.length)
      } else if (event.key === 'Enter') {
        event.preventDefault()
        enter(text, event.shiftKey)
      }
    },
  }
}
