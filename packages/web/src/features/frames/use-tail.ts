import { resultCodes, resultNames } from '@trackway/core/codes/results.ts'
import type { Frame } from '@trackway/core/features/frames/calls.ts'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LiveConnection, type LiveStatus } from '../../base/live/live-connection.ts'
import { endSession, useSession } from '../../base/session.ts'

/** A frame, or a mark that somebody set between two of them. */
export type TailRow =
  | { kind: 'frame'; id: string; frame: Frame }
  | { kind: 'mark'; id: string; time: number; text: string }

/** Rows that are kept; the oldest go. */
const maxRows = 2_000

/** The newest frames of these devices, first the newest, for as long as the page is open. */
export function useTail(terminalIDs: readonly string[]) {
  const { t } = useTranslation()
  const token = useSession((session) => session.token)
  const [rows, setRows] = useState<TailRow[]>([])
  const [waiting, setWaiting] = useState<TailRow[]>([])
  const [isPaused, setIsPaused] = useState(false)
  const [missed, setMissed] = useState(0)
  const [status, setStatus] = useState<LiveStatus['kind']>('connecting')
  const [refusal, setRefusal] = useState<string | null>(null)
  const paused = useRef(isPaused)
  paused.current = isPaused
  const key = terminalIDs.join('_')

  useEffect(() => {
    if (!token || key === '') return
    setRefusal(null)
    const connection = new LiveConnection({
      token,
      userId: undefined,
      only: 'frames',
      terminalIDs: key.split('_'),
      onStatus: ({ kind }) => setStatus(kind),
      onFrames: (frames, more) => {
        const come = frames.toReversed().map((frame): TailRow => ({ kind: 'frame', id: frame.id, frame }))
        const add = paused.current ? setWaiting : setRows
        add((was) => [...come, ...was].slice(0, maxRows))
        if (more > 0) setMissed((was) => was + more)
      },
      onRefused: (code) => {
        if (code === resultCodes.sessionExpired) endSession('expired')
        else setRefusal(t(`result.${resultNames[code]}`))
      },
    })
    return () => connection.close()
  }, [token, key, t])

  const togglePause = () => {
    if (isPaused) {
      setRows((was) => [...waiting, ...was].slice(0, maxRows))
      setWaiting([])
    }
    setIsPaused(!isPaused)
  }
  const mark = (text: string) => {
    const time = Date.now()
    setRows((was) => [{ kind: 'mark' as const, id: `mark ${time}`, time, text }, ...was].slice(0, maxRows))
  }
  const clear = () => {
    setRows([])
    setWaiting([])
    setMissed(0)
  }
  return { rows, waiting: waiting.length, isPaused, missed, status, refusal, togglePause, mark, clear }
}
