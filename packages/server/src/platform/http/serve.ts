import type { Readable } from 'node:stream'
import type { Call } from '@trackway/core/api/call.ts'
import type { Language } from '@trackway/core/codes/languages.ts'
import type pg from 'pg'
import type { z } from 'zod'
import type { Bus } from '../bus/bus.ts'
import type { Db } from '../database/database.ts'
import type { Log } from '../log.ts'
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
  /** How the caller's browser or program names itself; empty: it does not. */
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

type Reply<O extends z.ZodType> = z.output<O> | RawReply

/** Answers a call that needs a session. Session, permission, demo block and input are checked before `handle`. */
export function serve<I extends z.ZodType, O extends z.ZodType>(
  call: Call<I, O>,
  handle: (context: SessionContext<z.output<I>>) => Promise<Reply<O>>,
): Handler {
  return {
    call,
    run(context, caller) {
      // The platform asks for a session wherever a call is not public.
      if (caller === null) throw new Error(`${call.path} was run without a session`)
      return handle({ ...(context as CallContext<z.output<I>>), ...caller })
    },
  }
}

/** Answers a public call. */
export function servePublic<I extends z.ZodType, O extends z.ZodType>(
  call: Call<I, O>,
  handle: (context: CallContext<z.output<I>>) => Promise<Reply<O>>,
): Handler {
  return { call, run: (context) => handle(context as CallContext<z.output<I>>) }
}

/** Runs a change with its record in one transaction: both stand, or neither does. What others hear of it comes after. */
export function inTransaction<C extends { db: Db }, T>(
  context: C,
  work: (context: C) => Promise<T>,
): Promise<T> {
  return context.db.transaction().execute((db) => work({ ...context, db }))
}
