import type { DifferenceKind } from '@trackway/core/features/reconciliation/calls.ts'
import { readNumber } from '../orders/numbers.ts'
import type { ReportLine } from '../pay-accounts/providers/pay-provider.ts'

/** A payment or a refund as the books have it. */
export interface BookedMove {
  kind: 'payment' | 'refund'
  id: number
  paymentId: number
  /** What the provider calls it; null: unknown, as of what was taken back there. */
  reference: string | null
  number: string
  /** Positive: it came; negative: it went back. */
  amount: number
  currency: string
  createTime: number
  /** The money moved by the books; else it may still be under way. */
  isDone: boolean
  /** It moved so long ago that a report must have it by now. */
  isDue: boolean
}

export interface Difference {
  kind: DifferenceKind
  reference: string
  paymentId: number | null
  currency: string
  ourAmount: number | null
  theirAmount: number | null
}

interface Comparison {
  differences: Difference[]
  /** In the books as done, due, and not in the report. */
  missing: BookedMove[]
  /** In the report, while it is under way by the books. */
  unfinished: BookedMove[]
  /** What report and books have alike: the provider's ids, and our numbers where it has none. */
  agreed: string[]
}

/**
 * Compares lines of reports with the books: what is in the report alone, in the books alone, and in both with another
 * amount. A line counts once, however often a report has it.
 */
export function compareReport(lines: readonly ReportLine[], moves: readonly BookedMove[]): Comparison {
  const pairs = pairUp(oncePerReference(lines), moves)
  const paired = new Set(pairs.map(({ move }) => move))
  const byId = Map.groupBy(moves, ({ kind, id }) => `${kind} ${id}`)
  const differences = pairs.flatMap(({ line, move }): Difference[] => {
    const { reference, currency, amount: theirAmount, number } = line
    const reported = { reference, currency, theirAmount }
    if (move?.isDone)
      return move.amount === theirAmount
        ? []
        : [{ kind: 'unequal', paymentId: move.paymentId, ourAmount: move.amount, ...reported }]
    const ours = number === null ? null : readNumber(number)
    const named = ours && byId.get(`${ours.kind} ${ours.id}`)?.[0]
    return [
      { kind: 'theirsOnly', paymentId: (move ?? named)?.paymentId ?? null, ourAmount: null, ...reported },
    ]
  })
  const missing = moves.filter((move) => move.isDone && move.isDue && !paired.has(move))
  for (const { reference, number, paymentId, currency, amount: ourAmount } of missing)
    differences.push({
      kind: 'oursOnly',
      reference: reference ?? number,
      paymentId,
      currency,
      ourAmount,
      theirAmount: null,
    })
  const unfinished = pairs.flatMap(({ move }) => (move !== null && !move.isDone ? [move] : []))
  const agreed = pairs.flatMap(({ line, move }) =>
    move?.isDone && move.amount === line.amount ? [line.reference, move.number] : [],
  )
  return { differences, missing, unfinished, agreed }
}

interface Pair {
  line: ReportLine
  move: BookedMove | null
}

/** Which line is which move: by the provider's id, then by our number, then, of what went back there without us, by its amount. */
function pairUp(lines: readonly ReportLine[], moves: readonly BookedMove[]): Pair[] {
  const found = new Map<ReportLine, BookedMove>()
  const left = new Set(moves)
  pass(
    ({ reference }) => reference && [reference],
    (line) => line.reference,
  )
  pass(
    ({ reference, kind, id, paymentId }) =>
      reference === null ? [`${kind} ${id}`, `payment ${paymentId}`] : null,
    ({ number }) => {
      const ours = number === null ? null : readNumber(number)
      return ours && `${ours.kind} ${ours.id}`
    },
  )
  pass(
    ({ reference, kind, amount }) => (reference === null && kind === 'refund' ? [String(amount)] : null),
    (line) => String(line.amount),
  )
  return lines.map((line) => ({ line, move: found.get(line) ?? null }))

  function pass(
    keysOf: (move: BookedMove) => readonly string[] | null | '',
    keyOf: (line: ReportLine) => string | null,
  ): void {
    const byKey = Map.groupBy(
      [...left].flatMap((move) => [...new Set(keysOf(move) || [])].map((key) => ({ key, move }))),
      ({ key }) => key,
    )
    for (const line of lines) {
      const key = found.has(line) ? null : keyOf(line)
      const match =
        key === null ? undefined : byKey.get(key)?.find(({ move }) => left.has(move) && isAlike(line, move))
      if (match === undefined) continue
      found.set(line, match.move)
      left.delete(match.move)
    }
  }
}

const isAlike = (line: ReportLine, move: BookedMove): boolean =>
  move.currency === line.currency && (move.kind === 'payment') === line.amount > 0

/** Reports have a line more than once; one that came and one that went are two. */
export function oncePerReference(lines: readonly ReportLine[]): ReportLine[] {
  return [...new Map(lines.map((line) => [`${line.amount > 0} ${line.reference}`, line])).values()]
}
