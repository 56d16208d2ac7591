import { z } from 'zod'
import { limits } from '../codes/limits.ts'
import type { Permission } from '../codes/permissions.ts'
import type { RefusalName } from '../codes/results.ts'

/**
 * One call of the API: the only place where it is described. Routing, validation, permission check, demo
 * block, OpenAPI document, help page and typed client all follow from it.
 */
export interface Call<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  method: 'GET' | 'POST'
  path: `/api/${string}`
  /** `public`: no session. `session`: any session. A list: a session whose role holds any one of the keys. */
  permission: 'public' | 'session' | readonly Permission[]
  /** May a demo account call it? Changes and commands may not (S2 section 5). */
  demo: boolean
  /** May a session that a device certificate opened (`/loginByCert`) call it? It sees that one device only. */
  deviceSession: boolean
  help: string
  input: I
  output: O
  /** What it refuses, beyond what every call can: 9902, 9906, invalidInput, demoAccount, tooManyRequests. */
  refusals: readonly RefusalName[]
}

type CallParts<I extends z.ZodType, O extends z.ZodType> = Pick<
  Call<I, O>,
  'path' | 'permission' | 'help' | 'input' | 'output'
> &
  Partial<Pick<Call<I, O>, 'method' | 'demo' | 'deviceSession' | 'refusals'>>

/** Describes a call; left out: POST, open to demo accounts only if said so, no refusals of its own. */
export function call<I extends z.ZodType, O extends z.ZodType>(parts: CallParts<I, O>): Call<I, O> {
  return { method: 'POST', demo: false, deviceSession: false, refusals: [], ...parts }
}

/**
 * Control characters, halves of characters, which no database stores, and those that turn the direction of what
 * follows: names could pass for others.
 */
const hiddenCharacters = /[\p{Cc}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

/** What people type into one line: names, plates, numbers. */
export function line(maxLength: number) {
  return z
    .string()
    .trim()
    .max(maxLength)
    .refine((text) => !hiddenCharacters.test(text), 'hiddenCharacters')
}

/** What people type into a field of several lines. */
export function prose(maxLength: number) {
  return z
    .string()
    .trim()
    .max(maxLength)
    .refine((text) => !hiddenCharacters.test(text.replace(/[\r\n\t]/g, '')), 'hiddenCharacters')
}

/** Input or output of a call that takes or gives nothing. */
export const nothing = z.object({})

/** An instant: epoch milliseconds; outside tools may also send ISO 8601 with an offset. */
export const instant = z.union([
  z.int().nonnegative(),
  z.iso.datetime({ offset: true }).transform((text) => Date.parse(text)),
])

/** An instant in a reply: epoch milliseconds. */
export const time = z.int()

/** The id of a row: a 32-bit integer of the database. */
export const rowId = z.int32().positive()

export const pageInput = z.object({
  pageNum: z.int32().min(1).default(1),
  pageSize: z.int().min(1).max(limits.maxPageSize).default(limits.defaultPageSize),
})

/** A page of a table: `{ list, total }` (S1 section 3, table reply). */
export function page<T extends z.ZodType>(row: T) {
  return z.object({ list: z.array(row), total: z.int() })
}

/** The envelope of every reply. */
export interface Envelope<T = unknown> {
  meta: {
    success: boolean
    /** One of `resultCodes`. */
    code: number
    /** A text in the caller's language; nothing may match on it. */
    message: string
    /** Where the input was refused: path and reason, one per mistake. */
    issues?: { path: string; reason: string }[]
  }
  data: T | null
}

export type InputOf<C extends Call> = z.input<C['input']>
export type OutputOf<C extends Call> = z.output<C['output']>
