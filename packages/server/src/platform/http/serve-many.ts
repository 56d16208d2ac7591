import type { BulkOutput, Call, InputOf } from '@trackway/core/api/call.ts'
import { limits } from '@trackway/core/codes/limits.ts'
import type { ResultName } from '@trackway/core/codes/results.ts'
import { Refusal } from '../errors.ts'
import { type Handler, type SessionContext, serve } from './serve.ts'

type RowId = string | number

/** The rows of a call for many. */
interface Rows {
  /** Answers the list's call: it finds the rows that a filter means. */
  find: Handler
  /** The key of a row that names it. */
  rowId: string
  /** What the input calls the ids. */
  idsKey?: string
}

interface Many<Input> extends Rows {
  /** Answers the call for one row; it is run for each, as if it were a call of its own. */
  one: Handler
  /** What the call for one row is given; left out: its id, with all that was sent beside the rows. */
  inputOf?: (id: never, input: Input, context: SessionContext<Input>) => unknown
}

/**
 * Answers a call for many rows: those named, or all that the filter finds. A row that is refused does not keep
 * the others from being changed; it is returned with its reason.
 * @throws {Refusal} `tooManyDevices` when the filter finds more than `limits.devicesPerOperation` rows, and what
 *   the list's call refuses
 */
export function serveMany<C extends Call>(call: C, many: Many<InputOf<C>>): Handler {
  return serve(call, async (context): Promise<BulkOutput> => {
    const input = context.input as InputOf<C>
    const caller = { session: context.session, scope: context.scope }
    const { [many.idsKey ?? 'ids']: _, filter: _filter, ...more } = input as Record<string, unknown>
    const inputOf = many.inputOf ?? ((id: never) => ({ [many.rowId]: id, ...more }))
    const failed: { id: RowId; result: ResultName }[] = []
    const ids = await idsMeant(context, many)
    for (const id of ids) {
      context.signal.throwIfAborted()
      try {
        const of = await inputOf(id as never, input, context as SessionContext<typeof input>)
        await many.one.run({ ...context, input: of }, caller)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        failed.push({ id, result: error.refusal })
      }
    }
    return { done: ids.length - failed.length, failed }
  })
}

/**
 * The rows that the input of a call for many means, each once.
 * @throws {Refusal} `tooManyDevices` when its filter finds more than `limits.devicesPerOperation`
 */
export async function idsMeant<Id extends RowId>(
  context: SessionContext<unknown>,
  { find, rowId, idsKey = 'ids' }: Rows,
): Promise<Id[]> {
  const input = context.input as { filter?: object } & Record<string, Id[] | undefined>
  const ids = input[idsKey]
  if (ids !== undefined) return [...new Set(ids)]
  const pageInput = { ...input.filter, pageNum: 1, pageSize: limits.devicesPerOperation }
  const found = await find.run(
    { ...context, input: pageInput },
    { session: context.session, scope: context.scope },
  )
  const { list, total } = found as { list: Record<string, Id>[]; total: number }
  if (total > limits.devicesPerOperation)
    throw new Refusal('tooManyDevices', { count: limits.devicesPerOperation })
  return list.map((row) => row[rowId]!)
}
