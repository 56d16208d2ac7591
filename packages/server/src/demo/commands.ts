import { type CommandCode, kindOf, toCommand } from '@trackway/core/commands/commands.ts'
import { previewCommand } from '@trackway/protocols/commands.ts'
import { protocolByName } from '@trackway/protocols/registry.ts'
import type { Insertable } from 'kysely'
import { batchQueue } from '../features/commands/queries.ts'
import type { Db } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { addJob } from '../platform/jobs/job-queue.ts'
import type { PlannedVehicle } from './fleet-plan.ts'

type Row = Insertable<Tables['commands']>

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

interface DemoCommand {
  code: CommandCode
  parameters?: Record<string, unknown>
  hoursAgo: number
  /** What became of it; times are filled in. */
  became: Partial<Row> & Pick<Row, 'state'>
}

const taken = { state: 'acknowledged', result: 1, reply_class: 'success', reply: 'OK!' } as const

const commands: readonly DemoCommand[] = [
  {
    code: 'timer',
    parameters: { movingS: 10, parkedS: 300 },
    hoursAgo: 70,
    became: { ...taken, state: 'confirmed' },
  },
  { code: 'speedAlarm', parameters: { isOn: true, speedKmh: 120 }, hoursAgo: 52, became: taken },
  {
    ...{ code: 'oilCut', hoursAgo: 31 },
    became: {
      ...{ state: 'confirmed', result: 1, reply_class: 'success' },
      reply: 'Cut off the fuel supply: Success! Speed: 0km/h.',
    },
  },
  {
    ...{ code: 'oilRestore', hoursAgo: 30 },
    became: { ...taken, state: 'confirmed', reply: 'Restore fuel supply: Success!' },
  },
  { code: 'reset', hoursAgo: 26, became: { state: 'confirmed', result: 1, reply_class: 'unanswered' } },
  {
    ...{ code: 'status', hoursAgo: 9 },
    became: {
      ...{ state: 'acknowledged', result: 1, reply_class: 'query' },
      reply:
        'Battery:4.1V,NORMAL; GPRS:Link Up; GSM Signal Level:Strong; GPS:Successful positioning; ACC:ON;',
    },
  },
  {
    ...{ code: 'centreNumber', parameters: { number: '13800138000' }, hoursAgo: 7 },
    became: { state: 'failed', failure: 'refused', result: 3, reply_class: 'refused', reply: 'Error!' },
  },
  { code: 'iccid', hoursAgo: 5, became: { state: 'failed', failure: 'timeout', result: 2 } },
  { code: 'oilCut', hoursAgo: 4, became: { state: 'failed', failure: 'moving', result: 3 } },
  { code: 'version', hoursAgo: 3, became: { state: 'cancelled' } },
]
/** To devices that are not there: they wait, or have waited for too long. */
const waiting: readonly DemoCommand[] = [
  { code: 'timer', parameters: { movingS: 30 }, hoursAgo: 20, became: { state: 'queued', is_offline: true } },
  {
    code: 'heartbeat',
    parameters: { minutes: 5 },
    hoursAgo: 6,
    became: { state: 'queued', is_offline: true },
  },
  { code: 'oilCut', hoursAgo: 60, became: { state: 'expired', is_offline: true } },
]

/** The demo's commands of the last days, one of each state, a batch, and a queue. Those that are there stay. */
export async function ensureCommands(
  db: Db,
  fleet: readonly PlannedVehicle[],
  accounts: ReadonlyMap<string, number>,
  ids: ReadonlyMap<string, number>,
  now: number,
): Promise<void> {
  const of = (isHeard: boolean) =>
    fleet.filter(({ protocol, silence }) => protocol === 'gt06' && (silence === null) === isHeard)
  const [heard, silent] = [of(true), of(false)]
  const deviceIds = [...heard, ...silent].flatMap(({ terminalId }) => ids.get(terminalId) ?? [])
  if (heard.length === 0 || deviceIds.length === 0) return
  const known = await db
    .selectFrom('commands')
    .select('id')
    .where('device_id', 'in', deviceIds)
    .executeTakeFirst()
  if (known) return
  const rowOf = (vehicle: PlannedVehicle, demo: DemoCommand, jobId: number | null = null): Row[] => {
    const [deviceId, accountId] = [ids.get(vehicle.terminalId), accounts.get(vehicle.owner)]
    if (deviceId === undefined || accountId === undefined) return []
    return [
      {
        ...toRow(demo, now),
        device_id: deviceId,
        account_id: accountId,
        job_id: jobId,
        sender: vehicle.owner,
      },
    ]
  }
  const rows = [
    ...commands.flatMap((demo, index) => rowOf(heard[index % heard.length]!, demo)),
    ...waiting.flatMap((demo, index) => (silent[index] ? rowOf(silent[index], demo) : [])),
  ]
  const first = heard[0]!
  const jobId = await addJob(
    db,
    { queue: batchQueue, accountId: accounts.get(first.owner)! },
    now - 2 * dayMs,
  )
  const told: DemoCommand = { code: 'heartbeat', parameters: { minutes: 3 }, hoursAgo: 48, became: taken }
  const outcomes: DemoCommand['became'][] = [
    taken,
    taken,
    taken,
    { state: 'failed', failure: 'timeout', result: 2 },
  ]
  const many = heard
    .filter(({ owner }) => owner === first.owner)
    .flatMap((vehicle, index) =>
      rowOf(vehicle, { ...told, became: outcomes[index % outcomes.length]! }, jobId),
    )
  await db
    .insertInto('commands')
    .values([...many, ...rows])
    .execute()
}

function toRow(
  { code, parameters = {}, hoursAgo, became }: DemoCommand,
  now: number,
): Omit<Row, 'device_id' | 'account_id'> {
  const command = toCommand(code, parameters)!
  const preview = previewCommand(protocolByName('gt06'), command)
  const time = now - hoursAgo * hourMs
  const { state } = became
  const wasSent =
    state === 'acknowledged' ||
    state === 'confirmed' ||
    became.failure === 'timeout' ||
    became.failure === 'refused'
  const isOver = state === 'failed' || state === 'cancelled' || state === 'expired'
  const lastsMs = became.is_offline ? (code === 'oilCut' ? dayMs : 7 * dayMs) : 5 * minuteMs
  return {
    ...{ sender: '', code, kind: kindOf(command), command: JSON.stringify(command) },
    content: 'content' in preview ? preview.content : code,
    ...{ create_time: time, due_time: time, expire_time: time + lastsMs },
    ...(wasSent && { sent_time: time + 1_000 }),
    ...(wasSent && !isOver && became.reply_class !== 'unanswered' && { acknowledge_time: time + 4_000 }),
    ...(state === 'confirmed' && { confirm_time: time + 95_000 }),
    ...(isOver && { end_time: state === 'expired' ? time + lastsMs : time + 31_000 }),
    ...became,
  }
}
