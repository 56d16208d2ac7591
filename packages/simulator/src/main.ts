import { connect } from 'node:net'
import { createClock } from './device/clock.ts'
import type { Counters } from './device/counters.ts'
import { atPort } from './device/speakers.ts'
import { Fleet } from './fleet.ts'
import { OptionError, type Options, readOptions, usage } from './options.ts'
import { randomFleet } from './random-fleet.ts'
import { useMapOf } from './roads/city-maps.ts'

/** `trackway simulate`: a fleet of devices that drive, until it is stopped. */

const statusMs = 3_000

try {
  const options = readOptions(process.argv.slice(2))
  if (options === 'help') console.log(usage)
  else await run(options)
} catch (error) {
  if (!(error instanceof OptionError)) throw error
  console.error(`${error.message}\n\n${usage}`)
  process.exitCode = 2
}

async function run(options: Options): Promise<void> {
  const { host, port } = options
  const failure = await tryToConnect(host, port)
  if (failure !== null) {
    console.error(
      `${host}:${port} can't be reached: ${failure}. Check that the server is running and that this is its device port.`,
    )
    process.exitCode = 1
    return
  }
  const city = options.map === null ? undefined : await openMap(options.map)
  const clock = createClock(options.timeFactor)
  const fleet = new Fleet({
    members: randomFleet({ ...options, city, since: clock.now() }),
    host,
    ports: atPort(port),
    clock,
    movingSeconds: options.intervalS,
    badFrameShare: options.badFrames,
    bufferedShare: options.buffered,
    connectsPerSecond: options.connectsPerSecond,
  })
  const status = createStatus(fleet.counters, options)
  const timer = setInterval(() => console.log(status()), statusMs)
  const stop = () => {
    clearInterval(timer)
    fleet.stop()
    console.log(status())
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
}

/** @throws {OptionError} for a file in whose streets nobody can drive */
async function openMap(path: string): Promise<string> {
  try {
    return await useMapOf(path)
  } catch (error) {
    throw new OptionError(`--map ${path}: ${(error as Error).message}`)
  }
}

/** @returns why there is no connection, or null if there is one */
function tryToConnect(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 5_000 })
    const end = (failure: string | null) => {
      socket.destroy()
      resolve(failure)
    }
    socket.once('connect', () => end(null))
    socket.once('timeout', () => end('no answer within 5 s'))
    socket.once('error', (error: NodeJS.ErrnoException) =>
      end(error.code === 'ECONNREFUSED' ? 'the connection was refused' : (error.code ?? error.message)),
    )
  })
}

function createStatus(counters: Counters, { devices }: Options): () => string {
  let reportsBefore = 0
  let timeBefore = performance.now()
  return () => {
    const seconds = (performance.now() - timeBefore) / 1000
    const rate = (counters.reports - reportsBefore) / Math.max(0.001, seconds)
    reportsBefore = counters.reports
    timeBefore = performance.now()
    const parts = [
      `${counters.online}/${devices} online`,
      `${counters.reports} reports (${rate.toFixed(1)}/s)`,
      `${counters.acknowledged}/${counters.sent} frames acknowledged`,
    ]
    if (counters.buffered > 0) parts.push(`${counters.buffered} sent late`)
    if (counters.lost > 0) parts.push(`${counters.lost} lost`)
    if (counters.badFrames > 0) parts.push(`${counters.badFrames} bad frames`)
    if (counters.reconnects > 0) parts.push(`${counters.reconnects} lost connections`)
    if (counters.online === 0 && counters.reconnects > 0) {
      parts.push(
        counters.lastFailure
          ? `cannot connect: ${counters.lastFailure}`
          : 'the server ends the connections: are the devices registered, or REGISTER_UNKNOWN=1 set?',
      )
    }
    return parts.join(' · ')
  }
}
