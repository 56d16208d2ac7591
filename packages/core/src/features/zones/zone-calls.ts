import { z } from 'zod'
import { type Call, call, page, pageInput, rowId } from '../../api/call.ts'
import { limits } from '../../codes/limits.ts'
import { isForward, wholeDays } from '../statistics/calls.ts'
import { visitsQuery } from './zone-visits.ts'

/** Calls that fences and risk points have alike. */

/** Zones in one answer of the map, in one file, and in one import. */
export const zoneBounds = { map: 5_000, file: 1_000, import: 1_000, importChars: 4_000_000 } as const

/** Files that zones are imported from and exported to. */
export const zoneFormats = ['kml', 'geojson', 'csv'] as const
export type ZoneFormat = (typeof zoneFormats)[number]

/** What a list of zones is asked with; each call adds filters and order. */
export const zonesQuery = pageInput.extend({
  userId: rowId.optional(),
  withSubAccounts: z.boolean().default(true),
  isDescending: z.boolean().default(true),
})

const importFile = {
  format: z.enum(zoneFormats).optional().describe('Left out: found from the text.'),
  text: z.string().min(1).max(zoneBounds.importChars).describe('The file.'),
  pointRadiusM: z
    .number()
    .min(limits.fenceRadiusMinM)
    .max(limits.fenceRadiusMaxM)
    .default(200)
    .describe('Radius of circles made of points, metres.'),
}

interface ZoneKind extends Pick<Call, 'path' | 'permission'> {
  /** What people call them. */
  words: string
  /** What inputs call their ids. */
  idsKey: string
  /** A row of visits. */
  visit: z.ZodType
  /** What the list finds them by. */
  filter: z.ZodObject
  /** What is sent with a file for what it does not say. */
  file: z.ZodRawShape
  /** What a row of a file becomes. */
  row: z.ZodRawShape
  /** What else an import is sent. */
  import: z.ZodRawShape
}

/** Visits to the zones of a kind, and the files that they come from and go to. */
export function zoneCalls<const Kind extends ZoneKind>(kind: Kind) {
  const { path, permission, words, idsKey } = kind
  const file: Kind['file'] = kind.file
  const row: Kind['row'] = kind.row
  const more: Kind['import'] = kind.import
  const many = z.array(rowId).max(zoneBounds.file)
  const keyed = <Value>(value: Value) => ({ [idsKey]: value }) as Record<Kind['idsKey'], Value>
  const importRow = { row: z.int().describe('Its place in the file, from 1.'), name: z.string() }
  return {
    visits: call({
      path: `${path}/visits`,
      permission,
      demo: true,
      help: `A page of the stays of devices in their ${words}, found from their tracks as alarms are; at most ${limits.searchDays} days.`,
      input: z
        .object({
          ...visitsQuery.shape,
          ...keyed(many.optional().describe(`Left out: all ${words} in sight.`)),
        })
        .refine(isForward, wholeDays),
      output: page<Kind['visit']>(kind.visit).extend({
        sum: z.object({ durationMs: z.number(), visits: z.int() }).describe('Of all rows, not of the page.'),
        timeZone: z.string(),
        devices: z.int().describe('Devices searched.'),
      }),
      refusals: ['notFound', 'rangeTooLong', 'tooManyDevices', 'unavailable'],
    }),
    importCheck: call({
      path: `${path}/importCheck`,
      permission,
      demo: true,
      help: 'Reads a KML, GeoJSON or CSV file and tells what each outline in it would become, and which can’t be imported and why. Stores nothing.',
      input: z.object({ ...importFile, ...file }),
      output: z.object({
        format: z.enum(zoneFormats),
        list: z.array(
          z.object({
            ...importRow,
            fault: z
              .string()
              .nullable()
              .describe(
                'Why it cannot be imported: a reason as of `meta.issues`, `noArea`, `holes` or `coordinates`; null: it can.',
              ),
            ...row,
          }),
        ),
      }),
      refusals: ['fileUnreadable', 'tooManyFences'],
      maxBodyBytes: 4 * zoneBounds.importChars,
    }),
    import: call({
      path: `${path}/import`,
      permission,
      help: `Adds the ${words} of a file: rows without faults in \`importCheck\`, all or some of them.`,
      input: z.object({
        ...importFile,
        ...file,
        ...more,
        userId: rowId.optional(),
      }),
      output: z.object({
        ...keyed(z.array(rowId)),
        failed: z.array(z.object({ ...importRow, fault: z.string() })),
      }),
      refusals: ['notFound', 'fileUnreadable', 'tooManyFences'],
      maxBodyBytes: 4 * zoneBounds.importChars,
    }),
    export: call({
      path: `${path}/export`,
      permission,
      demo: true,
      help: `A file of ${words}: those named, or all that match the filter; at most ${zoneBounds.file}. \`import\` reads what it writes.`,
      input: z.object({
        format: z.enum(zoneFormats),
        ...keyed(many.min(1).optional()),
        filter: z.optional<Kind['filter']>(kind.filter),
      }),
      output: z.object({
        fileName: z.string(),
        contentType: z.string(),
        text: z.string().describe('The file.'),
      }),
      refusals: ['notFound', 'tooManyFences'],
    }),
  }
}
