import type { Log } from '../log.ts'

/**
 * What processes and parts of one process tell each other: subjects and plain data. This one is for a single
 * process; another implementation may carry the same subjects between machines. Delivery is not durable:
 * the database is the truth, the bus only says that it changed.
 */
export interface Subjects {
  /** States of devices that changed, after their commit. One message per commit. */
  'device.changed': { deviceIds: Int32Array; time: number }
  /** A device was added, moved, edited or deleted: forget what is cached of it. */
  'device.edited': { deviceId: number; terminalId: string }
  /** An account was moved, edited or deleted, or its sessions were ended. */
  'account.edited': { accountId: number }
}

export interface Bus {
  publish<S extends keyof Subjects>(subject: S, message: Subjects[S]): void
  /** @returns how to stop listening */
  subscribe<S extends keyof Subjects>(subject: S, listener: (message: Subjects[S]) => void): () => void
}

/**
 * The bus of a single process: listeners are called at once, in order. One that fails is its own fault: whoever
 * publishes has committed what it tells of, and goes on.
 */
export function createLocalBus(log: Pick<Log, 'error'>): Bus {
  const listeners = new Map<keyof Subjects, Set<(message: never) => void>>()
  return {
    publish(subject, message) {
      for (const listener of listeners.get(subject) ?? []) {
        try {
          listener(message as never)
        } catch (error) {
          log.error({ err: error, subject }, 'what a message set off failed')
        }
      }
    },
    subscribe(subject, listener) {
      const set = listeners.get(subject) ?? new Set()
      listeners.set(subject, set)
      set.add(listener as (message: never) => void)
      return () => set.delete(listener as (message: never) => void)
    },
  }
}
