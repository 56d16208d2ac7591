import type { Jt808Session } from '@trackway/protocols/jt808/session.ts'
import {
  countParts,
  layoutKey,
  reserveAgain,
  reserveSerials,
  type UpgradeToSend,
  upgradeByLink,
  upgradePart,
} from '@trackway/protocols/jt808/upgrade.ts'
import type { FileAnswer, Message, Protocol } from '@trackway/protocols/protocol.ts'
import { FileMissing } from '../../../platform/file-store/file-storage.ts'
import type { Platform } from '../../../platform/platform.ts'
import { firmwareBytes } from './firmware-bytes.ts'
import { PartWindow } from './part-window.ts'
import {
  changeTransfer,
  findOpenTransfers,
  findSentSet,
  noteInstalled,
  type OpenTransfer,
  type TransferChange,
  writeProgress,
} from './transfer-queries.ts'

/** The part of a device's session that the sender needs. */
export interface UpgradeSession {
  readonly protocol: Protocol<unknown>
  readonly codecSession: unknown
  /** @param isLogged left out: yes */
  write(deviceId: number, frames: readonly Uint8Array[], isLogged?: boolean): void
}

interface Options extends Platform {
  /** Of this process, as in `device_states.gateway`. */
  gateway: string
  now: () => number
  /** A device that has just logged in is not ready at once. Left out: a second. */
  readyMs?: number | undefined
}

/** A file on its way to a device of this process. */
interface ActiveTransfer {
  row: OpenTransfer
  session: UpgradeSession
  codec: Jt808Session
  upgrade: UpgradeToSend
  firstSerial: number
  window: PartWindow
  /** Answers came that are not written down yet. */
  isDirty: boolean
}

/** A link that was sent and is not answered yet. */
interface SentLink {
  row: OpenTransfer
  session: UpgradeSession
  serial: number
  byTime: number
  sends: number
}

/** How soon a part without an answer is noticed. */
const beatMs = 25
/** Parts that a device may request at a time: it asks again for others. */
const maxAtOnce = 64
/** How soon transfers are found whose message was missed. */
const sweepMs = 5_000
const usualReadyMs = 1_000
/** Messages about transfers are gathered for so long. */
const gatherMs = 50
const failures: Partial<Record<string, string>> = { wrong: 'rejected', unsupported: 'upgradeUnsupported' }

/**
 * Sends firmware to the JT/T 808 devices that speak through this process: in parts, or by the link to it. The row of a
 * transfer holds all that its parts are made of and which were answered, so that another process goes on with the same
 * parts after this one ended.
 */
export class UpgradeSender {
  readonly #options: Options
  readonly #devices = new Map<number, { session: UpgradeSession; readyTime: number }>()
  readonly #active = new Map<number, ActiveTransfer>()
  readonly #links = new Map<number, SentLink>()
  readonly #stopListening: () => void
  #timer: NodeJS.Timeout | null = null
  #pollTimer: NodeJS.Timeout | undefined
  /** When that one is due. */
  #timedPoll = Number.POSITIVE_INFINITY
  #work: Promise<void> | null = null
  #pollTime = Number.NEGATIVE_INFINITY
  #isClosed = false

  constructor(options: Options) {
    this.#options = options
    const { bus, gateway, readyMs = usualReadyMs } = options
    const subscriptions = [
      bus.subscribe('firmware.changed', () => this.#pollIn(gatherMs)),
      bus.subscribe('device.claimed', (claimed) => {
        if (claimed.gateway === gateway) this.#pollIn(readyMs)
      }),
    ]
    this.#stopListening = () => {
      for (const stop of subscriptions) stop()
    }
  }

  /** A believed message of a device. */
  onMessage(
    { deviceId }: { deviceId: number },
    message: Message,
    session: UpgradeSession,
    now: number,
  ): void {
    if (session.protocol.name !== 'jt808') return
    if (this.#devices.get(deviceId)?.session !== session) {
      this.#forget(deviceId)
      const { readyMs = usualReadyMs } = this.#options
      this.#devices.set(deviceId, { session, readyTime: now + readyMs })
    }
    if (message.file) this.#answered(deviceId, message.file, session, now)
    const link = this.#links.get(deviceId)
    if (link && message.command?.correlation === link.serial) this.#linkAnswered(link, message, now)
  }

