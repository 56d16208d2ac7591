import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'

export interface Use {
  /** Processor time since the process started. */
  cpuMicros: number
  rssBytes: number
}

/** In a child: answers `use` of its parent, after a collection of garbage where Node offers one. */
export function answerUse(): void {
  process.on('message', (message) => {
    if (message !== 'use') return
    globalThis.gc?.()
    const { user, system } = process.cpuUsage()
    process.send?.({ use: { cpuMicros: user + system, rssBytes: process.memoryUsage.rss() } })
  })
}

export async function useOf(child: ChildProcess): Promise<Use> {
  child.send('use')
  const [{ use }] = (await once(child, 'message')) as [{ use: Use }]
  return use
}

/** Processor time of a process and its children, in microseconds; Linux only, elsewhere 0. */
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
    }
    return (ticks / ticksPerSecond) * 1e6
  } catch {
    return 0
  }
}
