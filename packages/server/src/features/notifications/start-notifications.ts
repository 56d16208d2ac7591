import type { Bus } from '../../platform/bus/bus.ts'
import type { Database, Db } from '../../platform/database/database.ts'
import { startIntervalJob } from '../../platform/jobs/interval-job.ts'
import { startRecurringJob } from '../../platform/jobs/recurring-job.ts'
import type { Log } from '../../platform/log.ts'
import { currentMailer } from '../../platform/mail/mail.ts'
import { publicUrl } from '../../platform/mail/stored-mail.ts'
import { claimOutbox } from './delivery/claim-outbox.ts'
import { Presence } from './delivery/presence.ts'
import { Sender, tidyDeliveries, type Ways } from './delivery/send.ts'
import { outboundRules } from './endpoints/outbound-rules.ts'
import { vapidKeys } from './endpoints/vapid.ts'
import { textCarrier } from './providers/text-setting.ts'

/** However quiet the bus is: news and what is due are looked for so often. */
const sweepMs = 1_000
const recoverMs = 5_000

interface Parts {
  database: Database
  bus: Pick<Bus, 'subscribe'>
  log: Log
  now?: () => number
}

/** Through whom each way goes at present. */
export async function findWays(db: Db, now: number): Promise<Ways> {
  return {
    mailer: currentMailer(),
    texts: await textCarrier(db),
    vapid: await vapidKeys(db, now),
    publicUrl: publicUrl(),
    outbound: outboundRules(),
  }
}

/**
 * Notifies people and programs of alarms: claims the outbox when an event on the bus announces entries, and each
 * second, and sends what is due.
 * @returns how to stop; attempts under way are waited for
 */
export async function startNotifications({
  database: { db, pool },
  bus,
  log,
  now = Date.now,
}: Parts): Promise<() => Promise<void>> {
  const presence = new Presence(pool, log)
  await presence.begin()
  let isStopped = false
  let underWay: Promise<void> | null = null
  let isRequested = false

  const sender = new Sender({
    db,
    log,
    now,
    presence,
    ways: () => findWays(db, now()),
    onSettled: () => void wake(),
  })
  const round = async () => {
    try {
      while (!isStopped && (await claimOutbox(db, now())) > 0);
      while (!isStopped && (await sender.begin()) > 0);
    } catch (error) {
      // What is left is found by the next sweep.
      log.warn({ err: error }, 'notifications were not sent')
    }
  }
  const recover = async () => {
    try {
      await sender.recover()
    } catch (error) {
      log.warn({ err: error }, 'unsettled notifications were not looked at')
    }
  }
  const stops = [
    startIntervalJob(sweepMs, wake),
    startIntervalJob(recoverMs, recover),
    startRecurringJob({
      name: 'tidy-deliveries',
      cron: '20 3 * * *',
      db,
      log,
      work: (time) => tidyDeliveries(db, time),
    }),
  ]
  // What the process before was sending when it was killed.
  await recover()
  const unsubscribe = bus.subscribe('alarm.changed', () => void wake())
  return async () => {
    isStopped = true
    unsubscribe()
    for (const stop of stops) await stop()
    await underWay
    await sender.stop()
    presence.stop()
  }

  /** A round now, or another one as soon as the one under way ends: it may have looked before this was committed. */
  function wake(): Promise<void> {
    isRequested = true
    underWay ??= rounds().finally(() => {
      underWay = null
    })
    return underWay
  }
  async function rounds(): Promise<void> {
    while (isRequested && !isStopped) {
      isRequested = false
      await round()
    }
  }
}
