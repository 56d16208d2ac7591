import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** The longest time that a process did nothing else. */
export interface Stall {
  /** Between two turns of its event loop, with what other processes took of the cores meanwhile. */
  stallMs: number
  /** Of the processor, within about a turn: what it is where nobody else wants the cores. */
  busyMs: number
}

export interface Use {
  /** Processor time since the process started. */
  cpuMicros: number
  rssBytes: number
}

/**
 * In a child: answers `use` of its parent, after a collection of garbage where Node offers one, and `stall`.
 * @param ownMicros processor time that is no part of what is measured
 */
export function answerUse(ownMicros: () => number = () => 0): void {
  const stalls = monitorEventLoopDelay({ resolution: 1 })
  const busy = watchBusy()
  process.on('message', (message) => {
    if (message === 'stall') {
      process.send?.({ stallMs: stalls.max / 1e6, busyMs: busy() })
      stalls.enable()
      stalls.reset()
    } else if (message === 'use') {
      globalThis.gc?.()
      const { user, system } = process.cpuUsage()
      const cpuMicros = user + system - ownMicros()
      process.send?.({ use: { cpuMicros, rssBytes: process.memoryUsage.rss() } })
    }
  })
}

export async function useOf(child: ChildProcess): Promise<Use> {
  child.send('use')
  const [{ use }] = (await once(child, 'message')) as [{ use: Use }]
  return use
}

/** Watches from the first call on. @returns the most processor time between two timers since it was last called, ms */
function watchBusy(): () => number {
  let isWatching = false
  let [before, most] = [0, 0]
  const note = () => {
    const { user, system } = process.threadCpuUsage()
    const used = (user + system) / 1_000
    most = Math.max(most, used - before)
    before = used
  }
  return () => {
    note()
    const result = most
    most = 0
    if (!isWatching) setInterval(note, 1).unref()
    isWatching = true
    return result
  }
}

/** The longest stall of its event loop since the last call; the first result is meaningless. */
export async function stallOf(child: ChildProcess): Promise<Stall> {
  child.send('stall')
  const [stall] = (await once(child, 'message')) as [Stall]
  return stall
}

/** Processor time of a process and its children, also of those that ended, in microseconds; Linux only, elsewhere 0. */
export async function cpuOfTree(parent: number): Promise<number> {
  const ticksPerSecond = 100
  try {
    let ticks = 0
    for (const pid of await readdir('/proc')) {
      if (!/^\d+$/.test(pid)) continue
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      if (Number(pid) !== parent && Number(fields[1]) !== parent) continue
      ticks += Number(fields[11]) + Number(fields[12])
      if (Number(pid) === parent) ticks += Number(fields[13]) + Number(fields[14])
    }
    return (ticks / ticksPerSecond) * 1e6
  } catch {
    return 0
  }
}
