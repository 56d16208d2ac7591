import type { RefusalReason } from '@trackway/core/codes/frames.ts'
import type { Frame } from '@trackway/core/features/frames/calls.ts'
import type { Log } from '../log.ts'

/**
 * Messages between processes, and parts of one process: subjects and plain data. Delivery is not durable:
 * the database is the truth, the bus only announces that it changed.
 */
export interface Subjects {
  /** States of devices that changed, after their commit. One message per commit. */
  'device.changed': { deviceIds: Int32Array; time: number }
  /** These devices are connected to this gateway process now, after the commit of it. */
  'device.claimed': { deviceIds: Int32Array; gateway: string }
  /** Alarms of these devices occurred, ended or were handled, after the commit of it. */
  'alarm.changed': { deviceIds: Int32Array }
  /** Commands to these devices were stored, or changed their state, after the commit of it. */
  'command.changed': { deviceIds: Int32Array }
  /** These tasks have something to do, after the commit of it. */
  'task.changed': { taskIds: number[] }
  /** Files for these devices wait to be sent, arrived, or came to nothing, after the commit of it. */
  'firmware.changed': { deviceIds: Int32Array }
  /** Frames of these devices are watched in a page: for the next seconds gateways publish them. */
  'frame.watched': { deviceIds: Int32Array }
  /** Frames of devices that are watched, and of which devices how many more there were. */
  'frame.came': { frames: WatchedFrame[]; missed: [deviceId: number, count: number][] }
  /** A page requests frames of these devices: gateways write what they have gathered. */
  'frame.asked': { deviceIds: Int32Array }
  /** Devices were added, moved, edited or deleted: forget what is cached of them. */
  'device.edited': { deviceIds: Int32Array }
  /** Settings that rules need (fences, alarm settings…) were changed for these devices, or for all below these accounts. */
  'device.factsEdited': { deviceIds: Int32Array; accountIds: number[] }
  /** A type of devices was changed. */
  'deviceType.edited': { deviceTypeId: number }
  /** An account was moved, edited or deleted, or its sessions were ended. */
  'account.edited': { accountId: number }
  /** A gateway process cannot store what devices report, published again while that lasts; null: it can again. */
  'storage.changed': { gateway: string; failure: StorageFailure | null }
  /** A setting made in the web was changed: read it again. */
  'settings.changed': { name: string }
  /** The state of a process, published again and again. */
  'process.state': { state: ProcessState }
  /** Messages since this time may not have arrived: forget everything that is cached and read it again. */
  'messages.missed': { since: number }
}

/** A frame of a device as the log shows it (`core/features/frames/calls.ts`). */
export interface WatchedFrame extends Omit<Frame, 'id' | 'terminalID'> {
  deviceId: number
}

/** The state of a process, by itself. Instants are epoch milliseconds. */
export interface ProcessState {
  name: string
  roles: string[]
  version: string
  node: string
  startTime: number
  connections: number
  viewers: number
  waitingItems: number
  positionsPerSecond: number | null
  memoryBytes: number
  /** A proxy that it does not trust; processes of older versions say nothing of it. */
  untrustedProxy?: string | null
  /** Frames refused since the start, by reason; processes of older versions do not say. */
  refused?: { reason: RefusalReason; count: number }[]
}

/** Why a gateway process stores nothing. */
export interface StorageFailure {
  sinceTime: number
  /** What the database says, for administrators. */
  reason: string
  /** Set where the clock of its machine is wrong. `aheadMs`: by how much, if that is known; negative: behind. */
  clock?: { evidence: 'release' | 'stored' | 'devices' | 'leap'; aheadMs: number | null } | null
}

export type Subject = keyof Subjects

export interface Bus {
  /** Calls all listeners: those of this process at once, those of other processes a little later. */
  publish<S extends Subject>(subject: S, message: Subjects[S]): void
  /** @returns how to stop listening */
  subscribe<S extends Subject>(subject: S, listener: (message: Subjects[S]) => void): () => void
  /** False while messages from and to other processes are lost. */
  readonly isConnected: boolean
  close(): Promise<void>
}

/**
 * The bus of a single process: it calls listeners at once, in order. When one of them fails, the bus logs it and
 * calls the next one: whoever publishes has committed the change.
 */
export function createLocalBus(log: Pick<Log, 'error'>): Bus {
  const listeners = new Map<Subject, Set<(message: never) => void>>()
  return {
    isConnected: true,
    publish(subject, message) {
      for (const listener of listeners.get(subject) ?? []) {
        try {
          listener(message as never)
        } catch (error) {
          log.error({ err: error, subject }, 'listener of a bus message failed')
        }
      }
    },
    subscribe(subject, listener) {
      const set = listeners.get(subject) ?? new Set()
      listeners.set(subject, set)
      set.add(listener as (message: never) => void)
      return () => set.delete(listener as (message: never) => void)
    },
    async close() {},
  }
}

/** A bus that keeps what is published until it is released: a transaction publishes nothing before its commit. */
export function holdBus(bus: Bus): { held: Bus; publishHeld: () => void } {
  const waiting: (() => void)[] = []
  const held: Bus = {
    isConnected: bus.isConnected,
    publish: (subject, message) => waiting.push(() => bus.publish(subject, message)),
    subscribe: (subject, listener) => bus.subscribe(subject, listener),
    close: () => bus.close(),
  }
  const publishHeld = () => {
    for (const publish of waiting) publish()
  }
  return { held, publishHeld }
}
