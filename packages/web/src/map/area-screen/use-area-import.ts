import { type ZoneFormat, zoneBounds } from '@trackway/core/features/zones/zone-calls.ts'
import type { FenceArea } from '@trackway/core/geo/area.ts'
import { App } from 'antd'
import { useMemo, useState } from 'react'
import { decodeText, type Encoding } from '../../base/decode-text.ts'
import { reread } from '../../base/queries/query-client.ts'
import { useTexts } from '../../base/use-texts.ts'
import type { NamedArea } from '../drawing/AreasLayer.tsx'

/** An outline of a file: what it becomes, or why it cannot. */
export interface ImportedRow {
  row: number
  name: string
  area: FenceArea | null
  fault: string | null
}

/** A file, and what its points and lines become. */
export interface ImportedFile {
  format?: ZoneFormat
  text: string
  pointRadiusM: number
  lineWidthM: number
}

/** A row to add, under its name or another one. */
export interface AddedRow {
  row: number
  name: string
}

interface FailedRow {
  row: number
  name: string
  fault: string
}

const usualM = 200

/** A thousand outlines may take their time. */
const options = { timeoutMs: 120_000 }
type Options = typeof options

export interface AreaImportCalls {
  /** What a file would become; nothing of it is stored. */
  check: (file: ImportedFile, given: Options) => Promise<{ format: ZoneFormat; list: readonly ImportedRow[] }>
  add: (
    file: ImportedFile,
    rows: AddedRow[],
    given: Options,
  ) => Promise<{ added: number; failed: readonly FailedRow[] }>
  /** First parts of the keys of what is old once they are added. */
  rereads: readonly string[]
}

/** A file that was read, the rows chosen from it, and their results. */
export function useAreaImport({ check, add, rereads }: AreaImportCalls, onClose: () => void) {
  const { t, toText } = useTexts()
  const { message } = App.useApp()
  const [file, setFile] = useState<ImportedFile>({ text: '', pointRadiusM: usualM, lineWidthM: usualM })
  const [opened, setOpened] = useState<{ file: File; encoding: Encoding } | null>(null)
  const [rows, setRows] = useState<readonly ImportedRow[] | null>(null)
  const [names, setNames] = useState<ReadonlyMap<number, string>>(new Map())
  const [dropped, setDropped] = useState<ReadonlySet<number>>(new Set())
  const [failure, setFailure] = useState<string | null>(null)
  const [result, setResult] = useState<{ added: number; failed: readonly FailedRow[] } | null>(null)
  const [isBusy, setBusy] = useState(false)

  const during = async (work: () => Promise<void>) => {
    setBusy(true)
    setFailure(null)
    try {
      await work()
    } catch (error) {
      setFailure(toText(error))
    } finally {
      setBusy(false)
    }
  }
  const read = (next: ImportedFile) => {
    setFile(next)
    if (next.text.trim() === '') return
    void during(async () => {
      const answer = await check(next, options)
      setFile({ ...next, format: answer.format })
      setRows(answer.list)
      setDropped(new Set())
    })
  }
  /** A file of another name may be of another format. */
  const readText = ({ pointRadiusM, lineWidthM }: ImportedFile, text: string) => {
    if (text.length > zoneBounds.importChars) setFailure(t('map.areas.import.tooLarge'))
    else read({ text, pointRadiusM, lineWidthM })
  }
  const open = (picked: File, given?: Encoding) =>
    during(async () => {
      const { text, encoding } = decodeText(new Uint8Array(await picked.arrayBuffer()), given)
      setOpened({ file: picked, encoding })
      readText(file, text)
    })
  const paste = (text: string) => {
    setOpened(null)
    readText(file, text)
  }
  const good = useMemo(() => (rows ?? []).filter(({ fault }) => fault === null), [rows])
  const chosen = good.filter(({ row }) => !dropped.has(row))
  const areas = useMemo(
    (): NamedArea[] =>
      good.flatMap(({ row, name, area }) => (area ? [{ id: row, name, area, isOff: dropped.has(row) }] : [])),
    [good, dropped],
  )
  const run = () =>
    during(async () => {
      const rows = chosen.map(({ row, name }) => ({ row, name: names.get(row)?.trim() || name }))
      const answer = await add(file, rows, options)
      message.success(t('map.areas.import.added', { count: answer.added }))
      await reread(...rereads)
      setResult(answer)
      if (answer.failed.length === 0) onClose()
    })

  return {
    file,
    setFile,
    rows,
    setRows,
    names,
    setNames,
    dropped,
    setDropped,
    good,
    chosen,
    areas,
    failure,
    opened,
    open,
    paste,
    result,
    isBusy,
    read,
    run,
  }
}

export type AreaImport = ReturnType<typeof useAreaImport>
