import { encodeLocation, encodeLogin } from '@trackway/protocols/gt06/encode.ts'
import { seal } from '@trackway/protocols/gt06/envelope.ts'
import { expect } from 'vitest'
import { TestDeviceSocket } from '../test-gateway.ts'

const ackLength = 10
const serialAt = 4

/** Reports that a device has on their way at the same time. */
const inFlight = 8

/** Reports again and again, connects again whenever it is cut off, and remembers what was acknowledged. */
export class StubbornDevice {
  readonly imei: string
  readonly acknowledged = new Set<number>()
  /** How often the connection was lost. */
  losses = -1
  private readonly startTime = Math.floor(Date.now() / 1000) * 1000 - 3 * 3_600_000
  private readonly port: number
  private socket: TestDeviceSocket | undefined
  private count = 0
  private isStopped = false

  constructor(imei: string, port: number) {
    this.imei = imei
    this.port = port
    this.connect()
  }

  stop(): void {
    this.isStopped = true
    this.socket?.end()
  }

  private connect(): void {
    if (this.isStopped) return
    this.losses++
    this.socket = new TestDeviceSocket(this.port)
    let bytes = Buffer.alloc(0)
    const { socket } = this.socket
    socket.on('connect', () => this.socket?.send(encodeLogin(this.imei, 0)))
    socket.on('data', (chunk) => {
      bytes = Buffer.concat([bytes, chunk])
      for (; bytes.length >= ackLength; bytes = bytes.subarray(ackLength)) {
        // A login's answer starts the reports; a report's answer names the second it is about.
        if (bytes[3] === 0x01) for (let n = 1; n < inFlight; n++) this.report()
        else this.acknowledged.add(this.startTime + bytes.readUInt16BE(serialAt) * 1000)
        this.report()
      }
    })
    socket.on('close', () => setTimeout(() => this.connect(), 50))
  }

  private report(): void {
    const second = ++this.count
    const frame = encodeLocation(
      0x22,
      {
        deviceTime: this.startTime + second * 1000,
        latitude: 22.5 + second * 0.0001,
        longitude: 113.9,
        speedKmh: 40,
        courseDeg: 0,
        satellites: 9,
        isPositioned: true,
        mcc: 460,
        mnc: 0,
        lac: 1,
        cellId: 2,
      },
      second,
    )
    this.socket?.send(toBeAcknowledged(frame))
  }
}

/** 0x2D has the content of 0x22 and is acknowledged. */
function toBeAcknowledged(frame: Uint8Array): Uint8Array {
  return seal(0x2d, frame.subarray(4, frame.length - 6), (frame.at(-6)! << 8) | frame.at(-5)!)
}

/** How many reports of these devices were acknowledged. */
export const acknowledgedBy = (fleet: readonly StubbornDevice[]) =>
  fleet.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0)

/** Every report that was acknowledged is among the stored ones, and none of these is there twice. */
export function expectStored(
  fleet: readonly StubbornDevice[],
  rows: readonly { terminal_id: string; fix_time: string }[],
): void {
  const stored = new Set(rows.map(({ terminal_id, fix_time }) => `${terminal_id} ${fix_time}`))
  expect(stored.size).toBe(rows.length)
  const lost = fleet.flatMap(({ imei, acknowledged }) =>
    [...acknowledged].filter((time) => !stored.has(`${imei} ${time}`)),
  )
  expect(lost).toEqual([])
}
