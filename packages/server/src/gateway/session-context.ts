import type { CommandDesk } from '../features/commands/delivery/command-desk.ts'
import type { CommandHandOut } from '../features/commands/delivery/hand-out.ts'
import type { DeviceRegistry } from '../features/devices/device-registry.ts'
import type { WatchedFrames } from '../features/frames/watch/watched-frames.ts'
import type { Ingest } from '../ingest/ingest.ts'
import type { CloseReason } from './bounds.ts'
import type { FrameLog } from './frame-log.ts'
import type { DeviceCodes } from './identity/device-codes.ts'
import type { LearntNumbers } from './identity/learnt-numbers.ts'
import type { SecurityEvents } from './identity/security-events.ts'
import type { UnknownDevices } from './identity/unknown-devices.ts'
import type { SessionRegistry } from './session-registry.ts'

/** What all sessions of a gateway share. */
export interface SessionContext {
  readonly ingest: Ingest
  readonly registry: DeviceRegistry
  readonly sessions: SessionRegistry
  readonly unknown: UnknownDevices
  readonly frameLog: FrameLog
  readonly watched: WatchedFrames
  readonly codes: DeviceCodes
  readonly identities: LearntNumbers
  readonly events: SecurityEvents
  /** Part of the address that platforms of networks must push to; undefined: any will do. */
  pushKey(): string | undefined
  readonly commands: CommandDesk
  /** Commands for devices that only ask. */
  readonly handOut: CommandHandOut
  now(): number
}

/** How a session reaches its device. */
export interface Transport {
  readonly address: string
  /** False: every datagram stands for itself, and nobody is connected. */
  readonly isConnection: boolean
  readonly bytesReceived: number
  readonly bytesSent: number
  send(bytes: Uint8Array): void
  close(reason: CloseReason): void
  /** Frames are taken again after `isReady` was false. */
  goOn(): void
}
