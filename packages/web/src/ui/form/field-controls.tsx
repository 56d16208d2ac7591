import { Checkbox, Input, InputNumber, type InputNumberProps, Segmented, Select } from 'antd'
import { lazy, type ReactElement, type ReactNode, Suspense } from 'react'
import type { FieldValue, InstantFieldProps } from './field-value.ts'
import type { FieldFacts } from './input-facts.ts'

/** What a number is entered in. */
export interface Unit {
  /** Shown after the number: `km`. */
  name: string
  /** How many of what the contract counts make one: 1,000 for kilometres of metres. */
  size?: number
  step?: number
  /** Decimal places that are kept. */
  digits?: number
}

/** What a field may say of its control beside what the schema does. */
export interface ControlParts {
  unit?: Unit | undefined
  /** The text is a password: one that is known already, or one to be. */
  password?: 'current' | 'new' | undefined
  /** What is offered, where that is less than the schema takes. */
  options?: readonly (string | number)[] | undefined
  /** An option in the user's language. */
  word?: ((option: string) => string) | undefined
}

/** So few options are side by side, if their words are no longer in all. */
const sideBySide = { options: 3, characters: 24 }

/** The control that follows from the schema. `Form.Item` gives it its value and `onChange`. */
export function controlOf(facts: FieldFacts, label: ReactNode, parts: ControlParts): ReactElement {
  const { kind, maxLength, format } = facts
  const password = parts.password ?? (facts.isSecret && 'new')
  if (password) return <Input.Password autoComplete={`${password}-password`} maxLength={maxLength} />
  switch (kind) {
    case 'text':
      return (
        <Input
          maxLength={maxLength}
          autoComplete="off"
          {...(format === 'email' && { type: 'email' })}
          {...(format === 'uri' && { type: 'url' })}
        />
      )
    case 'prose':
      return <Input.TextArea maxLength={maxLength} autoSize={{ minRows: 2, maxRows: 5 }} />
    case 'number':
      return <NumberField facts={facts} unit={parts.unit} />
    case 'yesNo':
      return <Checkbox>{label}</Checkbox>
    case 'choice':
      return choiceOf(facts, parts)
    case 'day':
      return <DayField />
    case 'instant':
      return <InstantField />
    case 'other':
      throw new Error('no control follows from the schema: the field must bring its own')
  }
}

function choiceOf(facts: FieldFacts, parts: ControlParts): ReactElement {
  const { options = [], isNullable, isRequired, hasDefault } = facts
  const { word = String } = parts
  const choices = (parts.options ?? options).map((value) => ({ value, label: word(String(value)) }))
  const mayBeEmpty = isNullable || !(isRequired || hasDefault)
  const characters = choices.reduce((sum, { label }) => sum + label.length, 0)
  const isShort = choices.length <= sideBySide.options && characters <= sideBySide.characters
  if (isShort && !mayBeEmpty) return <Segmented options={choices} />
  return <Select options={choices} showSearch={{ optionFilterProp: 'label' }} allowClear={mayBeEmpty} />
}

interface NumberFieldProps extends FieldValue<number>, Omit<InputNumberProps, keyof FieldValue<number>> {
  facts: FieldFacts
  unit: Unit | undefined
}

/**
 * A number, entered in another unit than the contract counts in. A value beyond the bounds is not clamped: the
 * form refuses it.
 */
export function NumberField({ facts, unit, value, onChange, ...rest }: NumberFieldProps) {
  const { name, size = 1, step, digits } = unit ?? { name: undefined }
  const precision = digits ?? (facts.isWhole && size === 1 ? 0 : undefined)
  // Thousandths of what the contract counts are beyond every sensor; more are traces of the division.
  const stored = (shown: number) =>
    facts.isWhole ? Math.round(shown * size) : Number((shown * size).toFixed(3))
  return (
    <InputNumber
      {...rest}
      value={value === null || value === undefined ? null : value / size}
      onChange={(shown) => onChange?.(shown === null ? null : stored(Number(shown)))}
      {...(step !== undefined && { step })}
      {...(precision !== undefined && { precision })}
      suffix={name}
    />
  )
}

// Few forms have dates, and the calendar is a tenth of all that the first screens load.
const dateFields = () => import('./DateFields.tsx')
const LazyDay = lazy(async () => ({ default: (await dateFields()).DayField }))
const LazyInstant = lazy(async () => ({ default: (await dateFields()).InstantField }))

/** A day, `YYYY-MM-DD`. */
function DayField(props: FieldValue<string>) {
  return (
    <Suspense fallback={<Input disabled aria-hidden aria-busy />}>
      <LazyDay {...props} />
    </Suspense>
  )
}

/** An instant, epoch milliseconds, as the clock of the account shows it. */
export function InstantField(props: InstantFieldProps) {
  return (
    <Suspense fallback={<Input disabled aria-hidden aria-busy />}>
      <LazyInstant {...props} />
    </Suspense>
  )
}
