import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { allHandlers } from '../../features/all.ts'
import { openApiOf } from './openapi.ts'

const allCalls = allHandlers.map(({ call }) => call)
const document = openApiOf(allCalls)
const core = fileURLToPath(new URL('../../../../core/src', import.meta.url))
/** By the English text. */
const chinese = globSync('{api,features/*}/help/cn.json', { cwd: core }).flatMap((file) =>
  Object.keys(JSON.parse(readFileSync(join(core, file), 'utf8')).fields ?? {}),
)
type Part = Record<string, unknown>

/** Every object schema in it, with its path. */
function objectsIn(part: unknown, path: string): { path: string; schema: Part }[] {
  if (typeof part !== 'object' || part === null) return []
  const own = 'properties' in part && 'type' in part ? [{ path, schema: part as Part }] : []
  return [...own, ...Object.entries(part).flatMap(([key, value]) => objectsIn(value, `${path}/${key}`))]
}

test('is valid for a validator that nobody here wrote', async () => {
  const result = await new Validator().validate(structuredClone(document) as never)
  expect(result).toMatchObject({ valid: true })
})

test('every property has a description, at its place or by its name', () => {
  const silent = objectsIn(document, '').flatMap(({ path, schema }) =>
    Object.entries(schema.properties as Record<string, Part>)
      .filter(([, property]) => !property.description && !property.$ref)
      .map(([name]) => `${path}: ${name}`),
  )
  expect(silent).toEqual([])
})

test('hardly a property is without its Chinese text, and none has one that is not used any more', () => {
  const descriptions = new Set(JSON.stringify(document).match(/"description":"(\\.|[^"\\])*"/g))
  const texts = new Set([...descriptions].map((pair) => JSON.parse(`{${pair}}`).description as string))
  expect(chinese.filter((text) => !texts.has(text))).toEqual([])
  const properties = objectsIn(document, '').flatMap(({ schema }) =>
    Object.values(schema.properties as Record<string, Part>).flatMap(({ description }) => description ?? []),
  )
  const missing = [...new Set(properties)].filter((text) => !chinese.includes(text as string))
  // A property may be there some days before its translation: until then its text is English.
  expect(missing.length, missing.join('\n')).toBeLessThanOrEqual(10)
})

test('inputs name all that they take', () => {
  const inputs = Object.entries(document.components.schemas).filter(([name]) => name.endsWith('Input'))
  const open = inputs.flatMap(([name, schema]) =>
    objectsIn(schema, name).filter((object) => object.schema.additionalProperties !== false),
  )
  expect(open.map(({ path }) => path)).toEqual([])
})

test('operations have names of their own, and say by status what they refuse', () => {
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(allCalls.length)
  expect(document.paths['/api/device/add']?.post).toMatchObject({
    operationId: 'deviceAdd',
    requestBody: {
      content: { 'application/json': { schema: { $ref: '#/components/schemas/DeviceAddInput' } } },
    },
    responses: {
      200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/DeviceAddReply' } } } },
      400: { description: '1015 unknownDeviceType, 1042 protocolMissing, 1001 invalidInput.' },
      401: { description: '9902 sessionExpired.' },
      403: {},
      404: {},
      409: {
        description:
          '1005 terminalIdTaken, 1014 carNumberTaken, 1061 notEnoughImportCounts, 1035 deviceLimitReached.',
      },
      429: {},
    },
  })
})

test('a file is a file', () => {
  const answer = document.paths['/api/track/export']?.get?.responses[200]?.content as Part
  expect(Object.keys(answer)).toContain('application/gpx+xml')
  expect(answer['text/csv']).toEqual({ schema: { type: 'string', format: 'binary' } })
  expect(answer).not.toHaveProperty(['application/json'])
})
