import { connect, type Socket } from 'node:net'
import type { Report } from '@trackway/protocols/protocol.ts'
import type { Driver } from '../driving/driver.ts'
import type { Random } from '../random.ts'
import { badFrameKinds, spoil } from './bad-frames.ts'
import type { Clock } from './clock.ts'
import { type Conduct, faultyReport } from './conduct.ts'
import type { Counters } from './counters.ts'
import { fetchFirmware } from './fetch-firmware.ts'
import type { Kit } from './kit.ts'
import { observe } from './observe.ts'
import { Outbox } from './outbox.ts'
import { createSchedule, type Occasion } from './schedule.ts'
import type { Sent, ServerMessage, Speaker } from './speaker.ts'

/** Real milliseconds a device waits: for the server's welcome, for an answer before it repeats or gives up. */
const welcomeTimeoutMs = 30_000
const repeatAfterMs = 20_000
const giveUpAfterMs = 100_000
const firstRetryMs = 1_000
const longestRetryMs = 60_000
/** Beyond this the line is full: reports are kept instead of being written into it. */
const maxUnwrittenBytes = 65_536
/** Kept reports that are sent at a time, and how many stay back when a device drives out of coverage. */
const backlogCount = 20
const deadZoneReports = 8

export interface DeviceSetup {
  driver: Driver
  kit: Kit
  speaker: Speaker
  /** What the counter of the device stood at when the driver began. */
  odometerM: number
  target: { host: string; port: number }
  clock: Clock
  random: Random
  /** Shares of reports, 0 to 1: preceded by a bad frame, sent late. */
  badFrameShare: number
  bufferedShare: number
  conduct: Conduct
  counters: Counters
  /** Reports up to here are not this process's to send. */
  startTime: number
  /** Requests a wake so many real milliseconds from now, replacing any request before. */
  wakeIn(delayMs: number): void
}

/** One device: drives, reports, keeps what is not acknowledged, and comes back when the line is lost. */
export class SimulatedDevice {
  private readonly setup: DeviceSetup
  private readonly after: (time: number) => Occasion
  private readonly outbox = new Outbox()
  private next: Occasion
  private socket: Socket | null = null
  private isOnline = false
  private isStopped = false
  private connectedMs = 0
  private retryMs = 0
  private failures = 0
  private heldBack = 0
  private target: DeviceSetup['target']

  constructor(setup: DeviceSetup) {
    this.setup = setup
    this.target = setup.target
    this.after = createSchedule(setup.driver, setup.kit)
    this.next = this.after(setup.startTime)
  }

  /** Does what is due and requests the next wake. */
  wake(): void {
    if (this.isStopped) return
    this.report()
    const nowMs = performance.now()
    if (this.socket === null && nowMs >= this.retryMs) this.connect()
    if (this.socket !== null) this.checkAnswers(nowMs)
    this.rest(nowMs)
  }

  stop(): void {
    this.isStopped = true
    this.socket?.destroy()
  }

  /** Loses the line, as in a tunnel. */
  hangUp(): void {
    this.socket?.destroy()
  }

  private rest(nowMs: number): void {
    const { clock, wakeIn } = this.setup
    const untilNext = clock.delayUntil(this.next.time)
    const untilCheck = this.socket === null ? this.retryMs - nowMs : 5_000
    wakeIn(Math.max(1, Math.min(untilNext, untilCheck)))
  }

  private report(): void {
    const { clock, driver, kit, odometerM, random, bufferedShare, conduct } = this.setup
    for (const now = clock.now(); this.next.time <= now; this.next = this.after(this.next.time)) {
      const { time, kind, alarm } = this.next
      const report = faultyReport(observe(driver, kit, time, odometerM), conduct.faults ?? [])
      if (kind === 'heartbeat') {
        if (this.canSend()) this.send(this.setup.speaker.heartbeat(report))
        continue
      }
      if (alarm !== undefined) report.alarms = [alarm]
      if (bufferedShare > 0 && this.heldBack === 0 && random.next() < bufferedShare / deadZoneReports) {
        this.heldBack = deadZoneReports
      }
      if (this.heldBack > 0 || !this.canSend()) {
        this.outbox.keep(report)
        if (this.heldBack > 0) this.heldBack--
      } else this.sendReport(report)
    }
    if (this.heldBack === 0) this.sendKept()
  }

  private sendReport(report: Report): void {
    const { speaker, random, badFrameShare, counters } = this.setup
    const sent = speaker.report(report)
    if (badFrameShare > 0 && random.next() < badFrameShare) {
      this.socket?.write(
        spoil(random.pick(badFrameKinds), sent.bytes, () => speaker.impossibleDate(report), random),
      )
      counters.badFrames++
    }
    this.send(sent)
  }

