import type { CompiledQuery } from 'kysely'
import pg from 'pg'

/**
 * Hands over each row of a query as it comes in from the database, and keeps none: what is read so costs no memory, and no
 * turn of the event loop is longer than some hundred rows.
 * @throws what `take` threw, once all rows have come, which it is handed no more; or what the database answered
 */
export async function eachRow<Row extends object>(
  pool: pg.Pool,
  { sql, parameters }: CompiledQuery<Row>,
  take: (row: Row) => void,
): Promise<void> {
  const client = await pool.connect()
  try {
    const query = client.query(new pg.Query<Row, unknown[]>(sql, [...parameters]))
    await new Promise<void>((resolve, reject) => {
      let failure: { error: unknown } | null = null
      query.on('row', (row) => {
        // An error that left this listener would end the process.
        try {
          if (failure === null) take(row)
        } catch (error) {
          failure = { error }
        }
      })
      query.on('end', () => (failure === null ? resolve() : reject(failure.error)))
      query.on('error', reject)
    })
    client.release()
  } catch (error) {
    // Its connection may be about to end.
    client.release(true)
    throw error
  }
}
