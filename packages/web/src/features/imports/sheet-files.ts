import { sheetType } from '@trackway/core/api/call.ts'

export type SheetRequest =
  | { kind: 'file'; bytes: ArrayBuffer }
  | { kind: 'text'; text: string }
  | { kind: 'write'; rows: string[][] }
export type SheetAnswer = { rows: string[][] } | { bytes: ArrayBuffer } | { error: string }

/** The rows of an XLSX or CSV file as texts; empty ones are left out. */
export async function readSheet(file: File): Promise<string[][]> {
  const answer = await ask({ kind: 'file', bytes: await file.arrayBuffer() })
  return 'rows' in answer ? answer.rows : []
}

/** What was pasted: cells of a spreadsheet, CSV, or one value a line. */
export async function readText(text: string): Promise<string[][]> {
  const answer = await ask({ kind: 'text', text })
  return 'rows' in answer ? answer.rows : []
}

/** An XLSX file of texts, so that long numbers keep their digits. */
export async function toSheet(rows: string[][]): Promise<Blob> {
  const answer = await ask({ kind: 'write', rows })
  return new Blob('bytes' in answer ? [answer.bytes] : [], { type: sheetType })
}

function ask(request: SheetRequest): Promise<SheetAnswer> {
  const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), { type: 'module' })
  const answer = new Promise<SheetAnswer>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<SheetAnswer>) =>
      'error' in data ? reject(new Error(data.error)) : resolve(data)
    worker.onerror = (event) => reject(new Error(event.message))
  })
  worker.postMessage(request)
  return answer.finally(() => worker.terminate())
}
