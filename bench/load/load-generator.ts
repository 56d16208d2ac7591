/**
 * A process of its own that plays devices: `port devices mode value seconds first`, from that number on.
 * `closed n`: every device keeps n reports unacknowledged. `open r`: r reports a second in all, whatever comes
 * back. `idle 0`: logs in and stays silent until its parent ends it. Sends its parent `ready`, then the result.
 */
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { ackBytes, loginOf, ReportFrame } from './load-frames.ts'

const [mode, ...numbers] = [
  process.argv[4] as 'closed' | 'open' | 'idle',
  ...process.argv.slice(2).map(Number),
]
const [port, devices, , value, seconds, first] = numbers as [number, number, number, number, number, number]

export interface LoadResult {
  reports: number
  seconds: number
  /** Microseconds of this process's processor time per report. */
  cpuMicros: number
  p50Ms: number
  p99Ms: number
}

/** All devices read into it: only the number of bytes counts. */
const received = new Uint8Array(65_536)

class Device {
  readonly socket: Socket
  private readonly frame: ReportFrame
  private readonly onLogin: () => void
  private awaited = 0
  private isLoggedIn = false
  readonly sentAt: number[] = []

  constructor(index: number, startTime: number, onLogin: () => void) {
    this.frame = new ReportFrame(index, startTime)
    this.onLogin = onLogin
    const onread = { buffer: received, callback: (bytes: number) => this.receive(bytes) }
    this.socket = connect({ port, host: '127.0.0.1', noDelay: true, onread })
    this.socket.on('error', (error) => console.error('device', index, error.message))
    this.socket.once('connect', () => this.socket.write(loginOf(index)))
  }

  /** @returns that it goes on reading */
  private receive(bytes: number): true {
    this.awaited += bytes
    while (this.awaited >= ackBytes) {
      this.awaited -= ackBytes
      if (this.isLoggedIn) acknowledged(this)
      else {
        this.isLoggedIn = true
        this.onLogin()
      }
    }
    return true
  }

  send(count: number): void {
    const now = performance.now()
    if (count > 1) this.socket.cork()
    for (let i = 0; i < count; i++) {
      this.sentAt.push(now)
      this.socket.write(Buffer.from(this.frame.next()))
    }
    if (count > 1) this.socket.uncork()
  }
}

let isMeasuring = false
let isEnding = false
let reports = 0
const latencies: number[] = []
let again: Device[] = []

function acknowledged(device: Device): void {
  const sent = device.sentAt.shift()!
  if (isMeasuring) {
    reports++
    if (reports % 10 === 0) latencies.push(performance.now() - sent)
  }
  if (mode !== 'closed' || isEnding) return
  if (again.length === 0) setImmediate(sendAgain)
  again.push(device)
}

function sendAgain(): void {
  const due = again
  again = []
  for (const device of due) device.send(1)
}

const startTime = Date.now() - 3 * 3_600_000
const fleet: Device[] = []
let loggedIn = 0
for (let index = 0; index < devices; index++) {
  fleet.push(new Device(first + index, startTime, () => loggedIn++))
  // Connecting in gusts, as after a restart of the server, without running out of the accept queue.
  if (index % 500 === 499) await sleep(20)
}
const patience = setInterval(() => console.error(`${loggedIn} of ${devices} devices are logged in`), 10_000)
while (loggedIn < devices) await sleep(20)
clearInterval(patience)
process.send?.('ready')

if (mode === 'idle') await new Promise((resolve) => process.once('message', resolve))
else {
  const stop = mode === 'closed' ? startClosed() : startOpen()
  await sleep(3_000)
  isMeasuring = true
  const begin = performance.now()
  const cpu = process.cpuUsage()
  await sleep(seconds * 1_000)
  isMeasuring = false
  const took = (performance.now() - begin) / 1000
  const { user, system } = process.cpuUsage(cpu)
  isEnding = true
  stop()
  latencies.sort((a, b) => a - b)
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0
  const result: LoadResult = {
    reports,
    seconds: took,
    cpuMicros: (user + system) / reports,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
  }
  process.send?.(result)
  await sleep(500)
}
process.exit(0)

function startClosed(): () => void {
  for (const device of fleet) device.send(value)
  return () => {}
}

/** Sends at an even rate: every few milliseconds what is due by then, device after device. */
function startOpen(): () => void {
  const begin = performance.now()
  let sent = 0
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - begin) / 1000) * value)
    while (sent < due) fleet[sent++ % fleet.length]!.send(1)
  }, 2)
  return () => clearInterval(timer)
}
