import type { ReactNode } from 'react'
import { useIsPhone } from '../../base/use-is-phone.ts'
import { useTexts } from '../../base/use-texts.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { ContentLoading } from '../../ui/loading/ContentLoading.tsx'
import { TaskActions } from './TaskActions.tsx'
import { TaskItems } from './TaskItems.tsx'
import { TaskProgress } from './TaskProgress.tsx'
import { useTask } from './use-task.ts'

interface TaskPanelProps {
  id: number
  onClose: () => void
  /** What the kind shows between progress and devices. */
  children?: ReactNode
  cells?: Parameters<typeof TaskItems>[0]['cells']
}

/** One task of any kind: progress, actions and its devices. */
export function TaskPanel({ id, onClose, children, cells }: TaskPanelProps) {
  const { t, toText } = useTexts()
  const { data: task, error } = useTask(id)
  // Beside the title there is no room for them.
  const isPhone = useIsPhone()
  const actions = task && <TaskActions task={task} />
  return (
    <Panel
      title={task ? task.name || t('tasks.one', { kind: t(`reports.taskKind.${task.kind}`), id }) : ''}
      note={task && t(`reports.taskState.${task.state}`)}
      onClose={onClose}
      actions={!isPhone && actions}
    >
      {error ? (
        <EmptyState title={toText(error)} />
      ) : task === undefined ? (
        <ContentLoading />
      ) : (
        <>
          {isPhone && actions}
          <TaskProgress task={task} />
          {children}
          <TaskItems task={task} {...(cells && { cells })} />
        </>
      )}
    </Panel>
  )
}
