import { keepPreviousData } from '@tanstack/react-query'
import { type QualityState, qualityCheckCalls } from '@trackway/core/features/quality-checks/calls.ts'
import type { DeviceTask } from '@trackway/core/features/tasks/calls.ts'
import { useEffect, useRef } from 'react'
import { useCall } from '../../base/queries/use-call.ts'
import { playSound } from './play-sound.ts'

const pageSize = 50
/** While something is checked, its lights turn green within this. */
export const goingMs = 1_000
const idleMs = 5_000

interface Shown {
  state: QualityState | undefined
  page: number
  /** The device that was scanned last; null: none, or another one was chosen since. */
  scanned: string | null
  isGoing: boolean
}

/** The last attempts of a run, current while they are shown; that with the device scanned last stands first where the page has none. */
export function useRunDevices(run: number, { state, page, scanned, isGoing }: Shown) {
  const options = { refetchInterval: isGoing ? goingMs : idleMs, placeholderData: keepPreviousData }
  const { data } = useCall(
    ['qualityCheck', run, state, page],
    qualityCheckCalls.find,
    { taskId: run, attempt: 'run', state, pageNum: page, pageSize },
    options,
  )
  const rows = data?.list
  const isElsewhere =
    scanned !== null && rows !== undefined && !rows.some(({ terminalID }) => terminalID === scanned)
  const { data: found } = useCall(
    ['qualityCheck', run, 'scanned', scanned],
    qualityCheckCalls.find,
    isElsewhere ? { taskId: run, attempt: 'run', search: scanned } : null,
    { refetchInterval: options.refetchInterval },
  )
  const first = isElsewhere ? found?.list.filter(({ terminalID }) => terminalID === scanned) : undefined
  return { rows: rows && [...(first ?? []), ...rows], total: data?.total ?? 0, pageSize }
}

/** Each verdict sounds when it comes, of whichever device of the run. */
export function useVerdictSounds(task: DeviceTask | undefined): void {
  const known = useRef<DeviceTask['counts'] | null>(null)
  const counts = task?.counts
  useEffect(() => {
    if (counts === undefined) return
    const before = known.current
    known.current = counts
    if (before === null) return
    if (counts.failed > before.failed) playSound('bad')
    else if (counts.done > before.done) playSound('good')
  }, [counts])
}
