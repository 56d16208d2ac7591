import { parseCsv } from 'hucre/csv'
import { type CellValue, readXlsx, writeXlsx } from 'hucre/xlsx'
import type { SheetAnswer, SheetRequest } from './sheet-files.ts'

/** Reads and writes sheets beside the page, which goes on meanwhile. */

self.onmessage = async ({ data }: MessageEvent<SheetRequest>) => {
  try {
    const answer = data.kind === 'write' ? await write(data) : { rows: await read(data) }
    self.postMessage(answer satisfies SheetAnswer)
  } catch (error) {
    self.postMessage({ error: String(error) } satisfies SheetAnswer)
  }
}

async function read(request: Exclude<SheetRequest, { kind: 'write' }>): Promise<string[][]> {
  const rows =
    request.kind === 'text'
      ? parseCsv(request.text, request.text.includes('\t') ? { delimiter: '\t' } : {})
      : await readFile(new Uint8Array(request.bytes))
  const texts = rows.map((row) => row.map(textOf))
  return texts.filter((row) => row.some((text) => text.trim() !== ''))
}

async function readFile(bytes: Uint8Array): Promise<CellValue[][]> {
  // XLSX files are ZIP archives, whatever they are called.
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) {
    const { sheets } = await readXlsx(bytes, { sheets: [0] })
    return sheets[0]?.rows ?? []
  }
  return parseCsv(decode(bytes))
}

/** Spreadsheets in Chinese write CSV in GB 18030, and without a mark. */
function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

function textOf(cell: CellValue): string {
  if (cell === null) return ''
  if (cell instanceof Date) {
    const text = Number.isNaN(cell.getTime()) ? '' : cell.toISOString()
    return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 16).replace('T', ' ')
  }
  // A number of more digits than a spreadsheet keeps has lost the last of them.
  if (typeof cell === 'number' && Math.abs(cell) > Number.MAX_SAFE_INTEGER) return cell.toExponential(1)
  return String(cell)
}

async function write({ rows }: { rows: string[][] }): Promise<SheetAnswer> {
  const bytes = await writeXlsx({ sheets: [{ name: 'Sheet1', rows, freezePane: { rows: 1 } }] })
  return { bytes: bytes.slice().buffer }
}
