import { isUnknown, misfitOf, reportsVersion } from '@trackway/core/features/firmware/firmware-fit.ts'
import { fillTemplate, usualControl } from '@trackway/core/features/firmware/firmware-ways.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { storedForm } from '../../platform/database/stored-json.ts'
import { type CommandOutcome, findOutcomes, sendInTask } from '../commands/task-commands.ts'
import {
  defineTaskKind,
  type StepContext,
  type StepOutcome,
  type StepOutcomes,
  type TaskItem,
  type TaskKind,
} from '../tasks/task-kind.ts'
import { type FileRow, rulesOf } from './files.ts'
import { addLinks, linkBase, usualLinkMs } from './links.ts'
import { firmwareSql, hardwareSql } from './transfer/transfer-queries.ts'
import type { WayRow } from './ways.ts'

/** Upgrades devices: sends a file, or the link to it, and waits until the device itself reports the new version. */

const minuteMs = 60_000
/** A device that is asked for its version answers within it, or does not. */
const askMs = 2 * minuteMs
/** A device that does not say what it has is asked so often. */
const mostAsks = 3
/** Before it is given up a device is asked once more, unless it was asked so lately. */
const lastAskMs = 5 * minuteMs
/** From one look at a device that is under way to the next; messages of the bus come sooner. */
const lookMs = 15_000
/** No file takes longer, from the moment it waits for the device. */
const longestTransferMs = 6 * 3_600_000
/** After its next login a device has had time to report the new version. */
const afterLoginMs = 10 * minuteMs
/** A device that took the file comes back by then. */
const silenceMs = 30 * minuteMs

export const firmwareParams = storedForm('firmwareTask', z.object({ fileId: z.number() }))
type Params = { fileId: number }

interface Data {
  /** The key of the transfer, and the command with its link. */
  transferKey?: string | undefined
  commandId?: number | undefined
  /** When the device was last asked for its version. */
  askTime?: number | undefined
  /** How often it was asked in vain, and in which attempt. */
  asks?: number | undefined
  askTry?: number | undefined
}
const dataForm = storedForm<Data>(
  'firmwareItem',
  z.object({
    transferKey: z.string().optional(),
    commandId: z.number().optional(),
    askTime: z.number().optional(),
    asks: z.number().optional(),
    askTry: z.number().optional(),
  }),
)

type Context = StepContext<Params>
type Item = TaskItem<Data>
type Outcome = StepOutcome<Data>
type Outcomes = Map<number, Outcome>

export const firmwareKind: TaskKind = defineTaskKind<Params, Data>({
  name: 'firmware',
  params: firmwareParams,
  data: dataForm,
  needsConnection: true,
  wakesOn: ['device.claimed', 'command.changed', 'firmware.changed'],
  retryAfterMs: {
    noAnswer: [10 * minuteMs, 60 * minuteMs],
    tooSlow: [60 * minuteMs],
    // It begins again with its next login, which shows what it has.
    lostContact: [0],
    versionUnknown: [60 * minuteMs],
    disconnected: [10 * minuteMs],
    deviceFailed: [10 * minuteMs],
  },
  steps: [
    { name: 'send', begin: send, check: send },
    { name: 'install', begin: waitForVersion, check: waitForVersion },
  ],
  stop: stopWaiting,
})

/** What is known of a device and of its transfer. */
interface Known {
  deviceTypeId: number
  firmware: string | null
  hardware: string | null
  isConnected: boolean
  /** Since when it is connected, or when it last reported where it never is. */
  contactTime: number | null
  /** Another upgrade of it is under way, of whatever task. */
  isUpgrading: boolean
  transfer: TransferOfItem | null
}

interface TransferOfItem {
  state: string
  failure: string | null
  way: string
  parts: number | null
  acked_parts: number
  create_time: number
  transfer_time: number | null
  sent_bytes: number | null
  request_time: number | null
}

