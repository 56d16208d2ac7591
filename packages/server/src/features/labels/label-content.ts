import type { Language } from '@trackway/core/codes/languages.ts'
import type { LabelDesign, LabelLine } from '@trackway/core/features/labels/calls.ts'
import { codeTextOf } from '@trackway/core/features/labels/code-text.ts'
import { isImei } from '@trackway/core/rules/validation.ts'
import { reportText } from '../../platform/table-files/report-text.ts'
import type { LabelContent } from './lay-out-label.ts'
import type { LabelFacts } from './queries.ts'

/** What stands on the label of a device; lines of which nothing is known are left out. */
export function labelContent(
  facts: LabelFacts,
  { barcode, code, codeText, lines }: LabelDesign,
  { language, day }: { language: Language; day: string },
): LabelContent {
  const { id } = facts
  const lineOf = (line: LabelLine): string[] => {
    const value = line === 'date' ? day : facts[line]
    const name = line === 'id' && isImei(id) ? 'imei' : line
    return value === null ? [] : [`${reportText(language, `labelLine.${name}`)}: ${value}`]
  }
  const caption = lines.includes('id') ? lineOf('id')[0]! : id
  return {
    barcode: barcode ? { text: id, caption } : null,
    code: code === 'none' ? null : { kind: code, text: codeTextOf(codeText, facts) },
    // The id is beneath the barcode already.
    lines: lines.filter((line) => !(barcode && line === 'id')).flatMap(lineOf),
  }
}
