import type { DeviceTask } from '@trackway/core/features/tasks/calls.ts'
import { lastBeginTime } from '@trackway/core/features/tasks/task-pace.ts'
import { countOf, ended, toBegin } from '@trackway/core/features/tasks/task-states.ts'
import { Alert, Flex, Progress } from 'antd'
import { useTexts } from '../../base/use-texts.ts'

/** How far a task has come, why it does not go on, and when its last device will have begun at its pace. */
export function TaskProgress({ task }: { task: DeviceTask }) {
  const { t, format } = useTexts()
  const { counts, total } = task
  const over = countOf(counts, ended)
  const left = countOf(counts, toBegin)
  const lastTime = task.state === 'running' && left > 0 ? lastBeginTime(task, left, Date.now()) : null
  const percent = (count: number) => (total === 0 ? 0 : (count * 100) / total)
  return (
    <Flex vertical gap={8} className="tw-rigid">
      {task.pauseReason === 'failureRate' && (
        <Alert
          type="warning"
          showIcon
          title={t('tasks.pausedByRate', { percent: task.maxFailurePercent })}
          description={t('tasks.pausedByRateText')}
        />
      )}
      <Progress
        percent={Math.floor(percent(over))}
        success={{ percent: percent(counts.done) }}
        status={task.pauseReason === 'failureRate' ? 'exception' : 'normal'}
        aria-label={t('tasks.progress')}
      />
      <Flex gap={12} wrap className="tw-muted">
        <span>{t('tasks.over', { over, total })}</span>
        {counts.failed > 0 && (
          <span className="tw-danger">{t('tasks.failed', { count: counts.failed })}</span>
        )}
        {counts.skipped > 0 && <span>{t('tasks.skipped', { count: counts.skipped })}</span>}
        {task.state === 'cancelled' && task.finishTime === null && (
          <span>{t('tasks.goesOn', { count: counts.offered + counts.running })}</span>
        )}
        {lastTime !== null && <span>{t('tasks.lastBegins', { time: format.dateTime(lastTime) })}</span>}
        {task.deadlineTime !== null && task.finishTime === null && (
          <span>{t('tasks.deadline', { time: format.dateTime(task.deadlineTime) })}</span>
        )}
      </Flex>
    </Flex>
  )
}
