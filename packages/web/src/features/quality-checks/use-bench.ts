import { useNavigate, useSearch } from '@tanstack/react-router'
import { qualityCheckCalls } from '@trackway/core/features/quality-checks/calls.ts'
import { useEffect, useRef, useState } from 'react'
import { ApiError, api } from '../../base/api.ts'
import { reread } from '../../base/queries/query-client.ts'
import { recall, remember } from '../../base/stored.ts'
import { useTexts } from '../../base/use-texts.ts'
import { playSound } from './play-sound.ts'

/** What the bench says of a run that it starts; batch and station are kept for the next one. */
export interface RunAbout {
  name: string
  batch: string
  station: string
}

/** What became of what was scanned last. */
export interface ScanOutcome {
  /** Tells it from the one before, though it says the same. */
  count: number
  code: string
  /** A device was scanned, and no list added. */
  isOne: boolean
  kind: 'added' | 'present' | 'refused'
  text: string
}

/** The same code within this is one scan. */
const sameScanMs = 1_000

function keptAbout(): RunAbout {
  const { batch, station } = (recall('qualityBench') ?? {}) as Partial<Record<'batch' | 'station', unknown>>
  return {
    name: '',
    batch: typeof batch === 'string' ? batch : '',
    station: typeof station === 'string' ? station : '',
  }
}

/** The run on the bench, and what is scanned into it. Scans wait for those before; none is lost during a request. */
export function useBench() {
  const { t, toText } = useTexts()
  const navigate = useNavigate()
  const { run: addressed } = useSearch({ strict: false }) as { run?: number }
  const [run, setRun] = useState(addressed)
  const [about, setAbout] = useState(keptAbout)
  const [outcome, setOutcome] = useState<ScanOutcome | null>(null)
  // Scans go into the run that was opened last, also before the page or its address has it.
  const current = useRef({ run, about, waiting: Promise.resolve(), last: { code: '', time: 0 } })
  current.current.about = about
  const enter = (next: number | undefined) => {
    current.current.run = next
    setRun(next)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: where the address changes by itself
  useEffect(() => enter(addressed), [addressed])

  const show = (next: Omit<ScanOutcome, 'count'>) => {
    playSound(next.kind === 'added' ? 'good' : 'bad')
    setOutcome((was) => ({ ...next, count: (was?.count ?? 0) + 1 }))
  }
  const open = (to: number | undefined) => {
    enter(to)
    setOutcome(null)
    void navigate({
      to: '/test/qc/$tab',
      params: { tab: 'search' },
      search: to === undefined ? {} : { run: to },
    })
  }
  const submit = async (codes: readonly string[]) => {
    const terminalIDs = [...codes]
    const isOne = codes.length === 1
    const code = isOne ? codes[0]! : t('qualityChecks.codes', { count: codes.length })
    const taskId = current.current.run
    const { name, batch, station } = current.current.about
    try {
      if (taskId === undefined) {
        remember('qualityBench', { batch, station })
        const given = { ...(name && { name }), ...(batch && { batch }), ...(station && { station }) }
        const started = await api(qualityCheckCalls.start, { ...given, terminalIDs })
        open(started.taskId)
        show({ code, isOne, ...outcomeOf(isOne, { ...started, present: [] }) })
      } else
        show({ code, isOne, ...outcomeOf(isOne, await api(qualityCheckCalls.add, { taskId, terminalIDs })) })
      await reread(['list'], ['qualityCheck'], ['task'])
    } catch (error) {
      show({ code, isOne, kind: 'refused', text: failureText(error, isOne, terminalIDs) })
    }
  }
  const failureText = (error: unknown, isOne: boolean, ids: readonly string[]): string => {
    const result = error instanceof ApiError ? error.result : null
    if (result === 'taskOver') return t('qualityChecks.stopped')
    if (result !== 'notFound') return toText(error)
    if (isOne) return t('qualityChecks.one.refused')
    return t('qualityChecks.notFound', { count: ids.length, list: someOf(ids.map((id) => ({ id }))) })
  }
  const outcomeOf = (
    isOne: boolean,
    answer: { devices: number; present: string[]; failed: { id: string | number }[] },
  ): Pick<ScanOutcome, 'kind' | 'text'> => {
    const { devices, present, failed } = answer
    const kind = failed.length > 0 ? 'refused' : devices > 0 ? 'added' : 'present'
    if (isOne) return { kind, text: t(`qualityChecks.one.${kind}`) }
    const parts = [
      ...(devices > 0 ? [t('qualityChecks.added', { count: devices })] : []),
      ...(present.length > 0 ? [t('qualityChecks.present', { count: present.length })] : []),
      ...(failed.length > 0
        ? [t('qualityChecks.notFound', { count: failed.length, list: someOf(failed) })]
        : []),
    ]
    return { kind, text: parts.join(' ') }
  }
  const scan = (codes: readonly string[]) => {
    const { last } = current.current
    const key = codes.join(' ')
    if (codes.length === 0 || (last.code === key && Date.now() - last.time < sameScanMs)) return
    current.current.last = { code: key, time: Date.now() }
    current.current.waiting = current.current.waiting.then(() => submit(codes))
  }
  return { run, about, setAbout, outcome, scan, open }
}

const someOf = (failed: readonly { id: string | number }[]): string =>
  failed
    .slice(0, 8)
    .map(({ id }) => id)
    .join(', ') + (failed.length > 8 ? ', …' : '')
