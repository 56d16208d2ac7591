import { commandTaskKind } from './commands/command-task.ts'
import type { TaskKind } from './tasks/task-kind.ts'

/** Every kind of task, by hand: what is done to many devices goes by one of them. */
export const taskKinds: readonly TaskKind[] = [commandTaskKind]
