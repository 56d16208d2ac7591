import type { Permission } from '../../codes/permissions.ts'

interface TaskKindRow {
  /** Keys any of which lets an account pause, stop and repeat tasks of the kind. */
  change: readonly Permission[]
  /** Keys that let it look at them, in addition to those. */
  view: readonly Permission[]
}

/** The kinds of tasks, and who may see and change those of a kind. What they do is in the server (`features/task-kinds.ts`). */
export const taskKinds = {
  serverMove: {
    // Whoever moves devices, hands them on, or sets where those of a customer report to.
    change: ['test:transfer_ip_send', 'main:device_transfer', 'test:platform'],
    view: ['test:transfer_ip_search'],
  },
  serverReturn: { change: ['test:transfer_ip_send'], view: ['test:transfer_ip_search'] },
  qualityCheck: { change: ['test:qc'], view: [] },
  command: { change: ['main:command', 'test:cmd'], view: ['test:log'] },
  // A customer starts upgrades that are offered to it.
  firmware: { change: ['test:ota', 'main:devices_management'], view: ['test:ota_view'] },
} as const satisfies Record<string, TaskKindRow>

export type TaskKindName = keyof typeof taskKinds
export const taskKindNames = Object.keys(taskKinds) as [TaskKindName, ...TaskKindName[]]

/** The kinds whose tasks somebody with these permissions may see, or change. */
export function kindsFor(permissions: readonly Permission[], to: 'view' | 'change'): TaskKindName[] {
  return taskKindNames.filter((name) => keysOfKind(name, to).some((key) => permissions.includes(key)))
}

/** Of all kinds together: whoever holds none of them gets nowhere near a task. */
export const taskPermissions = (to: 'view' | 'change'): readonly Permission[] => [
  ...new Set(taskKindNames.flatMap((name) => keysOfKind(name, to))),
]

function keysOfKind(name: TaskKindName, to: 'view' | 'change'): readonly Permission[] {
  const { change, view }: TaskKindRow = taskKinds[name]
  return to === 'view' ? [...change, ...view] : change
}
