import { holdsAny, type Permission } from '@trackway/core/codes/permissions.ts'
import type { CommandRecord } from '@trackway/core/features/commands/calls.ts'
import { commandCalls } from '@trackway/core/features/commands/calls.ts'
import { type ChangedCommand, findChangedCommands } from '../features/commands/queries.ts'
import type { Db } from '../platform/database/database.ts'
import { scopeOf } from '../platform/http/session.ts'
import type { Log } from '../platform/log.ts'
import type { Viewer } from './viewer.ts'
import type { Viewers } from './viewers.ts'

/** Changes gather this long: a command is often sent and answered at once. */
const pauseMs = 200
/** Most in one message; beyond it viewers are only notified that there are more. */
const maxPerMessage = 50

interface Options {
  db: Db
  log: Log
  viewers: readonly Viewers[]
  now: () => number
}

/** Sends viewers the progress of commands, read from the database after their commit. */
export class CommandFeed {
  readonly #options: Options
  readonly #devices = new Set<number>()
  #timer: NodeJS.Timeout | null = null
  #isClosed = false

  constructor(options: Options) {
    this.#options = options
  }

  changed(deviceIds: Iterable<number>): void {
    if (this.#isClosed || this.#options.viewers.every(({ size }) => size === 0)) return
    for (const id of deviceIds) this.#devices.add(id)
    this.#timer ??= setTimeout(() => {
      this.#timer = null
      this.#flush().catch((error) => {
        this.#options.log.warn({ err: error }, 'live commands could not be read')
        this.missed()
      })
    }, pauseMs).unref()
  }

  /** Messages of others were missed: whoever shows commands queries them again. */
  missed(): void {
    for (const viewers of this.#options.viewers)
      for (const viewer of viewers) if (seesCommands(viewer)) sendCommands(viewer, [])
  }

  close(): void {
    this.#isClosed = true
    if (this.#timer !== null) clearTimeout(this.#timer)
  }

  async #flush(): Promise<void> {
    const { db, now, viewers: all } = this.#options
    const deviceIds = [...this.#devices]
    this.#devices.clear()
    const byViewer = new Map<Viewer, CommandRecord[]>()
    for (const changed of await findChangedCommands(db, deviceIds, now()))
      for (const viewers of all)
        for (const viewer of watching(viewers, changed))
          byViewer.set(viewer, [...(byViewer.get(viewer) ?? []), changed.command])
    for (const [viewer, commands] of byViewer) sendCommands(viewer, commands)
  }
}

function* watching(viewers: Viewers, changed: ChangedCommand): Generator<Viewer> {
  const { deviceId, ownerPath, isOfFactoryType } = changed
  for (const { viewers: group } of viewers.watchingOwner(ownerPath))
    for (const viewer of group)
      if (seesCommands(viewer) && (isOfFactoryType || !scopeOf(viewer.session).isOfFactoryTypes)) yield viewer
  for (const viewer of viewers.watchingDevice(deviceId, ownerPath) ?? [])
    if (seesCommands(viewer)) yield viewer
}

const permission = commandCalls.find.permission as readonly Permission[]

function seesCommands({ session }: Viewer): boolean {
  return holdsAny(session.permissions ?? [], permission)
}

function sendCommands(viewer: Viewer, commands: CommandRecord[]): void {
  const isAll = commands.length > 0 && commands.length <= maxPerMessage && !viewer.isLagging
  viewer.send({ type: 'commands', commands: isAll ? commands : [], isMore: !isAll })
}
