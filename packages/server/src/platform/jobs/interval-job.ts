/**
 * Does some work again and again, never twice at once: a turn that comes while the last one still goes on is
 * left out, so that nothing piles up while the database does not answer.
 * @param work must not fail: only it knows what a failure means
 * @returns how to stop: no further turn, and the one under way is waited for
 */
export function startIntervalJob(intervalMs: number, work: () => Promise<void>): () => Promise<void> {
  let underWay: Promise<void> | null = null
  const timer = setInterval(() => {
    underWay ??= work().finally(() => {
      underWay = null
    })
  }, intervalMs)
  return async () => {
    clearInterval(timer)
    await underWay
  }
}