/** Checks the device, has the file sent to it, and looks how far it has come. */
async function send(context: Context, items: readonly Item[]): Promise<StepOutcomes<Data>> {
  const { now } = context
  const outcomes: Outcomes = new Map()
  const found = await findFileOf(context)
  if (found === null) {
    for (const { id } of items) outcomes.set(id, { state: 'failed', failure: 'fileGone' })
    return outcomes
  }
  const { file, way } = found
  const known = await findKnown(context, items)
  const texts = await findOutcomes(
    context.db,
    items.flatMap(({ data }) => data?.commandId ?? []),
    now,
  )
  const begin: Item[] = []
  const ask: Item[] = []
  for (const item of items) {
    const device = known.get(item.id)
    if (!device) continue
    if (device.transfer) {
      const text = texts.get(item.data?.commandId ?? 0)
      outcomes.set(item.id, await progressOf(context, item, { ...device, text }, file))
      continue
    }
    if (device.isUpgrading) {
      outcomes.set(item.id, { state: 'waiting', waitsFor: 'otherUpgrade', dueTime: now + minuteMs })
      continue
    }
    const misfit = misfitOf(rulesOf(file), device)
    if (misfit === null) begin.push(item)
    else if (misfit === 'sameVersion') outcomes.set(item.id, hasIt(item, device.firmware))
    else if (!isUnknown(misfit)) outcomes.set(item.id, { state: 'skipped', failure: misfit })
    else if (asksOf(item, device) === 0 || now >= item.data!.askTime! + askMs) {
      if (asksOf(item, device) < mostAsks) ask.push(item)
      else outcomes.set(item.id, { state: 'failed', failure: misfit })
    } else
      outcomes.set(item.id, { state: 'waiting', waitsFor: 'version', dueTime: item.data!.askTime! + askMs })
  }
  if (ask.length > 0) {
    await askVersion(context, ask)
    for (const item of ask) {
      const data = { askTime: now, asks: asksOf(item, known.get(item.id)!) + 1, askTry: item.tries }
      outcomes.set(item.id, { state: 'waiting', waitsFor: 'version', dueTime: now + lookMs, data })
    }
  }
  if (begin.length > 0) await beginTransfers(context, file, way, begin, outcomes)
  return outcomes
}

/** How often it was asked in vain in this attempt, since it is connected: a question may be lost with the connection. */
function asksOf({ data, tries }: Item, { contactTime }: Known): number {
  if (data?.askTime === undefined || data.askTry !== tries || (contactTime ?? 0) > data.askTime) return 0
  return data.asks ?? 1
}

/** It had it before, or got it by an attempt that was thought to have failed. */
const hasIt = ({ tries }: Item, firmware: string | null): Outcome =>
  tries > 1 ? { state: 'done', result: firmware ?? '' } : { state: 'skipped', failure: 'sameVersion' }

