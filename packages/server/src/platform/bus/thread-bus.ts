import type { MessagePort } from 'node:worker_threads'
import type { Log } from '../log.ts'
import { type Bus, createLocalBus, type Subject, type Subjects } from './bus.ts'

/** What a thread sends the main thread: a message to publish, or a subject to subscribe to. */
type FromThread = PublishedMessage | { listen: Subject }

interface PublishedMessage {
  subject: Subject
  message: Subjects[Subject]
}

/**
 * Lets a thread take part in the bus of its process: what it publishes reaches all others, and it receives what it
 * subscribes to.
 * @param port the other end of the thread's `joinBus`
 * @returns how to end that
 */
export function connectThread(bus: Bus, port: MessagePort): () => void {
  const stops: (() => void)[] = []
  let isFromThread = false
  port.on('message', (received: FromThread) => {
    if ('listen' in received) {
      const { listen: subject } = received
      const forward = (message: Subjects[Subject]) => {
        if (!isFromThread) port.postMessage({ subject, message } satisfies PublishedMessage)
      }
      stops.push(bus.subscribe(subject, forward))
      return
    }
    // Listeners of this thread are skipped meanwhile: it has called them already.
    isFromThread = true
    bus.publish(received.subject, received.message)
    isFromThread = false
  })
  return () => {
    for (const stop of stops) stop()
    port.close()
  }
}

/** The bus in a thread, whose main thread has `connectThread` at the other end of the port. */
export function joinBus(port: MessagePort, log: Pick<Log, 'error'>): Bus {
  const local = createLocalBus(log)
  const subscribed = new Set<Subject>()
  port.on('message', ({ subject, message }: PublishedMessage) => local.publish(subject, message))
  return {
    isConnected: true,
    publish(subject, message) {
      local.publish(subject, message)
      port.postMessage({ subject, message } satisfies FromThread)
    },
    subscribe(subject, listener) {
      if (!subscribed.has(subject)) port.postMessage({ listen: subject } satisfies FromThread)
      subscribed.add(subject)
      return local.subscribe(subject, listener)
    },
    async close() {
      port.close()
    },
  }
}
