import { sheetType } from '@trackway/core/api/call.ts'
import type { Encoding } from '../decode-text.ts'

export type SheetRequest =
  | { kind: 'file'; bytes: ArrayBuffer; encoding?: Encoding | undefined }
  | { kind: 'text'; text: string }
  | { kind: 'write'; rows: string[][] }
/** In which encoding a file was read; null: the file states it, or the text was pasted. */
export interface SheetRows {
  rows: string[][]
  encoding: Encoding | null
}
export type SheetAnswer = SheetRows | { bytes: ArrayBuffer } | { error: string }

const nothing: SheetRows = { rows: [], encoding: null }

/** The rows of an XLSX or CSV file as texts, in the encoding that is given; empty rows are left out. */
export async function readSheet(file: File, encoding?: Encoding): Promise<SheetRows> {
  const answer = await send({ kind: 'file', bytes: await file.arrayBuffer(), encoding })
  return 'rows' in answer ? answer : nothing
}

/** What was pasted: cells of a spreadsheet, CSV, or one value a line. */
export async function readText(text: string): Promise<SheetRows> {
  const answer = await send({ kind: 'text', text })
  return 'rows' in answer ? answer : nothing
}

/** An XLSX file of texts, so that long numbers keep their digits. */
export async function toSheet(rows: string[][]): Promise<Blob> {
  const answer = await send({ kind: 'write', rows })
  return new Blob('bytes' in answer ? [answer.bytes] : [], { type: sheetType })
}

function send(request: SheetRequest): Promise<SheetAnswer> {
  const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), { type: 'module' })
  const answer = new Promise<SheetAnswer>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<SheetAnswer>) =>
      'error' in data ? reject(new Error(data.error)) : resolve(data)
    worker.onerror = (event) => reject(new Error(event.message))
  })
  worker.postMessage(request)
  return answer.finally(() => worker.terminate())
}