/** Writes down what is to be sent: gateways find it there, texts go as commands. */
async function beginTransfers(
  context: Context,
  file: FileRow,
  way: WayRow | null,
  items: readonly Item[],
  outcomes: Outcomes,
): Promise<void> {
  const { db, bus, now, task } = context
  // Whoever begins a device again by hand begins with its first attempt, and another transfer.
  const keyOf = ({ key }: Item) => `${key}-${now}`
  const base = way && way.way !== 'parts' ? linkBase(way.is_plain_http) : null
  if (way === null || (way.way !== 'parts' && base === null)) {
    const failure = way === null ? 'firmwareWayMissing' : 'linkAddressMissing'
    for (const { id } of items) outcomes.set(id, { state: 'failed', failure })
    return
  }
  const links =
    base === null
      ? new Map<string, string>()
      : await addLinks(
          db,
          { fileId: file.id, expireTime: now + usualLinkMs, creator: task.creator, base },
          items,
          now,
        )
  const template = way.template ?? usualControl
  const textOf = (item: Item): string | null => {
    const url = links.get(item.terminalId)
    if (url === undefined) return null
    const serial = (item.id & 0xffff).toString(16).padStart(4, '0').toUpperCase()
    return fillTemplate(template, { url, version: file.version, id: item.terminalId, serial })
  }
  const commands = way.way === 'text' ? await storeTexts(context, items, textOf) : new Map<string, number>()
  const begun = way.way === 'text' ? items.filter(({ terminalId }) => commands.has(terminalId)) : items
  for (const { id, terminalId } of items)
    if (way.way === 'text' && !commands.has(terminalId))
      outcomes.set(id, { state: 'failed', failure: 'unsupported' })
  if (begun.length === 0) return
  await db
    .insertInto('firmware_transfers')
    .values(
      begun.map((item) => ({
        task_key: keyOf(item),
        file_id: file.id,
        device_id: item.deviceId,
        way: way.way,
        target: way.target,
        maker: way.maker,
        maker_bytes: way.maker_bytes,
        part_bytes: way.part_bytes,
        parts_under_way: way.parts_under_way,
        answer_ms: way.answer_ms,
        max_sends: way.max_sends,
        resumes: way.resumes,
        text: textOf(item),
        state: way.way === 'text' ? 'sending' : 'waiting',
        create_time: now,
        change_time: now,
      })),
    )
    .execute()
  bus.publish('firmware.changed', { deviceIds: Int32Array.from(begun, ({ deviceId }) => deviceId) })
  for (const item of begun) {
    const commandId = commands.get(item.terminalId)
    const data: Data = { transferKey: keyOf(item), commandId }
    outcomes.set(item.id, { state: 'offered', waitsFor: 'answer', dueTime: now + lookMs, data })
  }
}

/** A command with the link for each device. @returns their ids by terminal id */
async function storeTexts(
  context: Context,
  items: readonly Item[],
  textOf: (item: Item) => string | null,
): Promise<Map<string, number>> {
  const stored = new Map<string, number>()
  for (const item of items) {
    const outcome = (await sendInTask(context, { content: textOf(item) ?? '' }, [item])).get(item.id)
    if (outcome && 'commandId' in outcome) stored.set(item.terminalId, outcome.commandId)
  }
  return stored
}

/** Has devices say which version they have; those whose protocol knows no such question say it by themselves or not at all. */
async function askVersion(context: Context, items: readonly Item[]): Promise<void> {
  await sendInTask(context, { code: 'version' }, items)
}

async function progressOf(
  context: Context,
  item: Item,
  { transfer, firmware, text: command }: Known & { text: CommandOutcome | undefined },
  file: FileRow,
): Promise<Outcome> {
  const { now } = context
  const { state, failure, parts, acked_parts, sent_bytes, create_time } = transfer!
  if (firmware !== null && reportsVersion(firmware, file.version)) return { state: 'next' }
  switch (state) {
    case 'failed':
      return { state: 'failed', failure: failure ?? 'internal' }
    case 'stopped':
      return { state: 'failed', failure: 'stopped' }
    case 'transferred':
    case 'installed':
      return { state: 'next' }
  }
  if (now > create_time + longestTransferMs) {
    await changeState(context.db, item.data?.transferKey, 'failed', 'tooSlow', now)
    return { state: 'failed', failure: 'tooSlow' }
  }
  if (state === 'waiting') return { state: 'offered', waitsFor: 'answer', dueTime: now + lookMs }
  const text = command && (await textOutcome(context, item, command))
  if (text) return text
  const share = parts === null ? (sent_bytes ?? 0) / file.bytes : acked_parts / parts
  return { state: 'running', progress: Math.min(100, Math.floor(share * 100)), dueTime: now + lookMs }
}

