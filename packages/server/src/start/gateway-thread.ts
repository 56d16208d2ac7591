import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { register } from 'prom-client'
import { joinBus } from '../platform/bus/thread-bus.ts'
import { openDatabase } from '../platform/database/database.ts'
import { createLog } from '../platform/log.ts'
import { useSecretKey } from '../platform/secrets.ts'
import { changeSettings } from '../platform/settings/process-settings.ts'
import type { GatewayWork, ThreadMessage, ThreadRequest } from './gateway-threads.ts'
import { startDeviceIntake } from './start-device-intake.ts'
import { StopStack } from './stop-stack.ts'

/** One of several threads that hear devices at the same ports: it decodes, derives, commits and answers by itself. */
const { databaseUrl, poolSize, secretKeys, busPort, ...parts } = workerData as GatewayWork & {
  busPort: MessagePort
}
const log = createLog(parts.config.logLevel)
useSecretKey(...secretKeys)
changeSettings({ files: parts.config.files })
const stops = new StopStack()
const bus = joinBus(busPort, log)
await stops.add(() => bus.close())
const database = openDatabase(databaseUrl, poolSize)
await stops.add(() => database.close())
const { ports } = await startDeviceIntake({ ...parts, database, bus, log, stops, sharesPorts: true })

const send = (message: ThreadMessage) => parentPort!.postMessage(message)
parentPort!.on('message', async (request: ThreadRequest) => {
  if (request === 'metrics') return send({ metrics: await register.getMetricsAsJSON() })
  await stops.stopAll()
  parentPort!.close()
})
send({ ports })
