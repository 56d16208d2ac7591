import { z } from 'zod'
import { limits } from '../codes/limits.ts'
import type { Permission } from '../codes/permissions.ts'
import type { RefusalName } from '../codes/results.ts'
import type { List } from '../lists/list.ts'

/**
 * One call of the API: the only place where it is described. Routing, validation, permission check, demo
 * block, OpenAPI document, help page and typed client all follow from it.
 */
export interface Call<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  /** GET reads, with its input as query. It answers POST as well, for inputs that an address is too short for. */
  method: 'GET' | 'POST'
  /** A name in braces is a field of the input that is part of the path. */
  path: `/api/${string}`
  /** `public`: no session. `session`: any session. A list: a session whose role holds any one of the keys. */
  permission: 'public' | 'session' | readonly Permission[]
  /** May a demo account call it? Changes and commands may not. */
  demo: boolean
  /** Does it take the database, or a thread, seconds? A session of a demo account makes two such calls at a time. */
  isHeavy?: boolean
  /** May a session that a device certificate opened (`/loginByCert`) call it? It sees that one device only. */
  deviceSession: boolean
  /** May a superior who acts as the account call it? What secures the account is left to its holder. */
  acting: boolean
  /** Is it answered before a password that a superior set has been changed? */
  duringSetup: boolean
  /** Does it open a session, or end that of its caller? Pages keep theirs in a cookie (`features/accounts/session-cookie.ts`). */
  session: 'opens' | 'ends' | null
  /** Is it open to people only, not to programs with an API key? So is each call of any session that changes something. */
  inPerson: boolean
  /** May a production jig call it with the key of its station? It calls nothing else. */
  station: boolean
  help: string
  input: I
  output: O
  /**
   * What it refuses, beyond what every call can: 9902, 9906, invalidInput, demoAccount, tooManyRequests,
   * passwordMustChange, notWhileActing.
   */
  refusals: readonly RefusalName[]
  /** Content types of a file that it answers without the envelope: always where `output` is `nothing`, else by `Accept`. */
  files: readonly string[]
  /** How large an input may be where 1 MiB is not enough. */
  maxBodyBytes?: number
}

type CallParts<I extends z.ZodType, O extends z.ZodType> = Pick<Call<I, O>, 'path' | 'permission' | 'help'> &
  Partial<Call<I, O>>

const usual = {
  demo: false,
  deviceSession: false,
  acting: true,
  duringSetup: false,
  session: null,
  station: false,
} as const

/** Input or output of a call that takes or gives nothing. */
export const nothing = z.object({})

/**
 * Describes a call; left out: POST, nothing taken and nothing given, not open to demo accounts, no refusals
 * of its own, no files. What the input does not know is refused by its name, unless it is a loose object.
 */
export function call<I extends z.ZodType = typeof nothing, O extends z.ZodType = typeof nothing>(
  parts: CallParts<I, O>,
): Call<I, O> {
  const given: z.ZodType = parts.input ?? nothing
  const input = (given instanceof z.ZodObject && !given.def.catchall ? given.strict() : given) as I
  // A key has no scope for what any session may change: one's own profile, password, files.
  const inPerson = parts.permission === 'session' && !parts.demo
  const output = parts.output ?? (nothing as z.ZodType as O)
  return { method: 'POST', ...usual, inPerson, refusals: [], files: [], ...parts, input, output }
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
    .refine((text) => !hiddenCharacters.test(text), 'hidden')
}

/** What people type into a field of several lines. */
export function prose(maxLength: number) {
  return z
    .string()
    .trim()
    .max(maxLength)
    .refine((text) => !hiddenCharacters.test(text.replace(/[\r\n\t]/g, '')), 'hidden')
}

const eachHidden = new RegExp(hiddenCharacters, 'gu')

/** What a file calls something, as {@link line} takes it: cut, without what is hidden. */
export function asLine(text: string, maxLength: number): string {
  return text.replace(/\s+/g, ' ').slice(0, maxLength).replace(eachHidden, '').trim()
}

