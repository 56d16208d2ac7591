import { commandTaskKind } from './commands/command-task.ts'
import { firmwareKind } from './firmware/firmware-kind.ts'
import { qualityCheckKind } from './quality-checks/check-kind.ts'
import { serverMoveKind } from './server-moves/move-kind.ts'
import { serverReturnKind } from './server-moves/return-kind.ts'
import type { TaskKind } from './tasks/task-kind.ts'

/** Every kind of task, by hand: what is done to many devices goes by one of them. */
export const taskKinds: readonly TaskKind[] = [
  commandTaskKind,
  qualityCheckKind,
  serverMoveKind,
  serverReturnKind,
  firmwareKind,
]
