import { createDeviceRegistry } from '../features/devices/device-registry.ts'
import { type Gateway, startGateway } from '../gateway/gateway.ts'
import { type Ingest, startIngest } from '../ingest/ingest.ts'
import type { Bus } from '../platform/bus/bus.ts'
import type { Database } from '../platform/database/database.ts'
import type { Log } from '../platform/log.ts'
import type { Config } from '../platform/settings/config.ts'
import type { StopStack } from './stop-stack.ts'

/** Takes devices in, in this thread: gateway and ingest. */
export async function startDeviceIntake(parts: {
  config: Pick<Config, 'gateway' | 'commitGatherMs' | 'expiredDaysKept'>
  /** In `device_states.gateway`: the same after a restart, nobody else's. */
  name: string
  database: Database
  bus: Bus
  log: Log
  stops: StopStack
  /** Whether other threads listen at the same ports. */
  sharesPorts?: boolean
}): Promise<{ ingest: Ingest; ports: Gateway['ports'] }> {
  const { config, name, database, bus, log, stops, sharesPorts = false } = parts
  const registry = createDeviceRegistry({ database, bus })
  const { commitGatherMs: gatherMs, expiredDaysKept } = config
  const ingest = startIngest({ database, bus, log, gateway: name, gatherMs, expiredDaysKept })
  await stops.add(() => ingest.close())
  const gateway = await startGateway({
    config: config.gateway,
    ingest,
    registry,
    database,
    bus,
    log,
    name,
    sharesPorts,
  })
  await stops.add(() => gateway.close())
  return { ingest, ports: gateway.ports }
}
