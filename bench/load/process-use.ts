import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'

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
  process.on('message', (message) => {
    if (message === 'stall') {
      process.send?.({ stallMs: stalls.max / 1e6 })
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

/** The longest its event loop was held up since this was last asked, in ms; the first answer says nothing. */
export async function stallOf(child: ChildProcess): Promise<number> {
  child.send('stall')
  const [{ stallMs }] = (await once(child, 'message')) as [{ stallMs: number }]
  return stallMs
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
