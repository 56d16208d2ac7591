import { connect, type Socket } from 'node:net'
import type { Report } from '@trackway/protocols/protocol.ts'
import { patience } from '@trackway/server/testing/patience.ts'
import { createGt06Speaker } from '@trackway/simulator/device/gt06-speaker.ts'
import { createJt808Speaker } from '@trackway/simulator/device/jt808-speaker.ts'
import type { Sent, Speaker } from '@trackway/simulator/device/speaker.ts'

/** A device at the other end of a real connection; the test decides what it sends. */
export interface Tracker {
  /** Resolves once the server has acknowledged, which it does after storing. */
  report(report: Partial<Report>): Promise<void>
  /** The same for reports that were kept back, such as those of a drive of yesterday. */
  backlog(reports: readonly Partial<Report>[]): Promise<void>
  hangUp(): void
}

/** @throws Error when the server does not welcome the device */
export async function connectGt06(port: number, imei: string): Promise<Tracker> {
  const speaker = createGt06Speaker({ imei, country: 'CN', is4g: false })
  return conversation(port, speaker, (latest) => speaker.heartbeat(latest))
}

/** Sends its login and waits for an answer that does not come. */
export async function connectUnknownGt06(port: number, imei: string): Promise<Pick<Tracker, 'hangUp'>> {
  const { bytes } = createGt06Speaker({ imei, country: 'CN', is4g: false }).greet()
  const socket = connect({ port, host: '127.0.0.1' })
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.write(bytes, () => resolve())
  })
  return { hangUp: () => socket.destroy() }
}

/** @throws Error when the server does not welcome the device */
export async function connectJt808(port: number, terminalId: string, plate = ''): Promise<Tracker> {
  return conversation(port, createJt808Speaker({ terminalId, plate }))
}

/**
 * @param requestOf a frame that makes the server answer, where it acknowledges no positions
 */
async function conversation(
  port: number,
  speaker: Speaker,
  requestOf?: (latest: Report) => Sent,
): Promise<Tracker> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  const awaited = new Map<number, () => void>()
  await welcome(socket, speaker, (serial) => {
    awaited.get(serial)?.()
    awaited.delete(serial)
  })

  const sendFrames = async (frames: Sent[], latest: Report) => {
    const all = requestOf ? [...frames, requestOf(latest)] : frames
    const last = all.at(-1)
    if (!last) return
    const answered = new Promise<void>((resolve) => awaited.set(last.serial, resolve))
    for (const { bytes } of all) socket.write(bytes)
    await within(answered, 'the server does not acknowledge')
  }
  return {
    report: (report) => sendFrames([speaker.report(toReport(report))], toReport(report)),
    backlog: (reports) => sendFrames(speaker.backlog(reports.map(toReport)), toReport(reports.at(-1) ?? {})),
    hangUp: () => socket.destroy(),
  }
}

function welcome(socket: Socket, speaker: Speaker, onAnswer: (serial: number) => void): Promise<void> {
  const welcomed = new Promise<void>((resolve, reject) => {
    socket.once('connect', () => socket.write(speaker.greet().bytes))
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('the server hung up')))
    socket.on('data', (chunk) => {
      for (const message of speaker.receive(chunk)) {
        if (message.kind === 'welcome') resolve()
        if (message.kind === 'refused') reject(new Error('the server refuses the device'))
        if (message.kind === 'proceed') socket.write(message.sent.bytes)
        if (message.kind === 'acknowledged') onAnswer(message.serial)
      }
    })
  })
  return within(welcomed, 'the server does not welcome the device')
}

const toReport = (report: Partial<Report>): Report => ({ fixTime: Date.now(), fix: 'gps', ...report })

async function within<T>(promise: Promise<T>, otherwise: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(otherwise)), patience.waitMs)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}
