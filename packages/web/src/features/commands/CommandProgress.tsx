import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type CommandRecord, commandCalls } from '@trackway/core/api/devices/commands.ts'
import { Alert, Button, Flex, Timeline } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../base/api.ts'
import { useErrorText } from '../../base/error-text.ts'
import { useUser } from '../../base/session.ts'
import { useFormat } from '../../base/use-format.ts'

/** A command that came to nothing for want of the device: it may wait for the next connection (S1, "Command flow"). */
export const mayBeKept = ({ state, failure }: CommandRecord): boolean =>
  state === 'expired' ||
  (state === 'failed' && (failure === 'timeout' || failure === 'disconnected' || failure === 'deviceOffline'))

const kinds: Record<CommandRecord['state'], 'info' | 'success' | 'warning' | 'error'> = {
  queued: 'info',
  sent: 'info',
  acknowledged: 'success',
  confirmed: 'success',
  failed: 'error',
  expired: 'warning',
  cancelled: 'warning',
}

/** How far a command has come, with the time of each step; after a timeout it can be kept as an offline command. */
export function CommandProgress({ id, onKept }: { id: number; onKept: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const toText = useErrorText()
  const client = useQueryClient()
  const { isDemo } = useUser()
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const { data: command } = useQuery({
    queryKey: ['command', id],
    queryFn: ({ signal }) => api(commandCalls.get, { id }, { signal }),
  })
  if (!command) return null
  const { state, failure, heldBy, reply, content, displayName, code } = command
  const keep = async () => {
    setIsBusy(true)
    try {
      await api(commandCalls.findAndOffline, { id })
      await client.invalidateQueries({ queryKey: ['list'] })
      onKept()
    } catch (refusal) {
      setError(toText(refusal))
    }
    setIsBusy(false)
  }
  const why = failure ?? heldBy
  const steps: [name: string, time: number | null][] = [
    ['queued', command.createTime],
    ['sent', command.sentTime],
    ['acknowledged', command.acknowledgeTime],
    ['confirmed', command.confirmTime],
    [state, command.endTime],
  ]
  return (
    <Flex vertical gap={16}>
      <Alert
        type={kinds[state]}
        showIcon
        role="status"
        title={`${displayName} · ${t(`reports.command.${code}`)}: ${t(`reports.commandState.${state}`)}`}
        description={
          [why && t(`reports.commandFailure.${why}`), reply].filter(Boolean).join(' · ') || undefined
        }
      />
      {mayBeKept(command) && !isDemo && (
        <Alert
          type="info"
          title={t('commands.keepText')}
          action={
            <Button type="primary" size="small" loading={isBusy} onClick={() => void keep()}>
              {t('commands.keep')}
            </Button>
          }
        />
      )}
      {error && <Alert type="error" showIcon role="alert" title={error} />}
      <code>{content}</code>
      <Timeline
        items={steps.flatMap(([name, time]) =>
          time === null
            ? []
            : [{ key: name, content: `${format.dateTime(time)} · ${t(`reports.commandState.${name}`)}` }],
        )}
      />
    </Flex>
  )
}
