import type pg from 'pg'

/** Does the database answer within this time? */
export async function answersWithin(pool: Pick<pg.Pool, 'query'>, timeoutMs: number): Promise<boolean> {
  const answered = pool.query('select 1').then(
    () => true,
    () => false,
  )
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, false)
  })
  try {
    return await Promise.race([answered, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
