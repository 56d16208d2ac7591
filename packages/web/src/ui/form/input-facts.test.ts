import { instant, line, prose } from '@trackway/core/api/call.ts'
import { datedTime, sim } from '@trackway/core/api/ruled.ts'
import { accountCalls } from '@trackway/core/features/accounts/calls.ts'
import { deviceCalls } from '@trackway/core/features/devices/calls.ts'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { emptied, faultOf, inputFacts, objectFacts } from './input-facts.ts'

const factsOf = (schema: z.ZodType) => objectFacts(z.object({ field: schema })).field

test.each([
  [line(64), { kind: 'text', isRequired: true, isNullable: false, maxLength: 64 }],
  [line(64).nullable(), { kind: 'text', isRequired: false, isNullable: true, maxLength: 64 }],
  [line(64).optional(), { kind: 'text', isRequired: false, isNullable: false }],
  [prose(500), { kind: 'prose', maxLength: 500 }],
  [prose(200).default(''), { kind: 'text', isRequired: false }],
  [z.email().max(128).nullable(), { kind: 'text', format: 'email', maxLength: 128, isNullable: true }],
  [z.url(), { kind: 'text', format: 'uri' }],
  [z.int().min(1).max(30).default(7), { kind: 'number', isWhole: true, min: 1, max: 30, isRequired: false }],
  [z.number().min(0).nullable(), { kind: 'number', isWhole: false, min: 0, isNullable: true }],
  [z.boolean(), { kind: 'yesNo' }],
  [z.enum(['a', 'b']), { kind: 'choice', options: ['a', 'b'], isRequired: true }],
  [z.enum(['a', 'b']).default('a'), { kind: 'choice', isRequired: false, hasDefault: true }],
  [z.literal([1, 2]).nullable(), { kind: 'choice', options: [1, 2], isNullable: true }],
  [z.iso.date(), { kind: 'day' }],
  [instant, { kind: 'instant', isRequired: true }],
  [datedTime.nullable(), { kind: 'instant', isRequired: false, isNullable: true }],
  [z.array(z.email()), { kind: 'other' }],
  [z.union([z.int(), z.string()]), { kind: 'other' }],
])('field %#', (schema, facts) => expect(factsOf(schema)).toMatchObject(facts))

test('a call with a rule over several fields has the facts of each', () => {
  expect(inputFacts(deviceCalls.add)).toMatchObject({
    terminalID: { kind: 'text', isRequired: true },
    deviceType: { kind: 'other', isRequired: true },
    userId: { kind: 'number', isRequired: false },
    remark: { kind: 'prose', isNullable: true },
  })
  const { newPassword } = inputFacts(accountCalls.changePassword)
  expect(newPassword).toMatchObject({ kind: 'text', maxLength: 128, isRequired: true })
})

describe('what is wrong with a value', () => {
  test.each([
    [z.int(), undefined, { kind: 'required' }],
    [z.int(), null, { kind: 'required' }],
    [z.string().min(8), 'short', { kind: 'tooShort', count: 8 }],
    [z.string().max(3), 'long', { kind: 'tooLong', count: 3 }],
    [z.number().min(2).max(4), 5, { kind: 'outOfRange' }],
    [z.number().min(2).max(4), 1, { kind: 'outOfRange' }],
    [z.email(), 'nobody', { kind: 'rule', rule: 'email' }],
    [z.url(), 'nowhere', { kind: 'notUrl' }],
    [z.string().regex(/^\d+$/), 'a', { kind: 'refused' }],
    [line(9), 'a\u202eb', { kind: 'rule', rule: 'hidden' }],
    [sim, '139', { kind: 'rule', rule: 'sim' }],
    [z.array(sim), ['13912345678', '139'], { kind: 'rule', rule: 'sim', item: '139' }],
    [z.array(z.email()).min(1), [], { kind: 'required' }],
    [z.array(z.email()), ['a@example.org', 'nobody'], { kind: 'inList', item: 'nobody' }],
    [z.array(z.string()).max(1), ['a', 'b'], { kind: 'refused' }],
    [z.string().max(3), 'ok', null],
    [z.string().nullable(), null, null],
  ])('%# %j', (schema, value, fault) => expect(faultOf(schema, value)).toEqual(fault))
})

test.each([
  ['', true, null],
  ['  ', true, null],
  ['', false, undefined],
  [null, false, undefined],
  [[], true, null],
  [[], false, undefined],
  [0, true, 0],
  [false, false, false],
  [' text ', true, ' text '],
])('%j where null is taken (%s) is sent as %j', (value, isNullable, sent) =>
  expect(emptied(value, { isNullable })).toEqual(sent),
)
