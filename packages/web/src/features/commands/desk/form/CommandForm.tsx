import { call } from '@trackway/core/api/call.ts'
import { commandCalls } from '@trackway/core/features/commands/calls.ts'
import { type CommandCode, commandRow } from '@trackway/core/features/commands/commands.ts'
import { Flex, Segmented } from 'antd'
import { useMemo, useState } from 'react'
import { z } from 'zod'
import { api } from '../../../../base/api.ts'
import { useTexts } from '../../../../base/use-texts.ts'
import { CallForm } from '../../../../ui/form/CallForm.tsx'
import { feared, riskConfirmation } from '../risk.ts'
import { firstValues, isLeftOut, parameterFields } from './parameter-fields.tsx'
import { UntilField } from './UntilField.tsx'

/** The form of one command: its parameters alone. */
export const formCallOf = (code: CommandCode) =>
  call({
    path: commandCalls.send.path,
    permission: commandCalls.send.permission,
    help: '',
    input: commandRow(code).parameters as unknown as z.ZodType<
      Record<string, unknown>,
      Record<string, unknown>
    >,
    output: z.object({}),
  })

/** Parameters as they are sent: those of other modes are left out. */
export const parametersOf = (code: CommandCode, input: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(input).filter(([field]) => !isLeftOut(code, field, input.mode)))

/** What became of a form that was sent: one command, or a batch. */
export interface SentForm {
  id?: number
  jobId?: number | null
  failed?: { id: string | number; result: string }[]
}

interface CommandFormProps {
  terminalIDs: readonly string[]
  code: CommandCode
  /** What the fields hold at first, where it is not what the device last took: what was saved. */
  saved: Record<string, unknown> | null
  /** What the device last took. */
  last: Record<string, unknown> | null
  /** When it did. */
  lastTime: number | null
  /** Some device is not connected. */
  isOffline: boolean
  onSent: (sent: SentForm) => void
}

/** Sends one command to a device, or to a few: now, or once they connect. */
export function CommandForm(props: CommandFormProps) {
  const { terminalIDs, code, saved, last, lastTime, isOffline, onSent } = props
  const { t, format } = useTexts()
  const formCall = useMemo(() => formCallOf(code), [code])
  const [isQueued, setIsQueued] = useState(isOffline)
  const [until, setUntil] = useState<number | null>(null)
  const [terminalID] = terminalIDs
  const send = async (input: Record<string, unknown>): Promise<SentForm> => {
    const form = {
      code,
      parameters: parametersOf(code, input),
      offline: isQueued,
      ...(isQueued && until !== null && { expireTime: until }),
    }
    if (terminalIDs.length > 1) return api(commandCalls.batchAdd, { ...form, terminalIDs: [...terminalIDs] })
    // Its progress arrives over the live connection.
    return api(commandCalls.send, { ...form, terminalID: terminalID!, waitSeconds: 0 })
  }
  const queueLabel =
    until === null ? t('commands.queue') : t('commands.queueUntil', { time: format.dateTime(until) })
  return (
    <Flex vertical gap={16}>
      <div>
        <h3>{t(`reports.command.${code}`)}</h3>
        {lastTime !== null && (
          <small className="tw-muted">{t('commands.lastTime', { time: format.dateTime(lastTime) })}</small>
        )}
      </div>
      <Segmented
        block
        aria-label={t('commands.when')}
        value={isQueued}
        onChange={setIsQueued}
        options={[
          { value: false, label: t('commands.now') },
          { value: true, label: t('commands.whenConnected') },
        ]}
      />
      {isQueued && <UntilField code={code} value={until} onChange={setUntil} />}
      <CallForm
        call={formCall}
        submitLabel={isQueued ? queueLabel : t('commands.sendNow')}
        label={(field) => t(`command.field.${field}`, { defaultValue: field })}
        fields={parameterFields(code, t, {
          last,
          terminalID: terminalIDs.length === 1 ? terminalID : undefined,
        })}
        initial={firstValues(code, saved ?? last)}
        toConfirmation={(input) =>
          riskConfirmation(
            feared(code, input),
            terminalIDs.length === 1 ? terminalID : String(terminalIDs.length),
            t,
          )
        }
        send={(input) => send(input) as Promise<Record<string, never>>}
        rereads={['list']}
        onDone={(sent) => onSent(sent as SentForm)}
      />
    </Flex>
  )
}
