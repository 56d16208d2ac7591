import { keepPreviousData } from '@tanstack/react-query'
import {
  type QualityResult,
  type QualityState,
  qualityCheckCalls,
} from '@trackway/core/features/quality-checks/calls.ts'
import { useEffect, useRef } from 'react'
import { useCall } from '../../base/queries/use-call.ts'
import { playSound } from './play-sound.ts'

const pageSize = 50
/** While something is checked, its lights turn green within this. */
const goingMs = 1_000
const idleMs = 5_000

interface Shown {
  state: QualityState | undefined
  page: number
  isGoing: boolean
}

/** The last attempts of a run, current while they are shown; each verdict sounds when it comes. */
export function useRunDevices(run: number, { state, page, isGoing }: Shown) {
  const { data } = useCall(
    ['qualityCheck', run, state, page],
    qualityCheckCalls.find,
    { taskId: run, attempt: 'run', state, pageNum: page, pageSize },
    { refetchInterval: isGoing ? goingMs : idleMs, placeholderData: keepPreviousData },
  )
  const rows = data?.list
  useVerdictSounds(rows)
  return { rows, total: data?.total ?? 0, pageSize }
}

function useVerdictSounds(rows: readonly QualityResult[] | undefined): void {
  const known = useRef(new Map<number, QualityState>())
  useEffect(() => {
    if (rows === undefined) return
    const ended = rows.filter(({ id, state }) => known.current.get(id) === 'open' && state !== 'open')
    for (const { id, state } of rows) known.current.set(id, state)
    if (ended.length === 0) return
    playSound(ended.some(({ state }) => state === 'failed') ? 'bad' : 'good')
  }, [rows])
}
