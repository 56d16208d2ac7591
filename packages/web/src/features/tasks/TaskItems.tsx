import { type DeviceTask, type DeviceTaskItem, taskItemList } from '@trackway/core/features/tasks/calls.ts'
import { type ItemState, itemStates } from '@trackway/core/features/tasks/task-states.ts'
import { Progress, Tag } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import { Pills } from '../../ui/Pills.tsx'
import { refetchMsOf } from './use-task.ts'

interface TaskItemsProps {
  task: DeviceTask
  /** A click on a device. */
  onSelect?: (item: DeviceTaskItem) => void
  /** Where the kind says more of a reason or a result than its words. */
  cells?: Partial<Record<string, (item: DeviceTaskItem) => ReactNode>>
}

const colours: Partial<Record<ItemState, string>> = {
  offered: 'processing',
  running: 'processing',
  done: 'success',
  failed: 'error',
  waiting: 'warning',
}

/** The devices of a task, by their state, each with how far it has come and why it does not go on. */
export function TaskItems({ task, onSelect, cells }: TaskItemsProps) {
  const { t } = useTranslation()
  const [state, setState] = useState<ItemState | 'all'>('all')
  return (
    <ListScreen
      list={taskItemList}
      isLocal
      // Their number changes with what happens to them: another state is another list.
      key={state}
      given={{ id: task.id, state: state === 'all' ? undefined : state }}
      refetchMs={() => refetchMsOf(task)}
      {...(onSelect && { onSelect })}
      tools={
        <Pills
          isDense
          label={t('tasks.states')}
          chosen={state}
          onChoose={setState}
          pills={[
            { key: 'all' as const, label: t('tasks.allStates'), count: task.total },
            ...itemStates
              .filter((each) => task.counts[each] > 0 || each === state)
              .map((key) => ({ key, label: t(`reports.itemState.${key}`), count: task.counts[key] })),
          ]}
        />
      }
      cells={{
        state: ({ state }) => (
          <Tag color={colours[state] ?? 'default'}>{t(`reports.itemState.${state}`)}</Tag>
        ),
        progress: ({ progress, state }) =>
          progress === null ? (
            '–'
          ) : (
            <Progress
              percent={progress}
              size="small"
              className="tw-width-130"
              status={state === 'failed' ? 'exception' : 'normal'}
              aria-label={t('reports.column.progress')}
            />
          ),
        ...cells,
      }}
    />
  )
}
