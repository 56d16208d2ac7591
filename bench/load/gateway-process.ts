/** Gateway, ingest and live connection as a process of its own: `database-url`. Tells its ports, and its use on request. */
import { createAuthenticate } from '@trackway/server/features/accounts/sessions.ts'
import { createDeviceRegistry } from '@trackway/server/features/devices/device-registry.ts'
import { anyPort, startGateway } from '@trackway/server/gateway/gateway.ts'
import { startIngest } from '@trackway/server/ingest/ingest.ts'
import { createLive } from '@trackway/server/live/live.ts'
import { createLocalBus } from '@trackway/server/platform/bus/bus.ts'
import { openDatabase } from '@trackway/server/platform/database/database.ts'
import { startHttp } from '@trackway/server/platform/http/http.ts'
import { createLog } from '@trackway/server/platform/log.ts'
import { answerUse } from './process-use.ts'

const database = openDatabase(process.argv[2]!, 16)
const log = createLog('warn')
const bus = createLocalBus(log)
const registry = createDeviceRegistry({ database, bus })
const ingest = startIngest({ database, bus, log, gateway: 'bench' })
const live = createLive({ database, bus, log, stateOf: ingest.stateOf })
const gateway = await startGateway({
  config: {
    host: '127.0.0.1',
    registerUnknown: false,
    ports: { detect: 0, gt06: anyPort, jt808: 0 },
    maxConnectionsPerAddress: 50_000,
    firstLoginMs: 30_000,
    idleTimeoutMs: 900_000,
  },
  ingest,
  registry,
  database,
  bus,
  log,
  name: 'bench',
})
const http = await startHttp({
  config: { http: { port: 0, host: '127.0.0.1', trustProxy: false } },
  database,
  bus,
  log,
  authenticate: createAuthenticate({ database, bus }),
  handlers: [],
  mount: [live.mount],
})
answerUse()
process.send?.({ port: gateway.ports.gt06, httpPort: http.port })
process.on('SIGTERM', async () => {
  await live.close()
  await http.close()
  await gateway.close()
  await ingest.close()
  await database.close()
  process.exit(0)
})
