import {
  type AlarmCode,
  alarmDefaults,
  alarmNames,
  alarmSeverities,
  alarms,
} from '@trackway/core/codes/alarms.ts'
import { alarmViews, waitingAlarmsMs } from '@trackway/core/features/alarms/calls.ts'
import { planFleet } from '@trackway/server/demo/fleet-plan.ts'
import { seedDemo } from '@trackway/server/demo/seed.ts'
import { findEpisodes } from '@trackway/server/features/alarms/find-episodes.ts'
import { handleEpisodes } from '@trackway/server/features/alarms/handle-episodes.ts'
import { startIngest } from '@trackway/server/ingest/ingest.ts'
import { createLocalBus } from '@trackway/server/platform/bus/bus.ts'
import { useSecretKey } from '@trackway/server/platform/secrets.ts'
import { kitOf } from '@trackway/simulator/device/kit.ts'
import { observe } from '@trackway/simulator/device/observe.ts'
import { createSchedule } from '@trackway/simulator/device/schedule.ts'
import { createDriver } from '@trackway/simulator/driving/driver.ts'
import { pino } from 'pino'
import { openBenchDatabase } from './load/bench-database.ts'

/**
 * A night of the demo in quick motion: eight hours of its vehicles through ingest and the database, with a driver who
 * presses the SOS button every ten minutes, each second time again after the dispatcher has acknowledged. Counts the toasts
 * and sounds that a dispatcher got while every new alarm made them, and gets now that warnings and critical ones do, and
 * fails unless each critical one is pinned as soon as it is stored.
 */
const hours = 8
const stepMs = 15_000
const drivingSeconds = 30
const sosEveryMs = 10 * 60_000
/** The dispatcher acknowledges what has waited for so long. */
const acknowledgedAfterMs = 2 * 60_000
/** What people set by default does not count the crossings of these. */
const crossings: readonly number[] = [alarms.fenceEntered, alarms.fenceLeft]
/** A Thursday evening in the demo's towns. */
const start = Date.UTC(2026, 10, 26, 14)

const log = pino({ level: 'silent' })
useSecretKey(Buffer.alloc(32, 7))
const database = await openBenchDatabase(0)
try {
  console.table(await playNight())
} finally {
  await database.drop()
}

