import { PauseOutlined, PlayCircleOutlined, RedoOutlined, StopOutlined } from '@ant-design/icons'
import { type DeviceTask, taskCalls } from '@trackway/core/features/tasks/calls.ts'
import { countOf, toBegin, underWay } from '@trackway/core/features/tasks/task-states.ts'
import { Flex } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../base/api.ts'
import { ActionButton } from '../../ui/actions/ActionButton.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { type Confirmation, confirm } from '../../ui/form/confirm.ts'
import { rereadTasks, useMayChange } from './use-task.ts'

interface TaskActionsProps {
  task: DeviceTask
  /** What is asked before failed devices begin again, where that is more than the usual question. */
  retryConfirmation?: () => Promise<Omit<Confirmation, 'onOk'> | null>
  /** Of a kind with calls of its own for it: what is said when it is done. */
  stop?: () => Promise<string>
  retry?: () => Promise<string>
  /** More to read anew. */
  onChanged?: () => Promise<unknown>
}

/** Pause, resume, stop and repeat a task; nothing for those who may only look. */
export function TaskActions({ task, retryConfirmation, onChanged, ...own }: TaskActionsProps) {
  const { t } = useTranslation()
  const { act, isBusy } = useAction()
  const mayChange = useMayChange(task.kind)
  const { id, state, counts } = task
  const run = async (work: () => Promise<string>) => {
    const done = await work()
    await Promise.all([rereadTasks(), onChanged?.()])
    return done
  }
  const pause = async () => {
    await api(taskCalls.pause, { id })
    return t('tasks.paused')
  }
  const resume = async () => {
    await api(taskCalls.resume, { id })
    return t('tasks.resumed')
  }
  const stop = async () => {
    const { cancelled, underWay } = await api(taskCalls.cancel, { id })
    return t(underWay > 0 ? 'tasks.stoppedSome' : 'tasks.stopped', { count: cancelled, underWay })
  }
  const retry = async () => {
    const { retried } = await api(taskCalls.retry, { id })
    return t('tasks.retried', { count: retried })
  }
  const left = countOf(counts, toBegin)
  const going = countOf(counts, underWay)
  const confirmStop = () =>
    confirm({
      title: t('tasks.stopTitle'),
      text: t(going > 0 ? 'tasks.stopTextSome' : 'tasks.stopText', { count: left, going }),
      okLabel: t('tasks.stopOk'),
      onOk: () => run(own.stop ?? stop),
    })
  const confirmRetry = async () => {
    const usual = {
      title: t('tasks.retryTitle'),
      text: t('tasks.retryText', { count: counts.failed }),
      okLabel: t('tasks.retryOk'),
    }
    const confirmation = (await retryConfirmation?.()) ?? usual
    confirm({ ...confirmation, onOk: () => run(own.retry ?? retry) })
  }
  if (!mayChange) return null
  return (
    <Flex gap={8} wrap>
      {state === 'running' && (
        <ActionButton icon={<PauseOutlined />} loading={isBusy} onClick={() => void act(() => run(pause))}>
          {t('tasks.pause')}
        </ActionButton>
      )}
      {state === 'paused' && (
        <ActionButton
          type="primary"
          icon={<PlayCircleOutlined />}
          loading={isBusy}
          onClick={() => void act(() => run(resume))}
        >
          {t('tasks.resume')}
        </ActionButton>
      )}
      <ActionButton
        icon={<RedoOutlined />}
        loading={isBusy}
        disabled={counts.failed === 0}
        onClick={() => void act(confirmRetry)}
      >
        {t('tasks.retry', { count: counts.failed })}
      </ActionButton>
      {(state === 'running' || state === 'paused') && (
        <ActionButton danger icon={<StopOutlined />} loading={isBusy} onClick={confirmStop}>
          {t('tasks.stop')}
        </ActionButton>
      )}
    </Flex>
  )
}
