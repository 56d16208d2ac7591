import { type CommandCode, kindOf, toCommand } from '@trackway/core/features/commands/commands.ts'
import { previewCommand } from '@trackway/protocols/commands.ts'
import { protocolByName } from '@trackway/protocols/registry.ts'
import { chance } from '@trackway/simulator/random.ts'
import type { Insertable } from 'kysely'
import { adoptBatches } from '../features/commands/adopt-batches.ts'
import type { Db } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { addJob } from '../platform/jobs/job-queue.ts'
import { type DemoOwner, named } from './accounts.ts'
import type { PlannedVehicle } from './fleet-plan.ts'

type Row = Insertable<Tables['commands']>

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const historyDays = 9

type Outcome = Partial<Row> & Pick<Row, 'state'>

interface DemoReply {
  code: CommandCode
  parameters?: Record<string, unknown>
  /** What became of it; times are filled in. */
  outcome: Outcome
  /** After the first command of the same story. */
  afterMinutes?: number
  /** It waited for the device for so long before it was delivered. */
  waitedMinutes?: number
}

const taken = { state: 'acknowledged', result: 1, reply_class: 'success', reply: 'OK!' } as const
const confirmed = { ...taken, state: 'confirmed' } as const
const answered = (reply: string): Outcome => ({ ...taken, reply_class: 'query', reply })
const refused = (reply: string): Outcome => ({
  state: 'failed',
  failure: 'refused',
  result: 3,
  reply_class: 'refused',
  reply,
})
const timedOut = { state: 'failed', failure: 'timeout', result: 2 } as const
const queued = { state: 'queued', is_offline: true } as const

/** The commands to a vehicle, one after the other. */
const stories: readonly (readonly DemoReply[])[] = [
  [
    { code: 'timer', parameters: { movingS: 10, parkedS: 300 }, outcome: confirmed },
    { code: 'locate', afterMinutes: 6, outcome: confirmed },
  ],
  [{ code: 'speedAlarm', parameters: { isOn: true, speedKmh: 120 }, outcome: taken }],
  [
    {
      code: 'status',
      outcome: answered(
        'Battery:4.1V,NORMAL; GPRS:Link Up; GSM Signal Level:Strong; GPS:Successful positioning;',
      ),
    },
    {
      code: 'reset',
      afterMinutes: 3,
      outcome: { state: 'confirmed', result: 1, reply_class: 'unanswered' },
    },
    {
      code: 'version',
      afterMinutes: 9,
      outcome: answered('[VERSION]NT06F_20HMA_V41 [BUILD]2025/03/11 15:27'),
    },
  ],
  [
    { code: 'oilCut', outcome: { state: 'failed', failure: 'moving', result: 3 } },
    {
      code: 'oilCut',
      afterMinutes: 47,
      outcome: { ...confirmed, reply: 'Cut off the fuel supply: Success! Speed: 0km/h.' },
    },
    {
      code: 'oilRestore',
      afterMinutes: 640,
      outcome: { ...confirmed, reply: 'Restore fuel supply: Success!' },
    },
  ],
  [
    { code: 'iccid', outcome: timedOut },
    { code: 'iccid', afterMinutes: 2, waitedMinutes: 85, outcome: answered('ICCID:89860619140012345678') },
  ],
  [
    {
      code: 'centreNumber',
      parameters: { number: '13800138000' },
      outcome: refused('Error: Not authorized!'),
    },
    { code: 'sos', parameters: { numbers: ['13800138000'] }, afterMinutes: 4, outcome: taken },
  ],
  [{ code: 'heartbeat', parameters: { minutes: 5 }, waitedMinutes: 430, outcome: taken }],
  [{ code: 'powerOffAlarm', parameters: { isOn: true, way: 'platformSms' }, outcome: taken }],
  [
    { code: 'version', outcome: { state: 'cancelled' } },
    { code: 'settings', afterMinutes: 1, outcome: timedOut },
  ],
  [{ code: 'mileage', parameters: { mileageKm: 52_300 }, outcome: refused('Error: Parameter 1 (0~999999)') }],
  [{ code: 'timer', parameters: { movingS: 20 }, outcome: { ...queued, state: 'expired' } }],
]

