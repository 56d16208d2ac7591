import { sheetType } from '@trackway/core/api/call.ts'
import type { WriteFile } from './table-file.ts'

interface Format {
  contentType: string
  /** Its bytes are compressed in themselves. */
  isCompressed: boolean
  load: () => Promise<WriteFile>
}

/** The formats of tables; each is loaded when the first file of it is made. */
export const formats = {
  csv: {
    contentType: 'text/csv; charset=utf-8',
    isCompressed: false,
    load: async () => (await import('./csv.ts')).writeCsv,
  },
  xlsx: {
    contentType: sheetType,
    isCompressed: true,
    load: async () => (await import('./xlsx.ts')).writeXlsx,
  },
  pdf: {
    contentType: 'application/pdf',
    isCompressed: true,
    load: async () => (await import('./pdf.ts')).writePdf,
  },
} as const satisfies Record<string, Format>
