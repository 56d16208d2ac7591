import type { SettingNumber } from '@trackway/core/features/level-settings/levels.ts'
import { isRuleName } from '@trackway/core/rules/rule-texts.ts'
import type { TFunction } from 'i18next'
import type { z } from 'zod'
import { type FieldFacts, objectFacts } from '../form/input-facts.ts'

export interface SettingField extends SettingNumber {
  name: string
  facts: FieldFacts
}

/** Fields of a kind, with the bounds of its schema. */
export function settingFields(
  values: z.ZodObject,
  numbers: Readonly<Record<string, SettingNumber>>,
): Record<string, SettingField> {
  const fields = Object.entries(objectFacts(values)).map(([name, facts]) => [
    name,
    { unit: '', ...numbers[name], name, facts },
  ])
  return Object.fromEntries(fields)
}

/** What is wrong with what is set, by field, in words: what the schema refuses. */
export function refusedFields(
  t: TFunction,
  values: z.ZodObject,
  fields: Readonly<Record<string, SettingField>>,
  own: object,
): Record<string, string> {
  const issues = values.partial().safeParse(own).error?.issues ?? []
  const texts = issues.map(({ path: [name], message }) => {
    if (isRuleName(message)) return [name, t(`rules.${message}`)]
    const { facts, size = 1 } = fields[String(name)]!
    const { kind, min = 0, max = 0 } = facts
    if (kind !== 'number') return [name, t('ui.form.refused')]
    return [name, t('ui.form.outOfRange', { min: min / size, max: max / size })]
  })
  return Object.fromEntries(texts)
}