  /** The device is no longer connected through this session. */
  onDisconnect(deviceId: number, session: UpgradeSession): void {
    if (this.#devices.get(deviceId)?.session !== session) return
    this.#devices.delete(deviceId)
    this.#forget(deviceId)
  }

  /** Looks for transfers then, or with those that are looked for before. */
  #pollIn(ms: number): void {
    const time = this.#options.now() + ms
    this.#pollTime = Math.min(this.#pollTime, time)
    if (this.#isClosed || this.#timedPoll <= time) return
    clearTimeout(this.#pollTimer)
    this.#timedPoll = time
    this.#pollTimer = setTimeout(() => {
      this.#timedPoll = Number.POSITIVE_INFINITY
      this.tick(Math.max(time, this.#options.now()))
    }, ms)
  }

  /** Once a second, and when there is something to send. */
  tick(now: number): void {
    if (this.#work !== null || this.#isClosed) return
    const isPoll = this.#devices.size > 0 && now >= this.#pollTime
    const dirty = [...this.#active.values()].filter(({ isDirty }) => isDirty)
    if (!isPoll && dirty.length === 0) return
    this.#work = (async () => {
      if (dirty.length > 0) await this.#writeProgress(dirty)
      if (isPoll) await this.#poll()
    })()
      .catch((error) => this.#options.log.warn({ err: error }, 'firmware could not be sent'))
      .finally(() => {
        this.#work = null
      })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#stopListening()
    if (this.#timer) clearInterval(this.#timer)
    clearTimeout(this.#pollTimer)
    await this.#work
    const dirty = [...this.#active.values()].filter(({ isDirty }) => isDirty)
    if (dirty.length > 0) await this.#writeProgress(dirty).catch(() => {})
  }

  async #poll(): Promise<void> {
    const { database, gateway, now } = this.#options
    this.#pollTime = now() + sweepMs
    for (const row of await findOpenTransfers(database.db, gateway)) {
      const { device_id: deviceId } = row
      const device = this.#devices.get(deviceId)
      const current = this.#active.get(deviceId)?.row ?? this.#links.get(deviceId)?.row
      if (!device || current?.id === row.id) continue
      if (device.readyTime > now()) {
        this.#pollIn(device.readyTime - now())
        continue
      }
      // What it had before was stopped.
      if (current) this.#forget(deviceId)
      await this.#begin(row, device.session).catch((error) => this.#failed(row, error))
    }
  }

  /** Nothing is sent to a device that has become another one in the meantime. */
  async #begin(row: OpenTransfer, session: UpgradeSession): Promise<void> {
    if (row.misfit !== null) return this.#change(row, { state: 'failed', failure: row.misfit })
    const codec = session.codecSession as Jt808Session
    if (codec.layout === null) return
    if (row.way === 'control') return this.#sendLink(row, session)
    const upgrade = await upgradeOf(row)
    const parts = countParts(upgrade)
    const layout = layoutKey(codec.layout)
    const isSame = row.resumes && row.first_serial !== null && row.layout === layout && row.parts === parts
    const acked = isSame && row.acked ? new Uint8Array(row.acked) : new Uint8Array(Math.ceil(parts / 8))
    if (this.#devices.get(row.device_id)?.session !== session) return
    if (isSame) reserveAgain(codec, row.first_serial!, parts)
    const firstSerial = isSame ? row.first_serial! : reserveSerials(codec, parts)
    const { parts_under_way: atOnce, answer_ms: answerMs, max_sends: maxSends } = row
    const window = new PartWindow({ parts, acked, atOnce, answerMs, maxSends })
    const { gateway, database, now } = this.#options
    const begun = {
      state: 'sending',
      gateway,
      layout,
      first_serial: firstSerial,
      parts,
      acked: Buffer.from(acked),
      acked_parts: window.ackedCount,
    } as const
    // Before the first of them is sent: whoever goes on knows which serials they have.
    if (!(await changeTransfer(database.db, row.id, begun, now()))) return
    if (this.#devices.get(row.device_id)?.session !== session) return
    this.#active.set(row.device_id, { row, session, codec, upgrade, firstSerial, window, isDirty: false })
    this.#timer ??= setInterval(() => this.#beat(), beatMs)
    this.#advance(row.device_id, now())
  }

  #beat(): void {
    const now = this.#options.now()
    for (const deviceId of this.#active.keys()) this.#advance(deviceId, now)
    for (const link of this.#links.values()) if (link.byTime <= now) this.#repeatLink(link, now)
    if (this.#active.size + this.#links.size > 0 || this.#timer === null) return
    clearInterval(this.#timer)
    this.#timer = null
  }

  /** Sends what may go now; what is done or hopeless ends. */
  #advance(deviceId: number, now: number): void {
    const transfer = this.#active.get(deviceId)
    if (!transfer) return
    const { row, window } = transfer
    if (window.isDone) {
      this.#active.delete(deviceId)
      const { acked, ackedCount: acked_parts } = window
      const done = {
        state: 'transferred',
        acked: Buffer.from(acked),
        acked_parts,
        transfer_time: now,
      } as const
      void this.#change(row, done)
      return
    }
    const numbers = window.take(now)
    if (numbers === null) {
      this.#active.delete(deviceId)
      void this.#change(row, { state: 'failed', failure: 'noAnswer' })
    } else this.#send(transfer, numbers)
  }

  #send({ row, session, codec, upgrade, firstSerial }: ActiveTransfer, numbers: readonly number[]): void {
    for (const number of numbers) {
      const frame = upgradePart(codec.layout!, upgrade, { firstSerial, number })
      // The first one shows what goes on; thousands of others would fill the log of frames.
      session.write(row.device_id, [frame], number === 1)
    }
  }

  #answered(deviceId: number, answer: FileAnswer, session: UpgradeSession, now: number): void {
    const transfer = this.#active.get(deviceId)
    switch (answer.kind) {
      case 'part':
        if (transfer) this.#partAnswered(transfer, answer, now)
        return
      case 'missing':
        if (transfer?.firstSerial === answer.firstSerial) {
          const numbers = answer.numbers.slice(0, maxAtOnce)
          this.#send(
            transfer,
            numbers.filter((number) => transfer.window.isAcked(number)),
          )
          transfer.window.sendAgain(numbers)
          this.#advance(deviceId, now)
        } else this.#run(this.#sendStored(deviceId, session, answer))
        return
      case 'installed':
        this.#active.delete(deviceId)
        this.#run(this.#noteInstalled(deviceId, answer.result))
    }
  }

  #partAnswered(
    transfer: ActiveTransfer,
    { serial, result }: Extract<FileAnswer, { kind: 'part' }>,
    now: number,
  ): void {
    const { row, window, firstSerial } = transfer
    const number = ((serial - firstSerial) & 0xffff) + 1
    const failure = failures[result]
    if (failure !== undefined) {
      if (!window.isUnderWay(number)) return
      this.#active.delete(row.device_id)
      void this.#change(row, { state: 'failed', failure })
      return
    }
    if (result === 'success') {
      window.acknowledge(number)
      transfer.isDirty = true
    } else window.sendAgain([number])
    this.#advance(row.device_id, now)
  }

  /** Parts of a set that is not under way here: it was sent whole, or by a process that is gone. */
  async #sendStored(
    deviceId: number,
    session: UpgradeSession,
    { firstSerial, numbers }: Extract<FileAnswer, { kind: 'missing' }>,
  ): Promise<void> {
    const { layout } = session.codecSession as Jt808Session
    if (layout === null) return
    const row = await findSentSet(this.#options.database.db, deviceId, {
      layout: layoutKey(layout),
      firstSerial,
    })
    // The device was given another type since.
    if (row === null || row.misfit === 'wrongType' || row.misfit === 'wrongHardware') return
    const upgrade = await upgradeOf(row)
    for (const number of numbers.slice(0, maxAtOnce))
      if (number >= 1 && number <= row.parts!)
        session.write(deviceId, [upgradePart(layout, upgrade, { firstSerial, number })], false)
  }

  async #noteInstalled(deviceId: number, result: string): Promise<void> {
    const { database, bus, now } = this.#options
    if (await noteInstalled(database.db, deviceId, result, now()))
      bus.publish('firmware.changed', { deviceIds: Int32Array.of(deviceId) })
  }

  async #sendLink(row: OpenTransfer, session: UpgradeSession): Promise<void> {
    const { database, gateway, now } = this.#options
    if (!(await changeTransfer(database.db, row.id, { state: 'sending', gateway }, now()))) return
    if (this.#devices.get(row.device_id)?.session !== session) return
    const link: SentLink = { row, session, serial: 0, byTime: 0, sends: 0 }
    this.#links.set(row.device_id, link)
    this.#timer ??= setInterval(() => this.#beat(), beatMs)
    this.#repeatLink(link, now())
  }

  #repeatLink(link: SentLink, now: number): void {
    const { row, session } = link
    if (link.sends >= row.max_sends) {
      this.#links.delete(row.device_id)
      void this.#change(row, { state: 'failed', failure: 'noAnswer' })
      return
    }
    const { frames, serial } = upgradeByLink(session.codecSession as Jt808Session, row.text ?? '')
    link.serial = serial
    link.sends++
    link.byTime = now + row.answer_ms * Math.min(link.sends, 4)
    session.write(row.device_id, frames)
  }

