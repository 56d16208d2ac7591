import { holdsAny, type Permission } from '@trackway/core/codes/permissions.ts'
import { type LifeEvent, lifeEventsAtOnce } from '@trackway/core/features/device-life/calls.ts'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import type { KnownDevice, LifeSource, LifeSubject } from '../../platform/life-source.ts'

/** A number of a label leads to few devices. */
const mostFound = 20

/** The devices with this number, each as all features together know it. */
export async function findSubjects(
  db: Db,
  scope: Scope,
  sources: readonly LifeSource[],
  number: string,
): Promise<LifeSubject[]> {
  const known: KnownDevice[] = []
  for (const source of sources) known.push(...((await source.find?.(db, scope, number)) ?? []))
  const byNumber = Map.groupBy(known, (device) => device.number)
  return [...byNumber.values()].slice(0, mostFound).map(merged)
}

function merged(known: readonly KnownDevice[]): LifeSubject {
  const firstKnown = <K extends keyof KnownDevice>(key: K) =>
    (known.find((device) => device[key] !== null && device[key] !== undefined)?.[key] ?? null) as NonNullable<
      KnownDevice[K]
    > | null
  return {
    number: known[0]!.number,
    deviceId: firstKnown('deviceId'),
    isRegistered: firstKnown('deviceId') !== null,
    displayName: firstKnown('displayName'),
    typeName: firstKnown('typeName'),
    iccid: firstKnown('iccid'),
    serialNumber: firstKnown('serialNumber'),
    username: firstKnown('username'),
  }
}

/**
 * A page of the life of a device, newest first, of the sources that these permissions open.
 * @throws {Refusal} `notFound`, also for a stranger's
 */
export async function readLife(
  db: Db,
  scope: Scope,
  sources: readonly LifeSource[],
  held: readonly Permission[],
  { number, before = Number.MAX_SAFE_INTEGER }: { number: string; before?: number | undefined },
): Promise<{ subject: LifeSubject; list: LifeEvent[]; before: number | null }> {
  const subject = (await findSubjects(db, scope, sources, number)).find((each) => each.number === number)
  if (subject === undefined) throw new Refusal('notFound')
  const all: LifeEvent[] = []
  for (const { name, permission = [], events } of sources) {
    if (!holdsAny(held, permission)) continue
    const page = { before, limit: lifeEventsAtOnce + 1 }
    for (const event of await events(db, scope, subject, page))
      all.push({ ...event, id: `${name} ${event.id}` })
  }
  all.sort((a, b) => b.time - a.time || (a.id < b.id ? -1 : 1))
  if (all.length <= lifeEventsAtOnce) return { subject, list: all, before: null }
  // What happened at one instant is not parted, for the next page begins before it.
  const next = all[lifeEventsAtOnce]!.time
  const list = all.filter(({ time }) => time > next)
  if (list.length > 0) return { subject, list, before: next + 1 }
  return { subject, list: all.filter(({ time }) => time === next), before: next }
}
