import type pg from 'pg'

/** The clocks of devices are those of satellites: no fleet lags this far on a clock that is right. */
const mostAheadMs = 2 * 86_400_000

/**
 * Has the clock of this machine jumped ahead? Then no device has reported a time near it. What is removed by age waits
 * meanwhile, as it does where no device reports at all.
 */
export async function isClockAhead(client: Pick<pg.ClientBase, 'query'>, now: number): Promise<boolean> {
  const { rows } = await client.query<{ newest: number | null }>(
    'select max(fix_time) as newest from device_states where fix_time <= $1',
    [now],
  )
  const newest = rows[0]?.newest ?? null
  return newest !== null && newest < now - mostAheadMs
}
