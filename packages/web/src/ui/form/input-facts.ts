import type { Call } from '@trackway/core/api/call.ts'
import { isRuleName, type RuleName } from '@trackway/core/rules/rule-texts.ts'
import { z } from 'zod'

/** The facts about one field in the input schema of a call. */
export interface FieldFacts {
  /** `other`: no control follows from it, as for lists and what may be of two types. */
  kind: 'text' | 'prose' | 'number' | 'yesNo' | 'choice' | 'day' | 'instant' | 'other'
  isRequired: boolean
  /** Takes null for "there is none"; it is then sent instead of an empty text. */
  isNullable: boolean
  /** What is left out has a value all the same. */
  hasDefault?: boolean
  format?: string | undefined
  maxLength?: number | undefined
  min?: number | undefined
  max?: number | undefined
  isWhole?: boolean
  options?: readonly (string | number)[] | undefined
  /** The description in the schema, in English. */
  description?: string | undefined
  /** The server never returns it: what is entered replaces it. */
  isSecret?: boolean
}

/** A text that may be longer has a field of several lines. */
const longestLine = 255

/** The fields of a call's input, by name, from its JSON schema. */
export function inputFacts(call: Call): Record<string, FieldFacts> {
  return objectFacts(call.input)
}

export function objectFacts(schema: z.ZodType): Record<string, FieldFacts> {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [
      name,
      factsOf(property as z.core.JSONSchema.BaseSchema, required.includes(name)),
    ]),
  )
}

function factsOf(schema: z.core.JSONSchema.BaseSchema, isNamed: boolean): FieldFacts {
  const kinds = kindsOf(schema)
  const given = kinds.filter(({ type }) => type !== 'null')
  const isNullable = given.length < kinds.length
  const [one] = given
  const hasDefault = schema.default !== undefined
  const { description, writeOnly: isSecret = false } = schema
  const facts = { isNullable, hasDefault, description, isSecret, isRequired: isNamed && !isNullable }
  // Our instants may also be sent as ISO texts, by tools.
  if (given.some(({ format }) => format === 'date-time')) return { ...facts, kind: 'instant' }
  if (given.length !== 1 || !one) return { ...facts, kind: 'other' }
  if (one.enum) return { ...facts, kind: 'choice', options: one.enum as (string | number)[] }
  const { type, format, maxLength, minimum, maximum } = one
  switch (type) {
    case 'boolean':
      return { ...facts, kind: 'yesNo' }
    case 'integer':
    case 'number':
      return { ...facts, kind: 'number', min: minimum, max: maximum, isWhole: type === 'integer' }
    case 'string':
      if (format === 'date') return { ...facts, kind: 'day' }
      return { ...facts, kind: (maxLength ?? 0) > longestLine ? 'prose' : 'text', format, maxLength }
    default:
      return { ...facts, kind: 'other' }
  }
}

/** Of a choice of choices all of them: an instant that may be none. */
function kindsOf(schema: z.core.JSONSchema.BaseSchema): z.core.JSONSchema.BaseSchema[] {
  if (schema.anyOf === undefined) return [schema]
  return schema.anyOf.flatMap((each) => kindsOf(each as z.core.JSONSchema.BaseSchema))
}

/** A field without text or entries, as the contract has it: null where it takes null, else left out. */
export function emptied(value: unknown, { isNullable }: Pick<FieldFacts, 'isNullable'>): unknown {
  const isText = typeof value === 'string'
  const isEmpty = isText ? value.trim() === '' : Array.isArray(value) ? value.length === 0 : value == null
  if (!isEmpty) return value
  return isNullable ? null : undefined
}

/** What is wrong with a field, for its text: see `ui.form.fault`. */
export type Fault =
  | { kind: 'required' | 'notUrl' | 'refused' }
  | { kind: 'rule'; rule: RuleName; item?: string }
  | { kind: 'tooShort' | 'tooLong'; count: number }
  | { kind: 'outOfRange' }
  | { kind: 'inList'; item: string }
  /** Of rows that have fields of their own. */
  | { kind: 'inRow'; row: number }

/** What the schema of a field refuses of a value; null: nothing. */
export function faultOf(schema: z.ZodType, value: unknown): Fault | null {
  const issue = schema.safeParse(value).error?.issues[0]
  if (!issue) return null
  const [index] = issue.path
  if (value !== undefined && value !== null && isRuleName(issue.message))
    return typeof index === 'number' && Array.isArray(value)
      ? { kind: 'rule', rule: issue.message, item: String(value[index]) }
      : { kind: 'rule', rule: issue.message }
  if (Array.isArray(value) && typeof index === 'number')
    return typeof value[index] === 'object'
      ? { kind: 'inRow', row: index + 1 }
      : { kind: 'inList', item: String(value[index]) }
  if (value === undefined || value === null) return { kind: 'required' }
  switch (issue.code) {
    case 'too_small':
    case 'too_big': {
      if (issue.origin === 'array') return { kind: issue.code === 'too_small' ? 'required' : 'refused' }
      if (issue.origin !== 'string') return { kind: 'outOfRange' }
      if (issue.code === 'too_big') return { kind: 'tooLong', count: Number(issue.maximum) }
      return { kind: 'tooShort', count: Number(issue.minimum) }
    }
    case 'invalid_format':
      if (issue.format === 'email') return { kind: 'rule', rule: 'email' }
      return { kind: issue.format === 'url' ? 'notUrl' : 'refused' }
    default:
      return { kind: 'refused' }
  }
}