async function playNight() {
  const { db, pool } = database
  let now = start
  await seedDemo(database, { now, log, standing: 0, days: 1, onProgress: () => {} })
  const { rows: known } = await pool.query('select id, terminal_id as "terminalId" from devices')
  const ids = new Map<string, number>(known.map(({ id, terminalId }) => [terminalId, id]))
  const bus = createLocalBus(log)
  const ingest = startIngest({
    database,
    bus,
    log,
    gateway: 'night',
    gatherMs: 0,
    releaseTime: 0,
    now: () => now,
  })
  const vehicles = planFleet(225)
    .filter(({ silence }) => silence === null)
    .map((vehicle) => {
      const driver = createDriver(vehicle, start)
      const kit = kitOf(vehicle, drivingSeconds)
      const after = createSchedule(driver, kit, { withHeartbeats: false })
      return { deviceId: ids.get(vehicle.terminalId)!, driver, kit, after, next: after(start) }
    })
  const send = (deviceId: number, report: ReturnType<typeof observe>) =>
    new Promise<void>((settled) =>
      ingest.submit({
        device: { deviceId, timeZone: 'UTC', activateTime: null },
        kind: 'reports',
        receivedTime: now,
        reports: [report],
        isFromDevice: true,
        settled: () => settled(),
      }),
    )

  const scope = await adminScope()
  const before = { toasts: 0, sounds: 0, lost: 0 }
  const after = { toasts: 0, sounds: 0, lost: 0 }
  let [sequence, occurrences, critical, positions, slowestMs] = [
    await last('sequence'),
    await last('id'),
    0,
    0,
    0,
  ]
  const pinnedSince = new Map<number, number>()
  let presses: { deviceId: number; time: number }[] = []

  for (let end = start + stepMs; end <= start + hours * 3_600_000; end += stepMs) {
    now = end
    const sent: Promise<void>[] = []
    for (const vehicle of vehicles)
      while (vehicle.next.time <= end) {
        const report = observe(vehicle.driver, vehicle.kit, vehicle.next.time, 0)
        if (vehicle.next.alarm !== undefined)
          Object.assign(report, { alarms: [vehicle.next.alarm], isAlarmEvent: true })
        sent.push(send(vehicle.deviceId, report))
        vehicle.next = vehicle.after(vehicle.next.time)
        positions++
      }
    await Promise.all(sent)
    if ((end - start) % sosEveryMs === 0) {
      const at = ((end - start) / sosEveryMs) * 7
      // Again five minutes later: by then somebody has acknowledged the first.
      presses.push({ deviceId: vehicles[at % vehicles.length]!.deviceId, time: end })
      presses.push({ deviceId: vehicles[at % vehicles.length]!.deviceId, time: end + 5 * 60_000 })
    }
    const due = presses.filter(({ time }) => time <= end)
    presses = presses.filter(({ time }) => time > end)
    for (const { deviceId, time } of due) {
      const { rows } = await pool.query(
        `select from alarm_episodes where device_id = $1 and code = $2 and state = 'acknowledged' and end_time >= $3`,
        [deviceId, alarms.sos, time - 10 * 60_000],
      )
      // It was joined to the one that somebody had acknowledged, and nobody noticed it.
      if (rows.length > 0) before.lost++
      await send(deviceId, { fixTime: time, fix: 'none', alarms: [alarms.sos], isAlarmEvent: true })
    }

    const asked = performance.now()
    const { rows: begun } = await pool.query(
      `select id, code, severity, is_muted as "isMuted" from alarm_episodes
       where sequence > $1 and state = 'new' and server_time > $2`,
      [sequence, end - stepMs],
    )
    sequence = await last('sequence')
    const { rows: raised } = await pool.query(
      `select a.id, a.device_id as "deviceId", a.code, a.fix_time as time, c.severity from alarms a
       join alarm_codes c using (code) where a.id > $1`,
      [occurrences],
    )
    occurrences = await last('id')
    const heard = begun.filter(({ isMuted }) => !isMuted)
    const old =
      raised.filter(({ code }) => crossings.includes(code)).length +
      heard.filter(({ code }) => !crossings.includes(code)).length
    before.toasts += old
    before.sounds += Math.min(1, old)
    const urgent = heard.filter(({ severity }) => severity >= alarmSeverities.warning).length
    after.toasts += urgent
    after.sounds += Math.min(1, urgent)

    const { list: pinned } = await findEpisodes(db, scope, {
      ...alarmViews.pinned,
      from: now - waitingAlarmsMs,
      withSubAccounts: true,
      gravestFirst: false,
      pageNum: 1,
      pageSize: 1_000,
    })
    slowestMs = Math.max(slowestMs, performance.now() - asked)
    for (const { deviceId, code, time } of raised.filter(
      ({ severity }) => severity === alarmSeverities.critical,
    )) {
      critical++
      const isPinned = pinned.some(
        (alarm) =>
          alarm.deviceId === deviceId &&
          alarm.code === code &&
          alarm.startTime <= time &&
          alarm.endTime >= time,
      )
      if (!isPinned && !(await isJoined(deviceId, code, time))) after.lost++
    }
    for (const { id } of pinned) pinnedSince.set(id, pinnedSince.get(id) ?? now)
    const waited = pinned.filter(({ id }) => now - pinnedSince.get(id)! >= acknowledgedAfterMs)
    if (waited.length > 0)
      await db
        .transaction()
        .execute((trx) =>
          handleEpisodes(
            trx,
            scope,
            { ids: waited.map(({ id }) => id), action: 'acknowledge' },
            { accountId: scope.accountId, actorId: null, now },
          ),
        )
  }
  await ingest.close()
  await bus.close()
  if (critical === 0 || after.lost > 0) process.exitCode = 1
  const facts = { vehicles: vehicles.length, positions, 'critical ones': critical }
  return {
    'every new alarm': { ...facts, ...before },
    'warnings and critical ones': { ...facts, ...after, 'slowest look, ms': Math.round(slowestMs) },
  }

  async function last(column: 'sequence' | 'id'): Promise<number> {
    const table = column === 'sequence' ? 'alarm_episodes' : 'alarms'
    const { rows } = await pool.query(`select coalesce(max(${column}), 0)::float8 as last from ${table}`)
    return rows[0].last
  }

  /** Does it go on what somebody has acknowledged? Only what is no call for help may. */
  async function isJoined(deviceId: number, code: AlarmCode, time: number): Promise<boolean> {
    const { rows } = await pool.query(
      `select from alarm_episodes where device_id = $1 and code = $2 and start_time <= $3 and end_time >= $3
         and state = 'acknowledged' and is_muted is false`,
      [deviceId, code, time],
    )
    return rows.length > 0 && !('isCall' in alarmDefaults[alarmNames[code]])
  }

  /** The dispatcher sees all. */
  async function adminScope() {
    const { rows } = await pool.query(
      'select id, path from accounts where parent_id is null order by id limit 1',
    )
    return { accountId: rows[0].id, path: rows[0].path, deviceId: null, audience: 'administrator' as const }
  }
}
