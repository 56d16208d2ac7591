import type { Call } from '@trackway/core/api/call.ts'
import type { Database } from '@trackway/server/platform/database/database.ts'
import type { Handler } from '@trackway/server/platform/http/serve.ts'
import { callsAs, serveHere, urlOf } from './ask.ts'
import type { BenchDatabase } from './bench-database.ts'
import { middleAndMost, rounded } from './figures.ts'
import { cpuOfTree } from './process-use.ts'

/** A platform of agents with users below them; the callers of a measurement are among these. */
export const people = { admin: 1, agent: 1001, user: 10_001 } as const

/** The measured calls, with their names and inputs. */
export type Case = [what: string, call: Call, input: object]

/** Agents from 1001 on, and their users from 10001 on. */
export async function fillAccounts(
  { pool }: Database,
  { agents, usersPerAgent, now }: { agents: number; usersPerAgent: number; now: number },
): Promise<void> {
  await pool.query(
    `insert into accounts (id, parent_id, path, username, password_hash, role, create_time)
     select 1000 + n, 1, '/1/' || (1000 + n) || '/', 'agent' || n, '', 2, $1::bigint from generate_series(1, $2::integer) n`,
    [now, agents],
  )
  await pool.query(
    `insert into accounts (id, parent_id, path, username, password_hash, role, create_time)
     select 10000 + n, 1001 + n % $2::integer, '/1/' || (1001 + n % $2) || '/' || (10000 + n) || '/', 'user' || n, '', 3, $1::bigint
     from generate_series(1, $3::integer) n`,
    [now, agents, agents * usersPerAgent],
  )
}

/** Sends each case so many times over HTTP as each of these, with the processor time that the database and this process take. */
export async function measureCases(
  database: BenchDatabase,
  handlers: readonly Handler[],
  { who, cases, rounds }: { who: readonly (keyof typeof people)[]; cases: readonly Case[]; rounds: number },
) {
  const http = await serveHere(database, [...handlers])
  const rows = []
  for (const name of who) {
    const send = await callsAs(urlOf(http.port), database, people[name])
    for (const [what, call, input] of cases) {
      const times = []
      const [before, own] = [await cpuOfTree(database.pid), process.cpuUsage()]
      for (let i = 0; i < rounds; i++) times.push((await send(call, input)).ms)
      const msPerCall = (micros: number) => rounded(micros / 1000 / rounds, 1)
      const { user, system } = process.cpuUsage(own)
      const databaseMs = msPerCall((await cpuOfTree(database.pid)) - before)
      rows.push({
        who: name,
        what,
        ...middleAndMost(times),
        'database CPU ms': databaseMs,
        'Node CPU ms': msPerCall(user + system),
      })
    }
  }
  await http.close()
  return rows
}
