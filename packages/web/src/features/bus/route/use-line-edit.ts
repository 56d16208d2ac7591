import { useNavigate } from '@tanstack/react-router'
import { type BusLine, busCalls } from '@trackway/core/features/bus/calls.ts'
import type { Place } from '@trackway/core/geo/area.ts'
import { App } from 'antd'
import { useState } from 'react'
import { api } from '../../../base/api.ts'
import { reread } from '../../../base/queries/query-client.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { useLeaveGuard } from '../../../ui/form/use-leave-guard.ts'
import { isTyping } from '../../../ui/keys/is-typing.ts'
import { usePageEvent } from '../../../ui/keys/use-page-event.ts'
import { useUndo } from '../../../ui/use-undo.ts'
import { draftOf, type LineFacts, offsetsAfter } from './line-draft.ts'

const newFacts: LineFacts = {
  name: '',
  direction: 'outbound',
  colour: '#0b6e78',
  terminalIDs: [],
  offRouteM: 100,
  offRoutePoints: 2,
  offRouteS: 30,
}

/** A line as it is drawn and described, and how it is saved. */
export function useLineEdit(line: BusLine | null) {
  const { t } = useTexts()
  const { message } = App.useApp()
  const navigate = useNavigate()
  const draft = useUndo(draftOf(line))
  const [facts, setFacts] = useState<LineFacts>(line ?? newFacts)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [isSaved, setIsSaved] = useState(false)
  const { shape, stops } = draft.value
  const isDirty = !isSaved && (draft.isChanged || facts !== (line ?? newFacts))
  useLeaveGuard(
    () => isDirty,
    () => false,
  )
  useUndoKeys(draft.undo, draft.redo)

  const change = (part: Partial<LineFacts>) => setFacts((now) => ({ ...now, ...part }))
  const setShape = (next: readonly Place[]) => draft.set({ ...draft.value, shape: next })
  const save = async () => {
    setIsBusy(true)
    setError(null)
    try {
      const { userId, ...rest } = pickFacts(facts)
      const sent = { ...rest, shape: [...shape], stops: [...stops] }
      const id = line
        ? line.id
        : (await api(busCalls.add, { ...sent, ...(userId !== undefined && { userId }) })).id
      if (line) {
        const timetable = line.timetable.map((service) => ({
          ...service,
          offsetsMin: offsetsAfter(line.stops, stops, service.offsetsMin),
        }))
        await api(busCalls.edit, { id, ...sent, timetable })
      }
      setIsSaved(true)
      message.success(t('bus.saved', { name: facts.name }))
      await reread('list')
      if (!line)
        void navigate({ to: '/index/bus/busLine/$tab', params: { tab: 'timetable' }, search: { id } })
    } catch (failure) {
      setError(failure)
    }
    setIsBusy(false)
  }

  return { draft, shape, stops, facts, change, setShape, save, error, isBusy }
}

export type LineEdit = ReturnType<typeof useLineEdit>

function pickFacts({
  name,
  direction,
  colour,
  offRouteM,
  offRoutePoints,
  offRouteS,
  terminalIDs,
  userId,
}: LineFacts) {
  return {
    name: name.trim(),
    direction,
    colour,
    offRouteM,
    offRoutePoints,
    offRouteS,
    userId,
    terminalIDs: [...terminalIDs],
  }
}

/** Ctrl+Z and Ctrl+Shift+Z, where nobody is typing. */
function useUndoKeys(undo: (() => void) | null, redo: (() => void) | null): void {
  usePageEvent('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z' || isTyping(event.target)) return
    event.preventDefault()
    const step = event.shiftKey ? redo : undo
    step?.()
  })
}
