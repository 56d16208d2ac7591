import { TaskPanel } from '../tasks/TaskPanel.tsx'
import { useShownTask } from './use-shown-task.ts'

/** The upgrade that the address names, if it names one. */
export function ShownTask() {
  const [task, show] = useShownTask()
  if (task === undefined) return null
  return <TaskPanel key={task} id={task} onClose={() => show(undefined)} />
}
