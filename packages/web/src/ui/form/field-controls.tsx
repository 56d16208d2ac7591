import { instantOfWallTime, wallTime } from '@trackway/core/rules/wall-time.ts'
import { Checkbox, DatePicker, Input, InputNumber, type InputNumberProps, Segmented, Select } from 'antd'
import dayjs from 'dayjs'
import type { ReactElement, ReactNode } from 'react'
import { usePickerFormats } from '../../base/picker-formats.ts'
import { useUser } from '../../base/session.ts'
import type { FieldFacts } from './input-facts.ts'

/** What a number is entered in. */
export interface Unit {
  /** Behind the number: `km`. */
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

/** So few options stand side by side, if their words are no longer in all. */
const sideBySide = { options: 3, characters: 24 }

/** The control that follows from the schema. `Form.Item` gives it its value and `onChange`. */
export function controlOf(facts: FieldFacts, label: ReactNode, parts: ControlParts): ReactElement {
  const { kind, maxLength, format } = facts
  if (parts.password)
    return <Input.Password autoComplete={`${parts.password}-password`} maxLength={maxLength} />
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

/** What `Form.Item` hands on to a control of our own; the rest goes to the input in it. */
export interface FieldValue<T> {
  id?: string
  value?: T | null
  onChange?: (value: T | null) => void
}

interface NumberFieldProps extends FieldValue<number>, Omit<InputNumberProps, keyof FieldValue<number>> {
  facts: FieldFacts
  unit: Unit | undefined
}

/**
 * A number, entered in another unit than the contract counts in. What is beyond the bounds is not moved to them: the
 * form says so.
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

/** The days that dates may name (S2 section 5). */
const dated = { minDate: dayjs('1900-01-01'), maxDate: dayjs('2099-12-31') }

/** A day, `YYYY-MM-DD`. */
function DayField({ value, onChange, ...rest }: FieldValue<string>) {
  const formats = usePickerFormats()
  return (
    <DatePicker
      {...rest}
      {...dated}
      format={formats.day}
      value={value ? dayjs(value) : null}
      onChange={(day) => onChange?.(day?.format('YYYY-MM-DD') ?? null)}
    />
  )
}

interface InstantFieldProps extends FieldValue<number> {
  /** A day stands for its first minute. */
  isDay?: boolean
  /** No later one can be chosen. */
  latest?: number
}

/** An instant, epoch milliseconds, as the clock of the account shows it. */
export function InstantField({ value, onChange, isDay = false, latest, ...rest }: InstantFieldProps) {
  const { timeZone } = useUser()
  const formats = usePickerFormats()
  const shown = (time: number) => dayjs(wallTime(time, timeZone))
  return (
    <DatePicker
      {...rest}
      {...dated}
      format={isDay ? formats.day : formats.minute}
      {...(!isDay && { showTime: { format: 'HH:mm' } })}
      value={value === null || value === undefined ? null : shown(value)}
      disabledDate={(day) => latest !== undefined && day.isAfter(shown(latest), 'day')}
      onChange={(chosen) => {
        const wall = chosen?.format(isDay ? 'YYYY-MM-DDT00:00' : 'YYYY-MM-DDTHH:mm')
        onChange?.(wall === undefined ? null : instantOfWallTime(wall, timeZone))
      }}
    />
  )
}
