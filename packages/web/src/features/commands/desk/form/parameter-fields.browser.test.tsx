import { type CommandCode, commandRow, commands } from '@trackway/core/features/commands/commands.ts'
import { expect, test } from 'vitest'
import { parametersOf } from './CommandForm.tsx'
import { firstValues, isLeftOut, parameterFields, valuesText } from './parameter-fields.tsx'

const t = ((key: string, { defaultValue, ...values }: { defaultValue?: string } = {}) =>
  defaultValue ?? (Object.keys(values).length > 0 ? `${key}(${Object.values(values).join()})` : key)) as never

interface Field {
  name: string
  help?: string
  wrong?: string
  isHidden?: (values: object) => boolean
  check?: (value: unknown, values: object) => string | null
}
/** The fields of a command by their names; the rest is drawn. */
const fieldsOf = (code: CommandCode, last: Record<string, unknown> | null = null) => {
  const fields = parameterFields(code, t, { last })
    .flat()
    .filter((field) => 'name' in field)
  return Object.fromEntries((fields as Field[]).map((field) => [field.name, field]))
}

test('a parameter belongs to its modes, and is not sent in others', () => {
  expect(isLeftOut('workMode', 'minutes', 'interval')).toBe(false)
  expect(isLeftOut('workMode', 'minutes', 'sleep')).toBe(true)
  expect(isLeftOut('workMode', 'mode', 'sleep')).toBe(false)
  expect(isLeftOut('timer', 'movingS', undefined)).toBe(false)
  expect(parametersOf('workMode', { mode: 'sleep', minutes: 30, time: '08:00' })).toEqual({
    mode: 'sleep',
    time: '08:00',
  })
  expect(parametersOf('timer', { movingS: 30, stoppedS: 600 })).toEqual({ movingS: 30, stoppedS: 600 })
})

test('a field of another mode is hidden and asks for nothing, one of this mode must be filled', () => {
  const { minutes } = fieldsOf('workMode')
  expect(minutes?.isHidden?.({ mode: 'sleep' })).toBe(true)
  expect(minutes?.isHidden?.({ mode: 'interval' })).toBe(false)
  expect(minutes?.check?.(undefined, { mode: 'sleep' })).toBeNull()
  expect(minutes?.check?.(undefined, { mode: 'interval' })).toBe('ui.form.required')
  expect(minutes?.check?.(30, { mode: 'interval' })).toBeNull()
})

test('a form begins with what the device last took, else with what usually is', () => {
  const last = { movingS: 60 }
  expect(firstValues('timer', last)).toMatchObject(last)
  expect(firstValues('timer', null).movingS).toBeUndefined()
  const { mode } = firstValues('workMode', null)
  expect(typeof mode).toBe('string')
  expect(firstValues('workMode', { mode: 'sleep' }).mode).toBe('sleep')
})

test('of no command anything is left out that its example sends', () => {
  for (const code of Object.keys(commands) as CommandCode[]) {
    const { example } = commandRow(code)
    expect(parametersOf(code, { ...example }), code).toEqual(example)
  }
})

test('a number says its range, where 0 is allowed apart too, and what was last taken', () => {
  const { movingS } = fieldsOf('timer', { movingS: 60 })
  expect(movingS?.help).toBe('commands.zeroOr(5,18000) · commands.last(60)')
  expect(movingS?.wrong).toBe('commands.zeroOr(5,18000)')
  expect(fieldsOf('timer').movingS?.help).toBe('commands.zeroOr(5,18000)')
})

test('places are drawn: nobody reads what degrees there are', () => {
  const { latitude, radiusM } = fieldsOf('fenceOn', { latitude: 22.5 })
  expect(latitude?.wrong).toBeUndefined()
  expect(latitude?.help).toBe('commands.last(22.5)')
  expect(radiusM?.help).toMatch(/^commands\.range\(/)
})

test('values are shown in a line, with their units, without those that are not there', () => {
  expect(valuesText('timer', { movingS: 30 }, t)).toBe('30 s')
  expect(valuesText('timer', { movingS: 0, stoppedS: null }, t)).toBe('0 s')
  expect(valuesText('timer', {}, t)).toBe('')
  expect(valuesText('workMode', { mode: 'sleep', time: '08:00' }, t)).toBe('sleep · 08:00')
})
