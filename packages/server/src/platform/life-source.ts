import type { Permission } from '@trackway/core/codes/permissions.ts'
import type { LifeDevice, LifeEvent } from '@trackway/core/features/device-life/calls.ts'
import type { Db } from './database/database.ts'
import type { Scope } from './http/session.ts'

/** A device as one feature knows it: what it does not know is left out. */
export type KnownDevice = Pick<LifeDevice, 'number'> & Partial<LifeDevice> & { deviceId?: number }

/** A device whose life is looked at, as all features together know it. */
export interface LifeSubject extends LifeDevice {
  /** Null: it is not registered within the scope. */
  deviceId: number | null
}

/**
 * What one feature knows of the life of a device. A feature adds its own in a file `life-events.ts` and a line in
 * `features/device-life/sources.ts`.
 */
export interface LifeSource {
  name: string
  /** Who is told of its events; left out: whoever may look at lives. */
  permission?: readonly Permission[]
  /** Devices within the scope that have this number, few at most. Left out: others know them. */
  find?(db: Db, scope: Scope, number: string): Promise<KnownDevice[]>
  /** Events before an instant, newest first, `limit` at most. */
  events(
    db: Db,
    scope: Scope,
    subject: LifeSubject,
    page: { before: number; limit: number },
  ): Promise<LifeEvent[]>
}
