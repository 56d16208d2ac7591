import type { ExportJob } from '@trackway/core/api/exports.ts'
import type { WriteFile } from '../report-file.ts'

/** The formats; each is loaded when the first file of it is made. */
export const formats: Record<ExportJob['format'], () => Promise<WriteFile>> = {
  csv: async () => (await import('./csv.ts')).writeCsv,
  xlsx: async () => (await import('./xlsx.ts')).writeXlsx,
  pdf: async () => (await import('./pdf.ts')).writePdf,
}
