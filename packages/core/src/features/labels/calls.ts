import { z } from 'zod'
import { call, line, nothing } from '../../api/call.ts'
import { isCodeText, usualCodeText } from './code-text.ts'
import { labelSizeNames } from './sizes.ts'

/** Labels of devices to be printed: barcode, QR code or Data Matrix, and lines of text. */

export const labelPermission = ['test:qc', 'test:stock'] as const

export const labelLimits = {
  labels: 5_000,
  copies: 10,
} as const

export const labelCodes = ['qr', 'dataMatrix', 'none'] as const
export const labelLines = ['id', 'iccid', 'model', 'serialNumber', 'batch', 'date'] as const
export type LabelLine = (typeof labelLines)[number]

export const labelDesign = z.object({
  size: z
    .enum(labelSizeNames)
    .default('50x30')
    .describe('Width and height in mm; those that begin with `a4` are on sheets, others on a roll.'),
  barcode: z.boolean().default(true).describe('With a barcode (Code 128) of the id.'),
  code: z.enum(labelCodes).default('qr').describe('Square code.'),
  codeText: line(200)
    .refine(isCodeText, 'codeText')
    .default(usualCodeText)
    .describe(
      'Content of the square code, a link for example; `{id}`, `{iccid}`, `{serialNumber}` are filled in.',
    ),
  lines: z
    .array(z.enum(labelLines))
    .default(['id', 'iccid', 'model'])
    .describe('Lines of text, in this order.'),
  copies: z.int().min(1).max(labelLimits.copies).default(1).describe('Labels of each device.'),
  firstPlace: z
    .int()
    .min(1)
    .max(44)
    .default(1)
    .describe('Of sheets: the first place of the first sheet that still has a label, counted by row.'),
})
export type LabelDesign = z.output<typeof labelDesign>

const input = labelDesign.extend({
  terminalIDs: z
    .array(line(40).min(1))
    .min(1)
    .max(labelLimits.labels)
    .describe('Ids of devices that are registered, in stock, tested or handed out; in this order.'),
})

export const labelCalls = {
  print: call({
    path: '/api/label/print',
    permission: labelPermission,
    demo: true,
    isHeavy: true,
    help: `Labels of up to ${labelLimits.labels} devices as PDF: a page each, or sheets of A4.`,
    input,
    output: nothing,
    files: ['application/pdf'],
    refusals: ['notFound', 'labelTooSmall'],
  }),
  preview: call({
    path: '/api/label/preview',
    permission: labelPermission,
    demo: true,
    help: 'The label of the first device as picture, and how many pages all of them take.',
    input,
    output: z.object({
      svg: z.string().describe('The label as SVG.'),
      pages: z.int().describe('Pages of the PDF.'),
    }),
    refusals: ['notFound', 'labelTooSmall'],
  }),
}