  private sendKept(): void {
    while (this.outbox.keptCount > 0 && this.canSend()) {
      const reports = this.outbox.takeKept(backlogCount)
      for (const sent of this.setup.speaker.backlog(reports)) this.send(sent)
      this.setup.counters.buffered += reports.length
    }
  }

  private canSend(): boolean {
    return this.isOnline && this.socket !== null && this.socket.writableLength < maxUnwrittenBytes
  }

  private send(sent: Sent): void {
    const { counters } = this.setup
    if (!this.isLost()) this.socket?.write(sent.bytes)
    this.outbox.sent(sent, performance.now())
    counters.sent++
    counters.reports += sent.reports.length
  }

  /** Repeats what is not answered, unchanged; gives the connection up when even that stays unanswered. */
  private checkAnswers(nowMs: number): void {
    if (!this.isOnline) {
      if (nowMs - this.connectedMs > welcomeTimeoutMs) this.hangUp()
      return
    }
    const oldest = this.outbox.oldestAnswered
    if (!oldest) return
    const waitedMs = nowMs - oldest.sentMs
    if (waitedMs > giveUpAfterMs) this.hangUp()
    else if (waitedMs > repeatAfterMs * oldest.attempts && this.canSend()) {
      oldest.attempts++
      if (!this.isLost()) this.socket?.write(oldest.bytes)
    }
  }

  private connect(): void {
    const { counters, speaker } = this.setup
    const socket = connect({ ...this.target, noDelay: true })
    this.socket = socket
    this.connectedMs = performance.now()
    counters.connecting++
    let isConnected = false
    socket.once('connect', () => {
      isConnected = true
      counters.connecting--
      counters.lastFailure = null
      socket.write(speaker.greet().bytes)
    })
    socket.on('data', (chunk: Uint8Array) => {
      for (const message of speaker.receive(chunk)) if (!this.isLost()) this.handle(message)
    })
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (!isConnected) counters.lastFailure = error.code ?? error.message
    })
    // The other side may end the conversation; there is nothing left to say then.
    socket.once('end', () => socket.destroy())
    socket.once('close', () => {
      if (!isConnected) counters.connecting--
      this.lost()
    })
  }

  private handle(message: ServerMessage): void {
    const { counters } = this.setup
    switch (message.kind) {
      case 'welcome':
        if (this.isOnline) return
        this.isOnline = true
        this.failures = 0
        counters.online++
        this.report()
        return
      case 'proceed':
        if (!this.isLost()) this.socket?.write(message.sent.bytes)
        return
      case 'restart':
        if (message.sent) this.socket?.write(message.sent.bytes)
        if (!message.comesBack) this.isStopped = true
        // What was said goes out before the line is cut.
        this.socket?.end()
        return
      case 'move':
        this.socket?.write(message.sent.bytes)
        this.target = { host: message.host, port: message.port }
        if (message.isAtOnce) this.socket?.end()
        return
      case 'fetch':
        this.socket?.write(message.sent.bytes)
        void this.fetchFile(message.url)
        return
      case 'acknowledged':
        counters.acknowledged += this.outbox.acknowledge(message.serial, message.isCumulative)
        return
      case 'refused':
        counters.refused++
        this.hangUp()
    }
  }

  /** Whether the next frame, in either direction, never arrives. Logins do: without one there is nothing to lose. */
  private isLost(): boolean {
    const { conduct, counters, random } = this.setup
    if (!this.isOnline || !conduct.lostShare || random.next() >= conduct.lostShare) return false
    counters.lost++
    return true
  }

  /** Over a connection of its own; what it says of it goes over this one. */
  private async fetchFile(url: string): Promise<void> {
    const bytes = await fetchFirmware(url).catch(() => null)
    const outcome = this.setup.speaker.fetched?.(bytes)
    if (outcome && this.socket) this.handle(outcome)
  }

  private lost(): void {
    const { counters, random } = this.setup
    this.socket = null
    this.outbox.takeBack()
    if (this.isOnline) counters.online--
    this.isOnline = false
    if (this.isStopped) return
    counters.reconnects++
    // Twice as long after every failure, and not all devices at once.
    const delayMs = Math.min(longestRetryMs, firstRetryMs * 2 ** this.failures++)
    this.retryMs = performance.now() + delayMs * (0.5 + random.next())
    this.rest(performance.now())
  }
}
