import { useMemo } from 'react'
import type { Batch } from './use-batch.ts'

/** What is wrong with the rows of a batch, the most frequent first, and the rows that one reason leaves. */
export function useRowsByReason(batch: Batch, reason: string) {
  const reasons = useMemo(() => {
    const counts = new Map<string, number>()
    for (const findings of batch.findings.values())
      for (const name of new Set(findings.map((finding) => finding.reason)))
        counts.set(name, (counts.get(name) ?? 0) + 1)
    return [...counts].sort((a, b) => b[1] - a[1])
  }, [batch.findings])
  const shown = useMemo(() => {
    const all = batch.rows.map((_, index) => index)
    if (reason === 'all') return all
    return all.filter((index) => {
      const findings = batch.findings.get(index)
      if (reason === 'bad') return findings?.some(({ isWarning }) => !isWarning)
      return findings?.some((finding) => finding.reason === reason)
    })
  }, [batch.rows, batch.findings, reason])

  return { reasons, shown }
}