/** What became of the command with the link; null: nothing yet. A device that goes off right after it does what it was told. */
async function textOutcome(
  { db, now }: Context,
  { data }: Item,
  row: CommandOutcome,
): Promise<Outcome | null> {
  if (row.state === 'queued' || row.state === 'sent') return null
  const isTaken = row.state === 'acknowledged' || row.state === 'confirmed' || row.failure === 'disconnected'
  if (isTaken) {
    await changeState(db, data!.transferKey, 'transferred', null, now)
    return { state: 'next' }
  }
  if (row.openUntil !== null) return null
  const failure = row.failure === 'refused' ? 'rejected' : 'noAnswer'
  await changeState(db, data!.transferKey, 'failed', failure, now)
  return { state: 'failed', failure, result: row.reply ?? '' }
}

async function changeState(
  db: Db,
  key: string | undefined,
  state: 'failed' | 'transferred',
  failure: string | null,
  now: number,
): Promise<void> {
  if (key === undefined) return
  await db
    .updateTable('firmware_transfers')
    .set({ state, failure, change_time: now, ...(state === 'transferred' && { transfer_time: now }) })
    .where('task_key', '=', key)
    .where('state', 'in', ['waiting', 'sending'])
    .execute()
}

/** Done only when the device itself says so. */
async function waitForVersion(context: Context, items: readonly Item[]): Promise<StepOutcomes<Data>> {
  const { now } = context
  const outcomes: Outcomes = new Map()
  const found = await findFileOf(context)
  const known = await findKnown(context, items)
  const ask: Item[] = []
  for (const item of items) {
    const device = known.get(item.id)
    if (!device?.transfer) {
      outcomes.set(item.id, { state: 'failed', failure: 'fileGone' })
      continue
    }
    const outcome = outcomeOf(device, found?.file.version ?? null, now)
    const asked = askOf(device, item.data?.askTime ?? 0, outcome, now)
    if (asked === 'now') ask.push(item)
    if (asked === 'no') outcomes.set(item.id, outcome)
    else {
      const askTime = asked === 'now' ? now : item.data!.askTime!
      const dueTime = Math.min(
        askTime + askMs,
        outcome.state === 'running' ? outcome.dueTime : askTime + askMs,
      )
      const data = { ...item.data, askTime }
      outcomes.set(item.id, { state: 'running', waitsFor: 'version', dueTime, data })
    }
  }
  if (ask.length > 0) await askVersion(context, ask)
  return outcomes
}

/** Has it logged in since it took the file, or said itself that it is done? */
const isBack = ({ contactTime, transfer }: Known): boolean =>
  transfer!.state === 'installed' || (contactTime ?? 0) > (transfer!.transfer_time ?? 0)

/**
 * Is it time to ask a device for its version? Once after its login, or when it says that it is done; a minute after
 * the last part, for it may have taken that before an answer was lost and have restarted already; and before it is given up.
 */
function askOf(device: Known, askTime: number, outcome: Outcome, now: number): 'no' | 'now' | 'waiting' {
  const { isConnected, contactTime, transfer } = device
  if (!isConnected) return 'no'
  if (outcome.state === 'failed') {
    if (outcome.failure !== 'notApplied') return 'no'
    if (askTime < now - lastAskMs) return 'now'
    return now < askTime + askMs ? 'waiting' : 'no'
  }
  if (outcome.state !== 'running') return 'no'
  const takenTime = transfer!.transfer_time ?? transfer!.create_time
  const since = isBack(device) ? Math.max(contactTime ?? 0, takenTime) : takenTime + minuteMs
  return now >= since && askTime < since ? 'now' : 'no'
}

