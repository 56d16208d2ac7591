import { taskList } from '@trackway/core/features/tasks/calls.ts'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import { ShownTask } from './ShownTask.tsx'
import { useShownTask } from './use-shown-task.ts'

/** All upgrades, or the one that is looked at: progress by device, pause, stop and retry. */
export function Upgrades() {
  const [task, show] = useShownTask()
  if (task !== undefined) return <ShownTask />
  return (
    <ListScreen
      list={taskList}
      given={{ kind: 'firmware' }}
      onSelect={({ id }) => show(id)}
      onOpen={({ id }) => show(id)}
    />
  )
}
