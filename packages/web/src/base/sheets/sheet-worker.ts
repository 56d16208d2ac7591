import { plainFields, textOfCell } from '@trackway/core/rules/csv.ts'
import { parseCsv } from 'hucre/csv'
import { type CellValue, readXlsx, writeXlsx } from 'hucre/xlsx'
import { decodeText } from '../decode-text.ts'
import type { SheetAnswer, SheetRequest, SheetRows } from './sheet-files.ts'

/** Reads and writes sheets beside the page, which goes on meanwhile. */

self.onmessage = async ({ data }: MessageEvent<SheetRequest>) => {
  try {
    const answer = data.kind === 'write' ? await write(data) : await read(data)
    self.postMessage(answer satisfies SheetAnswer)
  } catch (error) {
    self.postMessage({ error: String(error) } satisfies SheetAnswer)
  }
}

async function read(request: Exclude<SheetRequest, { kind: 'write' }>): Promise<SheetRows> {
  const { cells, encoding } =
    request.kind === 'text' ? { cells: cellsOf(request.text), encoding: null } : await readFile(request)
  const rows = cells.map((row) => row.map(textOf)).filter((row) => row.some((text) => text.trim() !== ''))
  return { rows, encoding }
}

async function readFile(request: Extract<SheetRequest, { kind: 'file' }>) {
  const bytes = new Uint8Array(request.bytes)
  // XLSX files are ZIP archives, whatever they are called.
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) {
    const { sheets } = await readXlsx(bytes, { sheets: [0] })
    return { cells: sheets[0]?.rows ?? [], encoding: null }
  }
  const { text, encoding } = decodeText(bytes, request.encoding)
  return { cells: parseCsv(plainFields(text)), encoding }
}

const cellsOf = (text: string) => parseCsv(plainFields(text), text.includes('\t') ? { delimiter: '\t' } : {})

function textOf(cell: CellValue): string {
  if (cell === null) return ''
  if (cell instanceof Date) {
    const text = Number.isNaN(cell.getTime()) ? '' : cell.toISOString()
    return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 16).replace('T', ' ')
  }
  // A number of more digits than a spreadsheet keeps has lost the last of them.
  if (typeof cell === 'number' && Math.abs(cell) > Number.MAX_SAFE_INTEGER) return cell.toExponential(1)
  return textOfCell(String(cell))
}

async function write({ rows }: { rows: string[][] }): Promise<SheetAnswer> {
  const bytes = await writeXlsx({ sheets: [{ name: 'Sheet1', rows, freezePane: { rows: 1 } }] })
  return { bytes: bytes.slice().buffer }
}
