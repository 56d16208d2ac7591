import { useSearch } from '@tanstack/react-router'
import { type BatchPreview, commandCalls } from '@trackway/core/features/commands/calls.ts'
import type { CommandCode } from '@trackway/core/features/commands/commands.ts'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../base/api.ts'
import { useAction } from '../../../ui/actions/use-action.ts'
import { confirm } from '../../../ui/form/confirm.ts'
import { readDevices } from '../../../ui/vehicles/vehicle-list.ts'
import { parametersOf } from '../desk/form/CommandForm.tsx'
import { feared, isRisky } from '../desk/risk.ts'
import { readIds } from './read-ids.ts'

const notThere = ({ id, result }: { id: string | number; result: string }): BatchPreview => ({
  terminalID: String(id),
  displayName: String(id),
  isOnline: false,
  isOffline: false,
  content: null,
  refusal: result,
})

/** What was previewed, as it is sent. */
interface Prepared {
  terminalIDs: string[]
  code: CommandCode
  parameters: Record<string, unknown>
  offline: boolean
  expireTime?: number
  startTime?: number
  previews: BatchPreview[]
}

/** A command to many devices as it is filled in, previewed and sent. @param onSent shows what becomes of it */
export function useBatchSend(onSent: (jobId: number) => void) {
  const { t } = useTranslation()
  const { terminalID } = useSearch({ strict: false }) as { terminalID?: string }
  const [text, setText] = useState(() => readDevices(terminalID).join('\n'))
  const [code, setCode] = useState<CommandCode>('status')
  const [isQueued, setIsQueued] = useState(true)
  const [until, setUntil] = useState<number | null>(null)
  const [start, setStart] = useState<number | null>(null)
  const [perSecond, setPerSecond] = useState(5)
  const [prepared, setPrepared] = useState<Prepared | null>(null)
  const { act, isBusy } = useAction()
  const { ids, wrong } = useMemo(() => readIds(text), [text])
  const change =
    <T>(set: (value: T) => void) =>
    (value: T) => {
      set(value)
      setPrepared(null)
    }
  const preview = async (input: Record<string, unknown>) => {
    const asked = { terminalIDs: ids, code, parameters: parametersOf(code, input), offline: isQueued }
    const { list, failed } = await api(commandCalls.previewBatch, asked)
    setPrepared({
      ...asked,
      ...(isQueued && until !== null && { expireTime: until }),
      ...(start !== null && { startTime: start }),
      previews: [...list, ...failed.map(notThere)],
    })
    return {}
  }
  const good = prepared?.previews.filter(({ refusal }) => refusal === null) ?? []
  const send = async () => {
    if (!prepared) return
    const { previews: _, ...asked } = prepared
    await act(async () => {
      const { jobId } = await api(commandCalls.batchAdd, { ...asked, perSecond })
      if (jobId !== null) onSent(jobId)
    })
  }
  const isAsked = prepared !== null && isRisky(feared(prepared.code, prepared.parameters))
  const startSending = () =>
    isAsked
      ? confirm({
          title: t(`reports.command.${code}`),
          text: t('commands.riskText'),
          okLabel: t('commands.sendAnyway'),
          typed: String(good.length),
          onOk: send,
        })
      : void send()

  return {
    text,
    setText,
    code,
    setCode,
    isQueued,
    setIsQueued,
    until,
    setUntil,
    start,
    setStart,
    perSecond,
    setPerSecond,
    prepared,
    ids,
    wrong,
    good,
    change,
    preview,
    startSending,
    isAsked,
    isBusy,
  }
}

export type BatchDraft = ReturnType<typeof useBatchSend>
