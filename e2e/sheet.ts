import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { luhnDigit } from '@trackway/core/rules/validation.ts'
import { writeXlsx } from '@trackway/server/platform/table-files/xlsx.ts'

/** The IMEI that begins with these fourteen digits. */
export function anImei(number: number): string {
  const digits = String(number)
  return digits + luhnDigit(digits)
}

/** Writes an XLSX file of texts. @returns its path */
export async function writeSheet(name: string, titles: string[], rows: string[][]): Promise<string> {
  const bytes: Uint8Array[] = []
  const file = writeXlsx({
    language: 'en',
    timeZone: 'UTC',
    title: name,
    facts: [],
    total: rows.length,
    sum: null,
    columns: titles.map((title) => ({ form: 'text', title })),
    rows: (async function* () {
      yield rows
    })(),
  })
  for await (const piece of file) bytes.push(piece)
  const path = join(await mkdtemp(join(tmpdir(), 'trackway-sheet-')), name)
  await writeFile(path, Buffer.concat(bytes))
  return path
}
