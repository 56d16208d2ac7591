import type { CommandDispatcher } from '../features/commands/delivery/command-dispatcher.ts'
import type { CommandHandOut } from '../features/commands/delivery/hand-out.ts'
import type { DeviceRegistry, KnownDevice } from '../features/devices/device-registry.ts'
import type { UpgradeSender } from '../features/firmware/transfer/upgrade-sender.ts'
import type { WatchedFrames } from '../features/frames/watch/watched-frames.ts'
import type { MediaIntake } from '../features/media/arrival/media-intake.ts'
import type { NetworkPushes } from '../features/nb-platforms/network-pushes.ts'
import type { Ingest } from '../ingest/ingest.ts'
import type { Presence } from '../ingest/ingest-item.ts'
import type { Log } from '../platform/log.ts'
import type { CloseReason, Times } from './bounds.ts'
import type { FrameLog } from './frame-log.ts'
import type { DeviceCodes } from './identity/device-codes.ts'
import type { LearntNumbers } from './identity/learnt-numbers.ts'
import type { SecurityEvents } from './identity/security-events.ts'
import type { UnknownDevices } from './identity/unknown-devices.ts'
import type { SessionRegistry } from './session-registry.ts'

/** What all sessions of a gateway share. */
export interface SessionContext {
  readonly ingest: Ingest
  readonly media: MediaIntake
  readonly registry: DeviceRegistry
  readonly sessions: SessionRegistry
  readonly unknown: UnknownDevices
  readonly frameLog: FrameLog
  readonly watched: WatchedFrames
  readonly codes: DeviceCodes
  readonly identities: LearntNumbers
  readonly events: SecurityEvents
  readonly pushes: NetworkPushes
  readonly commands: CommandDispatcher
  /** Firmware for devices that are connected. */
  readonly upgrades: UpgradeSender
  /** Commands for devices that only ask. */
  readonly handOut: CommandHandOut
  readonly log: Log
  now(): number
}

/** How a session reaches its device. */
export interface Transport {
  readonly address: string
  readonly bytesReceived: number
  readonly bytesSent: number
  send(bytes: Uint8Array): void
  close(reason: CloseReason): void
  /** The device belongs to this connection. `contested`: it belongs to another one, and stays there. */
  claim(device: KnownDevice, now: number): Presence | undefined | 'contested'
  /** May commands for the device go where this comes from, though it has not proved who it is? */
  mayCommand(device: KnownDevice, now: number): boolean
  /** Frames may be taken again after `isReady` was false. */
  resume(): void
}

/** What all TCP connections have in common, of any protocol. */
export interface OpenConnection {
  readonly address: string
  /** Frames to be committed or answered before the gateway may stop. */
  readonly inFlight: number
  tick(now: number, times: Times): void
  /** Reads no more; what was received whole is finished. */
  stopReading(): void
  close(reason: CloseReason): void
}
