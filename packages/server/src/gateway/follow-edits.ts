import type { Bus } from '../platform/bus/bus.ts'
import type { DatagramListener } from './datagrams.ts'
import type { SessionContext } from './session-context.ts'
import type { IsEdited } from './session-registry.ts'

/** Lets go of devices that were deleted or taken over, and takes up what was edited. */
export function followEdits(
  { ingest, sessions, now }: SessionContext,
  datagrams: readonly DatagramListener[],
  bus: Bus,
  name: string,
): () => void {
  const refreshAll = (isEdited: IsEdited) => {
    sessions.refresh(isEdited)
    for (const listener of datagrams) listener.refresh(isEdited)
  }
  ingest.onLost((devices) => sessions.release(devices, now()))
  const stops = [
    bus.subscribe('device.edited', ({ deviceIds }) => {
      const edited = new Set(deviceIds)
      const isEdited: IsEdited = (device) => edited.has(device.deviceId)
      for (const deviceId of edited) sessions.refreshDevice(deviceId, isEdited)
      for (const listener of datagrams) listener.refresh(isEdited)
    }),
    bus.subscribe('account.edited', ({ accountId }) =>
      refreshAll((device) => device.accountId === accountId),
    ),
    bus.subscribe('deviceType.edited', ({ deviceTypeId }) =>
      refreshAll((device) => device.deviceTypeId === deviceTypeId),
    ),
    bus.subscribe('device.claimed', ({ deviceIds, gateway }) => {
      if (gateway !== name) void ingest.checkHeld([...deviceIds])
    }),
    bus.subscribe('messages.missed', () => {
      refreshAll(() => true)
      void ingest.checkHeld(sessions.deviceIds())
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