function outcomeOf(
  device: Known,
  version: string | null,
  now: number,
): Exclude<Outcome, { state: 'waiting' }> {
  const { firmware, isConnected, contactTime, transfer } = device
  const { state, failure, transfer_time, request_time, create_time } = transfer!
  if (firmware !== null && version !== null && reportsVersion(firmware, version))
    return { state: 'done', result: firmware }
  const said = firmware ?? ''
  if (state === 'failed') return { state: 'failed', failure: failure ?? 'internal', result: said }
  if (version === null) return { state: 'failed', failure: 'fileGone', result: said }
  // Of a link: it may still be fetching.
  const takenTime = Math.max(transfer_time ?? create_time, request_time ?? 0)
  if (isConnected && contactTime !== null && contactTime > takenTime) {
    const byTime = contactTime + afterLoginMs
    if (now >= byTime) return { state: 'failed', failure: 'notApplied', result: said }
    return { state: 'running', waitsFor: 'version', dueTime: Math.min(byTime, now + lookMs) }
  }
  const byTime = takenTime + silenceMs
  if (now < byTime)
    return { state: 'running', waitsFor: 'restart', dueTime: Math.min(byTime, now + minuteMs) }
  return { state: 'failed', failure: isConnected ? 'notApplied' : 'lostContact', result: said }
}

/** What no byte was sent of can be stopped; what is on its way may be installed any moment. */
async function stopWaiting({ db, now }: Context, items: readonly Item[]): Promise<ReadonlySet<number>> {
  const keys = items.flatMap(({ data }) => data?.transferKey ?? [])
  const { rows } = await sql<{ task_key: string }>`
    update firmware_transfers set state = 'stopped', change_time = ${now}
    where task_key = any(${keys}::text[]) and state = 'waiting' returning task_key`.execute(db)
  const stopped = new Set(rows.map(({ task_key }) => task_key))
  return new Set(items.flatMap(({ id, data }) => (stopped.has(data?.transferKey ?? '') ? [id] : [])))
}

async function findFileOf({ db, task }: Context): Promise<{ file: FileRow; way: WayRow | null } | null> {
  const file = await db
    .selectFrom('firmware_files')
    .select(['id', 'account_id', 'device_type_id', 'version', 'hardware', 'from_versions', 'bytes'])
    .where('id', '=', task.params.fileId)
    .executeTakeFirst()
  if (file === undefined) return null
  const way = await db
    .selectFrom('firmware_ways')
    .selectAll()
    .where('device_type_id', '=', file.device_type_id)
    .executeTakeFirst()
  return { file, way: way ?? null }
}

async function findKnown({ db, task }: Context, items: readonly Item[]): Promise<Map<number, Known>> {
  const { rows } = await sql<Omit<Known, 'transfer'> & TransferOfItem & { id: number }>`
    select i.id, devices.device_type_id as "deviceTypeId", ${firmwareSql} as firmware, ${hardwareSql} as hardware,
      coalesce(s.is_connected, false) as "isConnected", coalesce(s.connected_time, s.state_time) as "contactTime",
      exists (select from device_task_items o join device_tasks k on k.id = o.task_id
        where o.device_id = i.device_id and o.id <> i.id and o.state in ('offered', 'running')
          and k.kind = 'firmware') as "isUpgrading",
      t.state, t.failure, t.way, t.parts, t.acked_parts, t.create_time, t.transfer_time, l.sent_bytes, l.request_time
    from unnest(${items.map(({ id }) => id)}::int4[], ${items.map(({ deviceId }) => deviceId)}::int4[],
        ${items.map(({ data }) => data?.transferKey ?? null)}::text[]) as i (id, device_id, key)
      join devices on devices.id = i.device_id
      left join device_states s on s.device_id = i.device_id
      left join firmware_transfers t on t.task_key = i.key
      left join lateral (
        select sent_bytes, request_time from firmware_links l
        where t.way <> 'parts' and l.device_id = i.device_id and l.file_id = ${task.params.fileId}
        order by l.id desc limit 1) l on true`.execute(db)
  return new Map(
    rows.map(
      ({ id, deviceTypeId, firmware, hardware, isConnected, contactTime, isUpgrading, ...transfer }) => [
        id,
        {
          deviceTypeId,
          firmware,
          hardware,
          isConnected,
          contactTime,
          isUpgrading,
          transfer: transfer.state === null ? null : transfer,
        },
      ],
    ),
  )
}
