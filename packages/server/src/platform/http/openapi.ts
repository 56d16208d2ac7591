import { pathParameters } from '@trackway/core/api/address-input.ts'
import type { Call } from '@trackway/core/api/call.ts'
import { type ResultName, resultCodes, statusOf } from '@trackway/core/codes/results.ts'
import { z } from 'zod'
import propertyTexts from './property-texts.json' with { type: 'json' }

/** Codes any call may answer with besides its own. */
const shared = ['invalidInput', 'tooManyRequests', 'unavailable', 'internal'] as const

type Schema = z.core.JSONSchema.BaseSchema
const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` })

const metaOf = z.object({ success: z.boolean(), code: z.int(), message: z.string() })
const issue = z.object({ path: z.string(), reason: z.string(), message: z.string().optional() })
const refusal = z.object({
  meta: metaOf.extend({
    issues: z.array(issue).optional(),
    count: z.int().optional().describe('How many stand in the way, where the message names a number.'),
  }),
  data: z.null(),
})

/** The contract as an OpenAPI 3.1 document, from which outside tools make clients. */
export function openApiOf(calls: readonly Call[]) {
  const schemas: Record<string, Schema> = {}
  schemas.Meta = schemaOf(metaOf, 'output', schemas)
  schemas.Refusal = schemaOf(refusal, 'output', schemas)
  const paths = Object.fromEntries(
    calls.map((call) => [call.path, { [call.method.toLowerCase()]: operationOf(call, schemas) }]),
  )
  for (const schema of Object.values(schemas)) describeProperties(schema)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Trackway',
      version: '1',
      description:
        'Every reply is `{ meta: { success, code, message }, data }`. A refusal says why by `meta.code`, its kind by the HTTP status. Instants are epoch milliseconds, positions WGS-84 degrees.',
    },
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } }, schemas },
    paths,
  }
}

/** `/api/device/find` is `deviceFind`. */
function operationId({ path }: Call): string {
  const [first = '', ...rest] = path.replaceAll(/[{}]/g, '').split('/').slice(2)
  return first + rest.map(capital).join('')
}

const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

function operationOf(call: Call, schemas: Record<string, Schema>) {
  const id = operationId(call)
  const input = schemaOf(call.input, 'input', schemas)
  const parameters = parametersOf(call, input)
  if (call.method === 'POST') schemas[`${capital(id)}Input`] = withoutNames(input, pathParameters(call))
  const body = { 'application/json': { schema: refTo(`${capital(id)}Input`) } }
  return {
    operationId: id,
    tags: [call.path.split('/')[2]],
    summary: call.help,
    description: permissionText(call),
    security: call.permission === 'public' ? [] : [{ token: [] }],
    // `public`, `session`, or the permissions of which one is required.
    'x-permission': call.permission,
    // Calls that a reader confirms before they are tried: all that a demo account may not do.
    ...(!call.demo && { 'x-changes': true }),
    ...(parameters.length > 0 && { parameters }),
    ...(call.method === 'POST' && { requestBody: { required: true, content: body } }),
    responses: { 200: { description: 'The answer.', content: answerOf(call, schemas) }, ...refusalsOf(call) },
  }
}

/** Puts named parts among the components. Those of inputs have names of their own, since defaults may be left out. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output', schemas: Record<string, Schema>): Schema {
  const suffix = io === 'input' ? 'Input' : ''
  const text = JSON.stringify(z.toJSONSchema(schema, { io, unrepresentable: 'any', override: bound }))
  const { $schema, $defs, ...root } = JSON.parse(
    text.replaceAll(/"#\/\$defs\/(\w+)"/g, (_, name) => JSON.stringify(refTo(name + suffix).$ref)),
  )
  for (const [name, { id, ...part }] of Object.entries<Schema>($defs ?? {})) schemas[name + suffix] = part
  return root
}

/** The length of a tuple as bounds: makers of clients do not know that `items` may be false. */
function bound({ jsonSchema: schema }: { jsonSchema: Schema }): void {
  if (!schema.prefixItems || schema.items !== false) return
  delete schema.items
  schema.minItems = schema.maxItems = schema.prefixItems.length
}

function withoutNames({ properties = {}, required: all = [], ...rest }: Schema, names: string[]): Schema {
  const isKept = (name: string) => !names.includes(name)
  const kept = Object.entries(properties).filter(([name]) => isKept(name))
  return { ...rest, properties: Object.fromEntries(kept), required: all.filter(isKept) }
}

function parametersOf(call: Call, { properties = {}, required: all = [] }: Schema) {
  const inPath = pathParameters(call)
  return Object.entries(properties)
    .filter(([name]) => call.method === 'GET' || inPath.includes(name))
    .map(([name, schema]) => ({
      name,
      in: inPath.includes(name) ? 'path' : 'query',
      required: all.includes(name),
      description: (schema as Schema).description ?? textOf(name),
      schema,
    }))
}

function answerOf(call: Call, schemas: Record<string, Schema>) {
  const files = call.files.map((type) => [type, { schema: { type: 'string', format: 'binary' } }])
  const output = schemaOf(call.output, 'output', schemas)
  const isFile = files.length > 0 && Object.keys(output.properties ?? {}).length === 0 && !output.$ref
  if (isFile) return Object.fromEntries(files)
  const name = capital(operationId(call))
  if (!output.$ref) schemas[`${name}Data`] = output
  const data = output.$ref ? { $ref: output.$ref } : refTo(`${name}Data`)
  const properties = { meta: refTo('Meta'), data }
  schemas[`${name}Reply`] = { type: 'object', required: ['meta', 'data'], properties }
  return { 'application/json': { schema: refTo(`${name}Reply`) }, ...Object.fromEntries(files) }
}

/** By HTTP status, with the codes that have it. */
function refusalsOf(call: Call) {
  const session = call.permission === 'public' ? [] : (['sessionExpired', 'noPermission'] as const)
  const demo = call.demo ? [] : (['demoAccount'] as const)
  const names: ResultName[] = [...new Set([...call.refusals, ...session, ...demo, ...shared])]
  const content = { 'application/json': { schema: refTo('Refusal') } }
  const responses = Object.entries(Object.groupBy(names, statusOf)).map(([status, of = []]) => [
    status,
    {
      description: `${of.map((name) => `${resultCodes[name]} ${name}`).join(', ')}.`,
      'x-results': Object.fromEntries(of.map((name) => [name, resultCodes[name]])),
      content,
    },
  ])
  return Object.fromEntries(responses)
}

function permissionText({ permission, demo }: Call): string {
  const required =
    permission === 'public'
      ? 'Needs no session.'
      : permission === 'session'
        ? 'Needs a session.'
        : `Needs a session with ${permission.join(' or ')}.`
  return demo ? required : `${required} Not for demo accounts.`
}

/** Descriptions of properties without one of their own: their names mean the same everywhere. */
function textOf(name: string): string | undefined {
  return propertyTexts[name as keyof typeof propertyTexts]
}

function describeProperties(schema: unknown): void {
  if (typeof schema !== 'object' || schema === null) return
  const { properties = {} } = schema as Schema
  for (const [name, property] of Object.entries(properties)) {
    const text = textOf(name)
    if (typeof property === 'object' && text !== undefined) property.description ??= text
  }
  for (const part of Object.values(schema)) describeProperties(part)
}
