import { holdBus } from '../../platform/bus/bus.ts'
import { startIntervalJob } from '../../platform/jobs/interval-job.ts'
import type { Platform } from '../../platform/platform.ts'
import { offerTasks } from '../tasks/offer-tasks.ts'
import { areTargetsSet, findConnectedSince, moveFirstContacts } from './first-contacts.ts'

/** Devices that log in are gathered for so long. */
const gatherMs = 500
/** Those of which nobody was told are found after this at the latest. */
const lookEveryMs = 60_000
/** At the start: who connected while no process of the role ran. */
const firstLookBackMs = 86_400_000
/** Connections are written down some time after they began. */
const overlapMs = 120_000
const devicesAtOnce = 1_000

/** Moves devices to the server that is set for them when they connect for the first time. */
export function startTargetServers({ database: { db }, bus, log }: Platform): () => Promise<void> {
  const gathered = new Set<number>()
  let lastLookTime = Date.now() - firstLookBackMs
  let underWay: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  const move = async (deviceIds: readonly number[]) => {
    for (let from = 0; from < deviceIds.length; from += devicesAtOnce) {
      const { held, publishHeld } = holdBus(bus)
      await db.transaction().execute(async (trx) => {
        offerTasks(
          held,
          await moveFirstContacts(trx, deviceIds.slice(from, from + devicesAtOnce), Date.now()),
        )
      })
      publishHeld()
    }
  }
  const run = (work: () => Promise<void>) => {
    underWay = underWay.then(work).catch((error) => {
      log.warn({ err: error }, 'devices that connected were not looked at for where they report to')
    })
    return underWay
  }
  const moveGathered = () =>
    run(async () => {
      const ids = [...gathered]
      gathered.clear()
      timer = undefined
      if (await areTargetsSet(db)) await move(ids)
    })
  const look = () =>
    run(async () => {
      const now = Date.now()
      if (await areTargetsSet(db)) await move(await findConnectedSince(db, lastLookTime - overlapMs))
      lastLookTime = now
    })

  const stopListening = bus.subscribe('device.claimed', ({ deviceIds }) => {
    for (const id of deviceIds) gathered.add(id)
    timer ??= setTimeout(() => void moveGathered(), gatherMs)
  })
  const stopLooking = startIntervalJob(lookEveryMs, look)
  return async () => {
    stopListening()
    clearTimeout(timer)
    await stopLooking()
    await underWay
  }
}
