import type { OutputOf } from '@trackway/core/api/call.ts'
import { typeName } from '@trackway/core/codes/protocols.ts'
import { importCalls } from '@trackway/core/features/imports/calls.ts'
import {
  type Finding,
  type ImportCells,
  rowChecker,
  typeFinder,
} from '@trackway/core/features/imports/check-cells.ts'
import { columnOf, type ImportColumnKey } from '@trackway/core/features/imports/columns.ts'
import { fixRow } from '@trackway/core/features/imports/fix-cells.ts'
import { type ImportKindName, kindOf } from '@trackway/core/features/imports/kinds.ts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { api } from '../../base/api.ts'
import { useDeviceTypes } from '../../ui/pickers/use-device-types.ts'

/** Rows that the server checks at once. */
const checkedAtOnce = 5_000
/** After the last key stroke. */
const checkAfterMs = 500

export type Defaults = Partial<Record<ImportColumnKey, string>>
type Checked = OutputOf<typeof importCalls.check>

export interface Batch {
  name: ImportKindName
  /** As they are sent: with the defaults where a cell is empty. */
  rows: readonly ImportCells[]
  /** By index of the row: errors first. */
  findings: ReadonlyMap<number, readonly Finding[]>
  /** Rows without an error. */
  good: number
  /** Rows that the server has not looked at yet. */
  unchecked: number
  /** Why it could not look. */
  failure: unknown
  left: number | null
  /** A cell as it is read: a model by its name, whatever the sheet calls it. */
  shownAt: (row: number, column: ImportColumnKey) => string
  set: (row: number, column: ImportColumnKey, text: string) => void
  setBlock: (row: number, columns: readonly ImportColumnKey[], texts: readonly (readonly string[])[]) => void
  fix: (fix: 'trim' | 'scientific' | 'duplicates' | 'errors') => void
  recheck: () => void
}

/**
 * The rows of a batch while they are edited. What rows say by themselves is checked here at once; what the database
 * knows of them, by the server, only of rows that changed.
 */
export function useBatch(name: ImportKindName, initial: readonly ImportCells[], defaults: Defaults): Batch {
  const kind = kindOf(name)
  const types = useDeviceTypes()
  const [cells, setCells] = useState(initial)
  const [stored, setStored] = useState<ReadonlyMap<ImportCells, readonly Finding[]>>(new Map())
  const [failure, setFailure] = useState<unknown>(null)
  const [left, setLeft] = useState<number | null>(null)
  const [attempt, setAttempt] = useState(0)

  // A row keeps its object as long as nothing of it changes: what was found of it is remembered by it.
  const merged = useRef(new WeakMap<ImportCells, ImportCells>())
  const lastDefaults = useRef(defaults)
  const rows = useMemo(() => {
    if (lastDefaults.current !== defaults) merged.current = new WeakMap()
    lastDefaults.current = defaults
    return cells.map((row) => {
      const known = merged.current.get(row)
      if (known) return known
      const full = withDefaults(row, defaults)
      merged.current.set(row, full)
      return full
    })
  }, [cells, defaults])

  const findType = useMemo(() => typeFinder(types.data ?? []), [types.data])
  const findings = useMemo(() => {
    const check = rowChecker(kind, findType)
    const found = new Map<number, readonly Finding[]>()
    for (const [index, row] of rows.entries()) {
      const own = check(row, index + 1).filter(({ reason }) => types.data || reason !== 'unknownDeviceType')
      const all = [
        ...own,
        ...(stored.get(row) ?? []).filter(
          ({ column, reason }) =>
            reason !== 'duplicate' && !own.some((each) => each.column === column && each.reason === reason),
        ),
      ]
      if (all.length > 0)
        found.set(
          index,
          all.sort((a, b) => Number(a.isWarning ?? 0) - Number(b.isWarning ?? 0)),
        )
    }
    return found
  }, [kind, rows, stored, types.data, findType])

  const unchecked = useMemo(() => rows.filter((row) => !stored.has(row)), [rows, stored])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt checks again
  useEffect(() => {
    if (unchecked.length === 0) return
    const aborter = new AbortController()
    const timer = setTimeout(
      async () => {
        const nextRows = unchecked.slice(0, checkedAtOnce)
        try {
          const answer: Checked = await api(
            importCalls.check,
            { kind: name, rows: nextRows },
            { signal: aborter.signal, timeoutMs: 60_000 },
          )
          setStored((before) => new Map([...before, ...byRow(nextRows, answer)]))
          setLeft(answer.left)
          setFailure(null)
        } catch (error) {
          if (!aborter.signal.aborted) setFailure(error)
        }
      },
      stored.size === 0 ? 0 : checkAfterMs,
    )
    return () => {
      clearTimeout(timer)
      aborter.abort()
    }
  }, [name, unchecked, attempt])

  const change = (of: (row: ImportCells, index: number) => ImportCells) => setCells(cells.map(of))
  const hasError = (index: number) => findings.get(index)?.some(({ isWarning }) => !isWarning) ?? false
  let faulty = 0
  for (const index of findings.keys()) if (hasError(index)) faulty++
  return {
    name,
    rows,
    findings,
    failure,
    left,
    unchecked: unchecked.length,
    good: rows.length - faulty,
    shownAt: (at, key) => {
      const text = rows[at]?.[key] ?? ''
      const type = columnOf(key).isDeviceType ? findType(text) : undefined
      return type ? typeName(type) : text
    },
    set: (at, column, text) => change((row, index) => (index === at ? { ...row, [column]: text } : row)),
    setBlock: (at, columns, texts) => {
      const added = Array.from({ length: Math.max(0, at + texts.length - cells.length) }, () => ({}))
      setCells(
        [...cells, ...added].map((row, index) => {
          const line = texts[index - at]
          if (line === undefined) return row
          const pasted = columns.flatMap((key, i) => (line[i] === undefined ? [] : [[key, line[i]]]))
          return { ...row, ...Object.fromEntries(pasted) }
        }),
      )
    },
    fix: (fix) => {
      if (fix === 'trim' || fix === 'scientific') change((row) => fixRow(kind, row, fix))
      else {
        const isOut = (index: number) =>
          fix === 'errors'
            ? hasError(index)
            : (findings.get(index)?.some(({ reason }) => reason === 'duplicate') ?? false)
        setCells(cells.filter((_, index) => !isOut(index)))
      }
    },
    recheck: () => setAttempt(attempt + 1),
  }
}

function withDefaults(row: ImportCells, defaults: Defaults): ImportCells {
  const given = Object.entries(row).flatMap(([key, text]) => (text.trim() ? [[key, text]] : []))
  return { ...defaults, ...Object.fromEntries(given) }
}

/** Every row that was checked, also those without a finding. */
function byRow(rows: readonly ImportCells[], { findings }: Checked): [ImportCells, Finding[]][] {
  const groups = Map.groupBy(findings as Finding[], ({ row }) => row)
  return rows.map((row, index) => [row, groups.get(index + 1) ?? []])
}
