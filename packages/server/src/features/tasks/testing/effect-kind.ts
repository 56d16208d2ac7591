import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { storedForm } from '../../../platform/database/stored-json.ts'
import { defineTaskKind, type StepContext, type TaskItem } from '../task-kind.ts'

/**
 * A kind whose effects can be counted: the steps within the transaction add a row to `effects` each time they are done;
 * the one that is apart takes its time and adds one to `posted` by the key of the step, as another server would.
 */
const effect = (db: Db, what: string, items: readonly TaskItem[]) =>
  sql`insert into effects (what, terminal_id)
    select ${what}, unnest(${items.map(({ terminalId }) => terminalId)}::text[])`.execute(db)

const step = (name: string) => ({
  name,
  async begin({ db, now }: StepContext<object>, items: readonly TaskItem[]) {
    await effect(db, `begin ${name}`, items)
    return new Map(items.map(({ id }) => [id, { state: 'running', dueTime: now + 600 } as const]))
  },
  async check({ db }: StepContext<object>, items: readonly TaskItem[]) {
    await effect(db, `check ${name}`, items)
    return new Map(items.map(({ id }) => [id, { state: 'next' } as const]))
  },
})

export const effectKind = defineTaskKind<object, object>({
  name: 'command',
  params: storedForm('effectParams', z.object({})),
  steps: [
    step('first'),
    {
      name: 'post',
      isApart: true,
      async begin({ db }, items) {
        for (const { key, terminalId } of items) {
          await sql`insert into posted (key, terminal_id) values (${key}, ${terminalId})
            on conflict (key) do update set times = posted.times + 1`.execute(db)
          await sleep(2)
        }
        return new Map(items.map(({ id }) => [id, { state: 'next' } as const]))
      },
    },
    step('last'),
  ],
})
