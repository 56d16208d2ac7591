import type { Readable } from 'node:stream'
import type { Call } from '@trackway/core/api/call.ts'
import type { Language } from '@trackway/core/codes/languages.ts'
import type { Transaction } from 'kysely'
import type pg from 'pg'
import type { z } from 'zod'
import { type Bus, holdBus } from '../bus/bus.ts'
import type { Db } from '../database/database.ts'
import type { Tables } from '../database/tables.ts'
import type { Log } from '../log.ts'
import { narrowToGroups } from './groups-of-scope.ts'
import type { Scope, Session } from './session.ts'

/** What every handler is given: nothing of HTTP, so that it can be called by a test or another transport. */
export interface CallContext<Input> {
  db: Db
  pool: pg.Pool
  bus: Bus
  log: Log
  now: number
  /** Checked by the call's schema, defaults filled in. */
  input: Input
  /** Address the call came from. */
  address: string
  /** Origin of the page that made the call, `https://track.example.com`, as its browser says; null: it was no page. */
  origin: string | null
  /** The caller's `User-Agent`; empty: none. */
  userAgent: string
  language: Language
  /** The caller's `Accept` header, for calls that answer in more than one format. */
  accept: string
  /** Aborted when the caller goes away: stop long queries then. */
  signal: AbortSignal
}

export interface SessionContext<Input> extends CallContext<Input> {
  session: Session
  scope: Scope
}

/** A reply sent as it is, without the envelope: for formats other than JSON and for streams. */
export class RawReply {
  readonly contentType: string
  readonly body: Readable | Buffer
  /** What a browser saves it as; without one it is shown. */
  readonly fileName: string | null

  constructor(contentType: string, body: Readable | Buffer, fileName: string | null = null) {
    this.contentType = contentType
    this.body = body
    this.fileName = fileName
  }
}

/** A call of the contract and what answers it. */
export interface Handler {
  call: Call
  run(context: CallContext<unknown>, session: { session: Session; scope: Scope } | null): Promise<unknown>
}

/** What a handler gives back; of a call that answers nothing it may be left out. */
type Reply<O extends z.ZodType> =
  | z.output<O>
  | RawReply
  // biome-ignore lint/suspicious/noConfusingVoidType: what a function without a return gives
  | (z.output<O> extends Record<string, never> ? void : never)

/**
 * Answers a call that needs a session. Session, permission, demo block and input are checked before `handle`. Where the
 * input has `groupIds`, the scope holds no devices but those of the groups.
 */
export function serve<I extends z.ZodType, O extends z.ZodType>(
  call: Call<I, O>,
  handle: (context: SessionContext<z.output<I>>) => Promise<Reply<O>>,
): Handler {
  return {
    call,
    async run(context, caller) {
      // The platform requires a session wherever a call is not public.
      if (caller === null) throw new Error(`${call.path} was run without a session`)
      const { groupIds } = context.input as { groupIds?: readonly number[] | null }
      const scope = await narrowToGroups(context.db, caller.scope, groupIds)
      return (await handle({ ...(context as CallContext<z.output<I>>), ...caller, scope })) ?? {}
    },
  }
}

/** Answers a call that changes something, all of it as {@link inTransaction} does. */
export function serveChange<I extends z.ZodType, O extends z.ZodType>(
  call: Call<I, O>,
  change: (context: Within<SessionContext<z.output<I>>>) => Promise<Reply<O>>,
): Handler {
  return serve(call, (context) => inTransaction(context, change))
}

/** Answers a public call. */
export function servePublic<I extends z.ZodType, O extends z.ZodType>(
  call: Call<I, O>,
  handle: (context: CallContext<z.output<I>>) => Promise<Reply<O>>,
): Handler {
  return { call, run: async (context) => (await handle(context as CallContext<z.output<I>>)) ?? {} }
}

/** A context whose `db` is a transaction. */
type Within<C> = Omit<C, 'db'> & { db: Transaction<Tables> }

/**
 * Runs a change with its record in one transaction: both are kept, or neither. What it publishes on the bus goes out
 * after the commit.
 */
export async function inTransaction<C extends { db: Db; bus: Bus }, T>(
  context: C,
  work: (context: Within<C>) => Promise<T>,
): Promise<T> {
  const { held, publishHeld } = holdBus(context.bus)
  const done = await context.db.transaction().execute((db) => work({ ...context, db, bus: held }))
  publishHeld()
  return done
}