  #linkAnswered({ row }: SentLink, { command }: Message, now: number): void {
    this.#links.delete(row.device_id)
    const result = command?.result
    if (result === 'success') void this.#change(row, { state: 'transferred', transfer_time: now })
    else
      void this.#change(row, {
        state: 'failed',
        failure: result === 'unsupported' ? 'upgradeUnsupported' : 'rejected',
      })
  }

  async #writeProgress(dirty: readonly ActiveTransfer[]): Promise<void> {
    const { database, now } = this.#options
    const progress = dirty.map(({ row, window }) => ({
      id: row.id,
      acked: window.acked,
      ackedParts: window.ackedCount,
    }))
    for (const transfer of dirty) transfer.isDirty = false
    const stopped = new Set(await writeProgress(database.db, progress, now()))
    for (const { row } of dirty)
      if (stopped.has(row.id) && this.#active.get(row.device_id)?.row === row)
        this.#active.delete(row.device_id)
  }

  /** What could not be written down is begun anew: its row is still open. */
  async #change(row: OpenTransfer, change: TransferChange): Promise<void> {
    const { database, bus, log, now } = this.#options
    try {
      if (await changeTransfer(database.db, row.id, change, now()))
        bus.publish('firmware.changed', { deviceIds: Int32Array.of(row.device_id) })
    } catch (error) {
      log.warn({ err: error, transfer: row.id }, 'the state of an upgrade could not be stored')
    }
  }

  async #failed(row: OpenTransfer, error: unknown): Promise<void> {
    const { log } = this.#options
    log.warn({ err: error, transfer: row.id }, 'an upgrade could not be begun')
    // It will be no shorter, and no more there, the next time.
    if (error instanceof RangeError) await this.#change(row, { state: 'failed', failure: 'tooManyParts' })
    if (error instanceof FileMissing) await this.#change(row, { state: 'failed', failure: 'fileMissing' })
  }

  #run(work: Promise<void>): void {
    work.catch((error) => this.#options.log.warn({ err: error }, 'an answer to firmware could not be used'))
  }

  #forget(deviceId: number): void {
    this.#links.delete(deviceId)
    const transfer = this.#active.get(deviceId)
    if (!transfer) return
    this.#active.delete(deviceId)
    // What was answered counts when the device comes back.
    if (transfer.isDirty && !this.#isClosed) this.#run(this.#writeProgress([transfer]))
  }
}

async function upgradeOf(row: OpenTransfer): Promise<UpgradeToSend> {
  const { target, maker, maker_bytes: makerBytes, version, part_bytes: partBytes } = row
  return { target, maker, makerBytes, version, partBytes, data: await firmwareBytes(row) }
}
