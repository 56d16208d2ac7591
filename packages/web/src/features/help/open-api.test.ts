import { expect, test } from 'vitest'
import { callsOf, exampleOf, fieldsOf, type OpenApi, resolve, type Schema } from './open-api.ts'

const json = (schema: Schema) => ({ content: { 'application/json': { schema } } })
const document: OpenApi = {
  components: {
    schemas: {
      Place: {
        type: 'object',
        properties: { lat: { type: 'number', description: 'Degrees north.' }, lon: { type: 'number' } },
        required: ['lat', 'lon'],
      },
      Page: {
        type: 'object',
        properties: { data: { type: 'object', properties: { total: { type: 'integer' } }, required: [] } },
      },
    },
  },
  paths: {
    '/api/fence/add': {
      post: {
        operationId: 'fence.add',
        tags: ['fences'],
        summary: 'Adds a fence.',
        'x-permission': ['main:fence'],
        'x-changes': true,
        requestBody: json({
          type: 'object',
          properties: { name: { type: 'string' }, at: { $ref: '#/components/schemas/Place' } },
          required: ['name'],
        }),
        responses: {
          200: json({ $ref: '#/components/schemas/Page' }),
          409: { 'x-results': { fenceInUse: 1_420 } },
        },
      },
    },
    '/api/alarm/find': {
      get: {
        operationId: 'alarm.find',
        tags: ['alarms'],
        summary: 'Finds alarms.',
        'x-permission': 'session',
        parameters: [
          {
            name: 'id',
            in: 'query',
            required: true,
            schema: { type: 'integer' },
            description: 'Its number.',
          },
          { name: 'page', in: 'query', required: false, schema: { type: 'integer', description: 'From 1.' } },
        ],
        responses: { 200: {} },
      },
    },
  },
}
const [find, add] = callsOf(document)
const fields = (schema: Schema, texts = {}) => fieldsOf(document, schema, texts)

test('calls are listed by group, each with its method and permission', () => {
  expect(find).toMatchObject({
    path: '/api/alarm/find',
    method: 'GET',
    group: 'alarms',
    help: 'Finds alarms.',
    permission: 'session',
    changes: false,
    output: null,
    refusals: [],
  })
  expect(add).toMatchObject({ method: 'POST', permission: ['main:fence'], changes: true })
  expect(add?.refusals).toEqual([{ status: '409', results: { fenceInUse: 1_420 } }])
})

test('fields of an address and of a body are one input', () => {
  expect(find?.input).toEqual({
    type: 'object',
    properties: {
      id: { type: 'integer', description: 'Its number.' },
      page: { type: 'integer', description: 'From 1.' },
    },
    required: ['id'],
  })
  expect(add?.input.required).toEqual(['name'])
})

test('a reply is described without the envelope around it', () => {
  expect(fields(add!.output!).map(({ key }) => key)).toEqual(['total'])
})

test('a name that is used in several places keeps what each says of it', () => {
  const place = { $ref: '#/components/schemas/Place', description: 'Where it began.' }
  expect(resolve(document, place)).toMatchObject({ description: 'Where it began.', required: ['lat', 'lon'] })
})

test('fields of fields are beneath, with their depth and whether they must be sent', () => {
  const rows = fields(add!.input)
  expect(rows.map(({ key, depth, isRequired, type }) => [key, depth, isRequired, type])).toEqual([
    ['name', 0, true, 'string'],
    ['at', 0, false, 'object'],
    ['at.lat', 1, true, 'number'],
    ['at.lon', 1, true, 'number'],
  ])
})

test('a text is in the language of the reader, or as it is', () => {
  const texts = { 'Degrees north.': '北纬度数' }
  const shown = fields({ $ref: '#/components/schemas/Place' }, texts).map(({ text }) => text)
  expect(shown).toEqual(['北纬度数', ''])
})

test.each<[Schema, string]>([
  [{ type: 'string' }, 'string'],
  [{ type: ['integer', 'null'] }, 'integer | null'],
  [{ enum: ['in', 'out'] }, '"in" | "out"'],
  [{ const: 3 }, '3'],
  [{ type: 'array', items: { type: 'number' } }, 'number[]'],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }, { type: 'string' }] }, 'string | null'],
  [{ type: 'array', items: { $ref: '#/components/schemas/Place' } }, 'object[]'],
  [{}, 'any'],
])('the type of %o is named %s', (schema, type) => {
  expect(fields({ properties: { field: schema } })[0]?.type).toBe(type)
})

test('what lies in a list or in one of several choices is described too', () => {
  const list = { type: 'array', items: { $ref: '#/components/schemas/Place' } }
  const choice = { anyOf: [{ type: 'null' }, { $ref: '#/components/schemas/Place' }] }
  const keys = fields({ properties: { list, choice } }).map(({ key }) => key)
  expect(keys).toEqual(['list', 'list.lat', 'list.lon', 'choice', 'choice.lat', 'choice.lon'])
})

test('what holds itself ends', () => {
  const tree: Schema = { type: 'object', properties: { child: { $ref: '#/components/schemas/Tree' } } }
  const own = { ...document, components: { schemas: { Tree: tree } } }
  expect(fieldsOf(own, tree, {}).map(({ depth }) => depth)).toEqual([0, 1, 2, 3, 4])
})

test('an example holds what must be sent, as its schema allows', () => {
  const properties: Record<string, Schema> = {
    name: { type: 'string' },
    radiusM: { type: 'number', minimum: 50 },
    count: { type: 'integer', minimum: -5 },
    isOn: { type: 'boolean' },
    state: { enum: ['in', 'out'] },
    kind: { const: 'circle' },
    size: { type: 'integer', default: 15 },
    ids: { type: 'array', items: { type: 'string' } },
    rows: { type: 'array' },
    place: { $ref: '#/components/schemas/Place' },
    end: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
    nothing: { type: 'null' },
    note: { type: 'string' },
  }
  const required = Object.keys(properties).filter((name) => name !== 'note')
  expect(exampleOf(document, { type: 'object', properties, required })).toEqual({
    name: '',
    radiusM: 50,
    count: 1,
    isOn: false,
    state: 'in',
    kind: 'circle',
    size: 15,
    ids: [''],
    rows: [],
    place: { lat: 1, lon: 1 },
    end: 1,
    nothing: null,
  })
  expect(exampleOf(document, {})).toEqual({})
})
