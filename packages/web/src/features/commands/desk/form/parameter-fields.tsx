import type { CommandCode } from '@trackway/core/features/commands/commands.ts'
import { commandRow } from '@trackway/core/features/commands/commands.ts'
import { Select, TimePicker } from 'antd'
import dayjs from 'dayjs'
import type { TFunction } from 'i18next'
import type { ReactElement } from 'react'
import { z } from 'zod'
import type { FieldValue } from '../../../../ui/form/field-value.ts'
import { emptied, type FieldFacts, objectFacts } from '../../../../ui/form/input-facts.ts'
import { weekdayName } from '../../../../ui/period/weekday-name.ts'
import { FenceOnMap, isDrawn } from './FenceOnMap.tsx'
import { TextToHex } from './TextToHex.tsx'

/** Parameters that belong to some modes only, and must not be left out there. */
const ofModes: Partial<Record<CommandCode, Record<string, readonly string[]>>> = {
  workMode: { minutes: ['interval'], time: ['sleep'] },
  wakeMode: { time: ['daily'], hours: ['hours'] },
  clockMode: {
    everyS: ['normal'],
    time: ['hours', 'weekdays'],
    hours: ['hours'],
    weekdays: ['weekdays'],
    alarmClocks: ['alarmClocks'],
  },
}

/** Is a parameter left out in the mode that is chosen? */
export const isLeftOut = (code: CommandCode, name: string, mode: unknown): boolean =>
  ofModes[code]?.[name]?.includes(String(mode)) === false

/** What the JSON Schema of a parameter holds beside its facts. */
interface Bounds {
  default?: unknown
  minimum?: number
  maximum?: number
  /** 0 is allowed, and then nothing below this. */
  zeroOr?: number
  unit?: string
}

const boundsOf = (code: CommandCode) =>
  (z.toJSONSchema(commandRow(code).parameters, { io: 'input' }).properties ?? {}) as Record<string, Bounds>

/** What the fields hold at first: what the device last took, else the default, else the first choice. */
export function firstValues(
  code: CommandCode,
  last: Record<string, unknown> | null,
): Record<string, unknown> {
  const bounds = boundsOf(code)
  const facts = Object.entries(objectFacts(commandRow(code).parameters))
  return Object.fromEntries(
    facts.map(([name, { kind, isRequired, options }]) => {
      const first = kind === 'yesNo' ? true : isRequired ? options?.[0] : undefined
      return [name, last?.[name] ?? bounds[name]?.default ?? first]
    }),
  )
}

/** A value as people read it. */
function valueText(value: unknown, t: TFunction): string {
  if (typeof value === 'boolean') return t(value ? 'command.choice.on' : 'command.choice.off')
  if (Array.isArray(value)) return value.join(', ')
  return t(`command.choice.${value}`, { defaultValue: String(value) })
}

/** Some values of a command in a line, with their units. */
export function valuesText(code: CommandCode, values: Record<string, unknown>, t: TFunction): string {
  const bounds = boundsOf(code)
  return Object.keys(bounds)
    .filter((name) => values[name] != null)
    .map((name) => [valueText(values[name], t), bounds[name]!.unit].filter(Boolean).join(' '))
    .join(' · ')
}

interface FieldsOf {
  /** What the device last took. */
  last?: Record<string, unknown> | null
  /** The device, where it is one. */
  terminalID?: string | undefined
}

/** The fields of a command's parameters, each with its range and its last known value; areas are drawn. */
export function parameterFields(code: CommandCode, t: TFunction, { last = null, terminalID }: FieldsOf = {}) {
  const fields = singleFields(code, t, last)
  if (code === 'text') return [...fields, <TextToHex key="hex" />]
  if (!isDrawn(code)) return fields
  const places = fields.filter(({ name }) => placeNames.includes(name))
  return [
    <FenceOnMap key="map" code={code} terminalID={terminalID} />,
    ...Array.from({ length: places.length / 2 }, (_, pair) => places.slice(2 * pair, 2 * pair + 2)),
    ...fields.filter((field) => !places.includes(field)),
  ]
}

const placeNames = ['latitude', 'longitude', 'south', 'west', 'north', 'east']

function singleFields(code: CommandCode, t: TFunction, last: Record<string, unknown> | null) {
  const bounds = boundsOf(code)
  return Object.entries(objectFacts(commandRow(code).parameters)).map(([name, facts]) => {
    // Places are drawn; what degrees there are is known.
    const range = placeNames.includes(name) ? null : rangeText(bounds[name], t)
    const wrong = range ?? (name === 'number' || name === 'numbers' ? t('commands.phoneText') : undefined)
    const control = controlOf(name, facts, t)
    const value = last?.[name]
    const known = value == null ? undefined : t('commands.last', { value: valueText(value, t) })
    const help = [wrong, known].filter(Boolean).join(' · ')
    return {
      name,
      word: (option: string) => t(`command.choice.${option}`, { defaultValue: option }),
      ...(control && { control }),
      ...(help && { help }),
      ...(wrong && { wrong }),
      ...(ofModes[code]?.[name] && {
        isHidden: ({ mode }: Record<string, unknown>) => isLeftOut(code, name, mode),
        checkAfter: ['mode'],
        check: (value: unknown, { mode }: Record<string, unknown>) =>
          !isLeftOut(code, name, mode) && emptied(value, facts) === undefined ? t('ui.form.required') : null,
      }),
    }
  })
}

function rangeText(bounds: Bounds | undefined, t: TFunction): string | null {
  const { minimum: min, maximum: max, zeroOr } = bounds ?? {}
  if (min === undefined || max === undefined) return null
  return zeroOr === undefined ? t('commands.range', { min, max }) : t('commands.zeroOr', { min: zeroOr, max })
}

/** Of those that no control follows from. */
function controlOf(name: string, { kind }: FieldFacts, t: TFunction): ReactElement | null {
  if (name === 'time') return <ClockField />
  if (kind !== 'other') return null
  if (name === 'weekdays') return <NumbersField count={7} word={weekdayName} />
  if (name === 'places') return <NumbersField count={3} word={String} />
  const placeholder = t(name === 'alarmClocks' ? 'commands.clocksText' : 'commands.phonesText')
  return (
    <Select
      mode="tags"
      open={false}
      suffixIcon={null}
      tokenSeparators={[',', '，', ' ', '\n']}
      placeholder={placeholder}
    />
  )
}

/** A time of day, `HH:MM`. */
function ClockField({ value, onChange, ...field }: FieldValue<string>) {
  return (
    <TimePicker
      {...field}
      format="HH:mm"
      needConfirm={false}
      value={value ? dayjs(`2024-01-01T${value}`) : null}
      onChange={(time) => onChange?.(time?.format('HH:mm') ?? null)}
    />
  )
}

interface NumbersFieldProps extends FieldValue<number[]> {
  count: number
  word: (number: number) => string
}

/** Some of the numbers from 1 on. */
function NumbersField({ count, word, value, onChange, ...field }: NumbersFieldProps) {
  return (
    <Select
      {...field}
      mode="multiple"
      options={Array.from({ length: count }, (_, i) => ({ value: i + 1, label: word(i + 1) }))}
      value={value ?? []}
      onChange={(numbers: number[]) => onChange?.(numbers.toSorted((a, b) => a - b))}
    />
  )
}