/** The same of several lines, as {@link prose} takes them. */
export function asProse(text: string, maxLength: number): string {
  return text
    .slice(0, maxLength)
    .replace(eachHidden, (sign) => (/[\r\n\t]/.test(sign) ? sign : ''))
    .trim()
}

/** An object that the OpenAPI document has among its components, under this name. */
export function named<S extends z.ZodRawShape>(id: string, shape: S) {
  return z.object(shape).meta({ id })
}

/** Content type of an XLSX file. */
export const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** An instant: epoch milliseconds; outside tools may also send ISO 8601 with an offset. */
export const instant = z.union([
  // The last one that has a date.
  z.int().nonnegative().max(8_640_000_000_000_000),
  z.iso.datetime({ offset: true }).transform((text) => Date.parse(text)),
])

/** An instant in a reply: epoch milliseconds. */
export const time = z.int()

/** The id of a row: a 32-bit integer of the database. */
export const rowId = z.int32().positive()

/** Of a call that does something to one row: its id, and nothing to answer. */
export const byRowId = { input: z.object({ id: rowId }), refusals: ['notFound'] } as const

/** What is looked for in a list. */
export const searchText = z.string().trim().max(64)

export const pageInput = z.object({
  pageNum: z.int32().min(1).default(1),
  pageSize: z.int().min(1).max(limits.maxPageSize).default(limits.defaultPageSize),
})

/** Type of answers line by line, each line a JSON value: in `Accept`, where a call has it among its files. */
export const linesType = 'application/x-ndjson'

/** A page of a table: `{ list, total }`. */
export function page<T extends z.ZodType>(row: T) {
  return z.object({ list: z.array(row), total: z.int() })
}

/** How many rows were changed, and which were not and why: the name of a result. */
export const bulkOutput = z.object({
  done: z.int(),
  failed: z.array(z.object({ id: z.union([z.string(), z.int()]), result: z.string() })),
})
export type BulkOutput = z.output<typeof bulkOutput>

interface BulkParts<More extends z.ZodRawShape, Key extends string>
  extends Pick<Call, 'path' | 'permission' | 'help'> {
  /** What the input calls the ids. */
  idsKey?: Key
  /** What is sent beside the rows. */
  more?: More
  refusals?: Call['refusals']
}

/**
 * A call for many rows: those named by their ids, or all that a filter of the list's call finds; of both
 * `limits.devicesPerOperation` at most. A row that is refused does not keep the others from being changed.
 */
export function bulkCall<
  I extends z.ZodType,
  More extends z.ZodRawShape = Record<never, never>,
  Key extends string = 'ids',
>(
  find: List['find'],
  id: I,
  { idsKey = 'ids' as Key, more = {} as More, refusals = [], ...parts }: BulkParts<More, Key>,
) {
  const ids = { [idsKey]: z.array(id).min(1).max(limits.devicesPerOperation).optional() } as Record<
    Key,
    z.ZodOptional<z.ZodArray<I>>
  >
  const input = z
    .object({
      ...ids,
      filter: find.input.omit({ pageNum: true, pageSize: true }).strict().optional(),
      ...more,
    })
    // Exactly one of both names the rows.
    .refine(
      (given: Record<string, unknown>) => (given[idsKey] === undefined) !== (given.filter === undefined),
      {
        path: [idsKey],
        error: 'ids_or_filter',
      },
    )
  return call({ ...parts, input, output: bulkOutput, refusals: [...refusals, 'tooManyDevices'] })
}

/** The envelope of every reply. */
export interface Envelope<T = unknown> {
  meta: {
    success: boolean
    /** One of `resultCodes`. */
    code: number
    /** A text in the caller's language; nothing may match on it. */
    message: string
    /** How many rows prevent it, where the message names a number. */
    count?: number
    /** Where the input was refused: path and reason, one per mistake, and where a rule has one its message. */
    issues?: { path: string; reason: string; message?: string }[]
  }
  data: T | null
}

export type InputOf<C extends Pick<Call, 'input'>> = z.input<C['input']>
export type OutputOf<C extends Pick<Call, 'output'>> = z.output<C['output']>