/** To vehicles that are not connected; one was held when it could have been delivered. */
const waiting: readonly DemoReply[] = [
  { code: 'timer', parameters: { movingS: 30, parkedS: 600 }, outcome: queued },
  { code: 'oilCut', outcome: { ...queued, held_by: 'moving' } },
  { code: 'heartbeat', parameters: { minutes: 5 }, outcome: queued },
]

interface Batch {
  by: DemoOwner
  of: readonly DemoOwner[]
  hoursAgo: number
  reply: DemoReply
  /** Devices that are not connected get it as well. */
  withSilent?: true
}

const batches: readonly Batch[] = [
  {
    by: 'nanfang',
    of: ['nanfang'],
    hoursAgo: 130,
    reply: { code: 'timer', parameters: { movingS: 15 }, outcome: taken },
  },
  {
    by: 'vietlink',
    of: ['thanglong', 'saigon'],
    hoursAgo: 53,
    reply: { code: 'heartbeat', parameters: { minutes: 3 }, outcome: taken },
  },
  {
    by: 'yuanhang',
    of: ['yuanhang', 'shunda', 'nanfang', 'huadong', 'jingcheng', 'chuanyu'],
    hoursAgo: 3,
    withSilent: true,
    reply: { code: 'speedAlarm', parameters: { isOn: true, speedKmh: 90 }, outcome: taken },
  },
]

/** What did not go well in a batch, in every eighth vehicle of it. */
const failures: readonly Outcome[] = [
  timedOut,
  refused('Error: Number of parameters error!'),
  { state: 'failed', failure: 'disconnected', result: 2 },
]

const orders = [
  { of: 'demo', name: 'Standard reporting', code: 'timer', parameters: { movingS: 10, parkedS: 300 } },
  { of: 'yuanhang', name: '夜间省电', code: 'timer', parameters: { movingS: 60, parkedS: 3_600 } },
  { of: 'yuanhang', name: '高速限速提醒', code: 'speedAlarm', parameters: { isOn: true, speedKmh: 100 } },
] as const

