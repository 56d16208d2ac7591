import { type CommandRecord, commandCalls } from '@trackway/core/features/commands/calls.ts'
import { shownState } from '@trackway/core/features/commands/command-states.ts'
import { Alert, Button, Flex, Input, Popover, Switch, Timeline } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../base/api.ts'
import { reread } from '../../../base/queries/query-client.ts'
import { useCall } from '../../../base/queries/use-call.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { useAction } from '../../../ui/actions/use-action.ts'
import { confirm } from '../../../ui/form/confirm.ts'
import { ContentLoading } from '../../../ui/loading/ContentLoading.tsx'
import { riskConfirmation } from './risk.ts'
import { useMayCall } from './use-may-call.ts'

/** A command that came to nothing for want of the device: it may wait for the next connection. */
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

/** How far a command has come, with the time of each step; one that waits is cancelled, one without answer kept. */
export function CommandProgress({ id }: { id: number }) {
  const { t, format } = useTexts()
  const [isRaw, setIsRaw] = useState(false)
  const { data: command } = useCall(['command', id], commandCalls.get, { id })
  if (!command) return <ContentLoading />
  const { state, failure, heldBy, reply, content, oilReply, replyClass } = command
  const why = failure ?? heldBy
  const meaning = oilReply
    ? t(`commands.oilReply.${oilReply}`)
    : replyClass && replyClass !== 'query' && replyClass !== 'unknown'
      ? t(`commands.replyClass.${replyClass}`)
      : null
  const steps: [name: string, time: number | null][] = [
    ['queued', command.createTime],
    ['sent', command.sentTime],
    ['acknowledged', command.acknowledgeTime],
    ['confirmed', command.confirmTime],
    [state, command.endTime],
  ]
  const isLater = state === 'queued' && command.dueTime > command.createTime + 60_000
  const notes = [
    command.isRecorded && t('commands.recorded'),
    isLater && t('commands.plannedFor', { time: format.dateTime(command.dueTime) }),
    state === 'queued' && t('commands.waitsUntil', { time: format.dateTime(command.expireTime) }),
  ].filter((note) => note !== false)
  return (
    <Flex vertical gap={12}>
      <Alert
        type={state === 'acknowledged' && command.result === null ? 'info' : kinds[state]}
        showIcon
        role="status"
        title={t(`reports.commandState.${shownState(command)}`)}
        description={
          [why && t(`reports.commandFailure.${why}`), meaning].filter(Boolean).join(' · ') || undefined
        }
      />
      <KeepOrCancel command={command} />
      <Timeline
        items={steps.flatMap(([name, time]) =>
          time === null
            ? []
            : [{ key: name, content: `${format.dateTime(time)} · ${t(`reports.commandState.${name}`)}` }],
        )}
      />
      {notes.map((note) => (
        <small key={note} className="tw-muted">
          {note}
        </small>
      ))}
      <small className="tw-muted">{t('commands.sentBy', { sender: command.sender })}</small>
      <Flex gap={8} align="center" justify="space-between" wrap>
        <Flex component="label" gap={8} align="center">
          <Switch size="small" checked={isRaw} onChange={setIsRaw} aria-label={t('commands.raw')} />
          {t('commands.raw')}
        </Flex>
        <SaveOrder command={command} />
      </Flex>
      {isRaw ? (
        <pre className="tw-flat tw-pre-wrap tw-anywhere">
          {`> ${content}\n< ${reply ?? t('commands.noReply')}`}
        </pre>
      ) : (
        reply !== null && <span className="tw-anywhere">{reply}</span>
      )}
    </Flex>
  )
}

function KeepOrCancel({ command }: { command: CommandRecord }) {
  const { t } = useTranslation()
  const mayCancel = useMayCall(commandCalls.cancel)
  const mayKeep = useMayCall(commandCalls.findAndOffline)
  const { act, isBusy } = useAction()
  const { id } = command
  const run = (work: () => Promise<unknown>, done: string) =>
    act(async () => {
      await work()
      await reread('list', ['command', id])
      return t(done)
    })
  const keep = () => run(() => api(commandCalls.findAndOffline, { id }), 'commands.kept')
  if (command.state === 'queued' && mayCancel)
    return (
      <Button
        danger
        loading={isBusy}
        onClick={() => void run(() => api(commandCalls.cancel, { id }), 'commands.cancelled')}
      >
        {t('commands.cancelCommand')}
      </Button>
    )
  if (!mayBeKept(command) || !mayKeep) return null
  return (
    <Alert
      type="info"
      title={t('commands.keepText')}
      action={
        <Button
          type="primary"
          size="small"
          loading={isBusy}
          onClick={() => {
            const confirmation = riskConfirmation(command.code, command.terminalID, t)
            if (confirmation) confirm({ ...confirmation, onOk: keep })
            else void keep()
          }}
        >
          {t('commands.keep')}
        </Button>
      }
    />
  )
}

/** Keeps the command with its values under a name. */
function SaveOrder({ command: { code, content, parameters, isRecorded } }: { command: CommandRecord }) {
  const { t } = useTranslation()
  const { act } = useAction()
  const maySave = useMayCall(commandCalls.saveOrder)
  const [isOpen, setIsOpen] = useState(false)
  const [name, setName] = useState('')
  const save = async () => {
    if (name.trim() === '') return
    const isText = isRecorded || 'content' in parameters
    await act(async () => {
      await api(commandCalls.saveOrder, { name, ...(isText ? { content } : { code, parameters }) })
      setIsOpen(false)
      await reread(['command', 'orders'])
      return t('commands.orderSaved')
    })
  }
  if (!maySave) return null
  return (
    <Popover
      trigger="click"
      open={isOpen}
      onOpenChange={setIsOpen}
      content={
        <Flex gap={8}>
          <Input
            aria-label={t('commands.orderName')}
            placeholder={t('commands.orderName')}
            maxLength={64}
            value={name}
            onChange={(event) => setName(event.target.value)}
            onPressEnter={() => void save()}
          />
          <Button type="primary" onClick={() => void save()}>
            {t('commands.save')}
          </Button>
        </Flex>
      }
    >
      <Button size="small">{t('commands.saveOrder')}</Button>
    </Popover>
  )
}
