import { useSearch } from '@tanstack/react-router'
import { type BatchPreview, batchRules, commandCalls } from '@trackway/core/features/commands/calls.ts'
import type { CommandCode } from '@trackway/core/features/commands/commands.ts'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { api } from '../../../base/api.ts'
import { useAction } from '../../../ui/actions/use-action.ts'
import { confirm } from '../../../ui/form/confirm.ts'
import { readIds } from '../../../ui/vehicles/read-ids.ts'
import { readDevices } from '../../../ui/vehicles/vehicle-list.ts'
import { parametersOf } from '../desk/form/CommandForm.tsx'
import { feared, isRisky } from '../desk/risk.ts'

const notThere = ({ id, result }: { id: string | number; result: string }): BatchPreview => ({
  terminalID: String(id),
  displayName: String(id),
  isOnline: false,
  isOffline: false,
  content: null,
  refusal: result,
})

/** How the batch goes on, as the form has it. */
type TaskRules = Partial<z.output<z.ZodObject<typeof batchRules>>>

/** What the form holds, parted into the parameters of the command and the rules of the batch. */
function parted(input: Record<string, unknown>): { parameters: Record<string, unknown>; rules: TaskRules } {
  const [rules, parameters] = [true, false].map((isRule) =>
    Object.fromEntries(Object.entries(input).filter(([field]) => field in batchRules === isRule)),
  )
  return { parameters: parameters!, rules: rules! }
}

/** What was previewed, as it is sent. */
interface Prepared {
  terminalIDs: string[]
  code: CommandCode
  parameters: Record<string, unknown>
  offline: boolean
  expireTime?: number
  rules: TaskRules
  previews: BatchPreview[]
}

/** A command to many devices as it is filled in. */
interface BatchDraft {
  /** The devices as they were typed. */
  text: string
  code: CommandCode
  isQueued: boolean
  until: number | null
}

/** A command to many devices, from what is filled in to its sending. @param onSent shows what becomes of it */
export function useBatchSend(onSent: (jobId: number) => void) {
  const { t } = useTranslation()
  const { terminalID } = useSearch({ strict: false }) as { terminalID?: string }
  const [draft, setDraft] = useState<BatchDraft>(() => ({
    text: readDevices(terminalID).join('\n'),
    code: 'status',
    isQueued: true,
    until: null,
  }))
  const { text, code, isQueued, until } = draft
  const [prepared, setPrepared] = useState<Prepared | null>(null)
  const { act, isBusy } = useAction()
  const { ids, wrong } = useMemo(() => readIds(text), [text])
  const change = (part: Partial<BatchDraft>) => {
    setDraft((was) => ({ ...was, ...part }))
    setPrepared(null)
  }
  const prepare = async (input: Record<string, unknown>) => {
    const { parameters, rules } = parted(input)
    const request = { terminalIDs: ids, code, parameters: parametersOf(code, parameters), offline: isQueued }
    const { list, failed } = await api(commandCalls.previewBatch, request)
    setPrepared({
      ...request,
      ...(isQueued && until !== null && { expireTime: until }),
      rules,
      previews: [...list, ...failed.map(notThere)],
    })
    return {}
  }
  const good = prepared?.previews.filter(({ refusal }) => refusal === null) ?? []
  const send = async () => {
    if (!prepared) return
    const { previews: _, rules, ...request } = prepared
    await act(async () => {
      const { jobId } = await api(commandCalls.batchAdd, { ...request, ...rules })
      if (jobId !== null) onSent(jobId)
    })
  }
  const isFeared = prepared !== null && isRisky(feared(prepared.code, prepared.parameters))
  const startSending = () =>
    isFeared
      ? confirm({
          title: t(`reports.command.${code}`),
          text: t('commands.riskText'),
          okLabel: t('commands.sendAnyway'),
          typed: String(good.length),
          onOk: send,
        })
      : void send()

  return {
    fields: { draft, ids, wrong, change },
    preview: { prepared, good, isFeared, isBusy, prepare, send: startSending },
  }
}

export type BatchFieldsProps = ReturnType<typeof useBatchSend>['fields']