/** The demo's commands of the last days, batches, a queue and saved commands. Those that are there stay. */
export async function ensureCommands(
  db: Db,
  fleet: readonly PlannedVehicle[],
  accounts: ReadonlyMap<string, number>,
  ids: ReadonlyMap<string, number>,
  now: number,
): Promise<void> {
  const vehicles = fleet.filter(({ terminalId, silence }) => ids.has(terminalId) && silence !== 'inactive')
  const deviceIds = vehicles.map(({ terminalId }) => ids.get(terminalId)!)
  if (deviceIds.length === 0) return
  const known = await db
    .selectFrom('commands')
    .select('id')
    .where('device_id', 'in', deviceIds)
    .executeTakeFirst()
  if (known) return
  const rowOf = (
    vehicle: PlannedVehicle,
    reply: DemoReply,
    time: number,
    { by = vehicle.owner, jobId = null }: { by?: DemoOwner; jobId?: number | null } = {},
  ): Row[] => {
    const row = toRow(vehicle, reply, Math.round(time))
    const device = { device_id: ids.get(vehicle.terminalId)!, account_id: accounts.get(vehicle.owner)! }
    return row ? [{ ...row, ...device, job_id: jobId, sender: named(by), sender_id: accounts.get(by)! }] : []
  }

  const isSilent = ({ silence }: PlannedVehicle) => silence !== null
  const silent = vehicles.filter(isSilent)
  const online = vehicles.filter((vehicle) => !isSilent(vehicle))
  const rows = online.flatMap((vehicle, index) => {
    const count = 1 + Math.floor(chance(vehicle.seed, 71) * 3)
    return Array.from({ length: count }, (_, n) => {
      const daysAgo = ((n + 0.1 + 0.8 * chance(vehicle.seed, 72, n)) * historyDays) / count
      const story = stories[(index + n * 4) % stories.length]!
      return story.flatMap((reply) =>
        rowOf(vehicle, reply, now - daysAgo * dayMs + (reply.afterMinutes ?? 0) * minuteMs),
      )
    }).flat()
  })
  for (const [index, vehicle] of silent.entries())
    rows.push(...rowOf(vehicle, waiting[index % waiting.length]!, now - (2 + index * 1.7) * hourMs))
  // A batch without its commands would be taken for one that is over.
  await db.transaction().execute(async (tx) => {
    for (const { by, of, hoursAgo, reply, withSilent } of batches) {
      const time = now - hoursAgo * hourMs
      const targets = (withSilent ? vehicles : online).filter(({ owner }) => of.includes(owner))
      if (targets.length === 0) continue
      const jobId = await addJob(tx, { queue: 'commands', accountId: accounts.get(by)! }, time)
      for (const [index, vehicle] of targets.entries()) {
        const failed = index % 8 === 5 ? failures[(index >> 3) % failures.length]! : reply.outcome
        const outcome = isSilent(vehicle) ? queued : failed
        rows.push(...rowOf(vehicle, { ...reply, outcome }, time + index * 200, { by, jobId }))
      }
    }
    const past = rows.filter(({ create_time, acknowledge_time, confirm_time, end_time }) =>
      [create_time, acknowledge_time, confirm_time, end_time].every((time) => Number(time ?? 0) < now),
    )
    // Lists are in the order of ids.
    await tx
      .insertInto('commands')
      .values(past.toSorted((a, b) => Number(a.create_time) - Number(b.create_time)))
      .execute()
  })
  await adoptBatches(db, now)
  await db
    .insertInto('command_orders')
    .values(
      orders.map(({ of, name, code, parameters }) => ({
        account_id: accounts.get(of)!,
        name,
        create_time: now - historyDays * dayMs,
        command: JSON.stringify(toCommand(code, parameters)),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** A command with all that has happened to it; none where the protocol has no form of it. */
function toRow({ protocol, seed }: PlannedVehicle, reply: DemoReply, time: number) {
  const { code, parameters = {}, waitedMinutes = 0, outcome } = reply
  const command = toCommand(code, parameters)!
  const preview = previewCommand(protocolByName(protocol), command)
  if (!('content' in preview)) return null
  const { state, failure, reply_class } = outcome
  const isOffline = waitedMinutes > 0 || outcome.is_offline === true
  const lastsMs = !isOffline ? 5 * minuteMs : code === 'oilCut' || state === 'expired' ? dayMs : 7 * dayMs
  const sentTime = time + waitedMinutes * minuteMs + 200
  const answerTime = sentTime + 900 + Math.round(chance(seed, 73) * 5_000)
  const isTaken = state === 'acknowledged' || state === 'confirmed'
  const isRefused = failure === 'refused'
  const wasSent = isTaken || isRefused || failure === 'timeout' || failure === 'disconnected'
  const endTime = isRefused ? answerTime : state === 'expired' ? time + lastsMs : time + 31_000
  return {
    code,
    kind: kindOf(command),
    command: JSON.stringify(command),
    content: preview.content,
    create_time: time,
    due_time: time,
    expire_time: time + lastsMs,
    is_offline: isOffline,
    ...(wasSent && { sent_time: sentTime }),
    ...(isTaken && reply_class !== 'unanswered' && { acknowledge_time: answerTime }),
    ...(state === 'confirmed' && { confirm_time: answerTime + 20_000 }),
    ...(!isTaken && state !== 'queued' && { end_time: endTime }),
    ...outcome,
    // JT/T 808 answers by a number, without words.
    ...(protocol === 'jt808' && outcome.reply === taken.reply && { reply: null }),
  }
}
