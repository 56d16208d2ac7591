/** The parts of an OpenAPI document that its reader shows. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  format?: string
  minimum?: number
  maximum?: number
  maxLength?: number
}

/** Any of these permissions is required; with `session` any account is permitted. */
type Permission = 'public' | 'session' | string[]

interface Operation {
  operationId: string
  tags: string[]
  summary: string
  'x-permission': Permission
  'x-changes'?: boolean
  parameters?: {
    name: string
    in: 'query' | 'path'
    required: boolean
    description?: string
    schema: Schema
  }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<
    string,
    { 'x-results'?: Record<string, number>; content?: Record<string, { schema: Schema }> }
  >
}

export interface OpenApi {
  components: { schemas: Record<string, Schema> }
  paths: Record<string, Record<string, Operation>>
}

/** A call as the reference shows it. */
export interface ApiCall {
  path: string
  method: 'GET' | 'POST'
  group: string
  help: string
  permission: Permission
  changes: boolean
  input: Schema
  output: Schema | null
  /** Codes by the names of results. */
  refusals: { status: string; results: Record<string, number> }[]
}

/** The calls of the document, by group and path. */
export function callsOf(document: OpenApi): ApiCall[] {
  return Object.entries(document.paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => toCall(document, path, method, operation)),
    )
    .sort((a, b) => a.group.localeCompare(b.group) || a.path.localeCompare(b.path))
}

/** Of one of several objects the fields of all, of which those are required that each of them has. */
function asOne({ oneOf, ...schema }: Schema): Schema {
  if (!oneOf) return schema
  return {
    ...schema,
    properties: Object.assign({}, ...oneOf.map(({ properties }) => properties)),
    required: (oneOf[0]?.required ?? []).filter((name) =>
      oneOf.every(({ required }) => required?.includes(name)),
    ),
  }
}

function toCall(document: OpenApi, path: string, method: string, operation: Operation): ApiCall {
  const { summary, responses, parameters = [], requestBody } = operation
  const body = requestBody?.content['application/json']?.schema
  const ofBody = body ? asOne(resolve(document, body)) : {}
  const properties = {
    ...Object.fromEntries(
      parameters.map(({ name, schema, description: text }) => [
        name,
        { ...schema, ...(text && { description: text }) },
      ]),
    ),
    ...ofBody.properties,
  }
  const required = [
    ...parameters.filter((each) => each.required).map(({ name }) => name),
    ...(ofBody.required ?? []),
  ]
  const reply = responses[200]?.content?.['application/json']?.schema
  const data = reply && resolve(document, reply).properties?.data
  return {
    path,
    method: method.toUpperCase() as 'GET' | 'POST',
    group: operation.tags[0] ?? '',
    help: summary,
    permission: operation['x-permission'],
    changes: operation['x-changes'] === true,
    input: { type: 'object', properties, required },
    output: data ? resolve(document, data) : null,
    refusals: Object.entries(responses)
      .filter(([status]) => status !== '200')
      .map(([status, { 'x-results': results = {} }]) => ({ status, results })),
  }
}

export function resolve({ components }: OpenApi, schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1)
  return name
    ? { ...components.schemas[name], ...(schema.description && { description: schema.description }) }
    : schema
}

/** A field of an input or a reply, with its depth. */
export interface FieldRow {
  key: string
  name: string
  depth: number
  type: string
  isRequired: boolean
  text: string
}

const deepest = 4

/** Translations of the texts of fields, by the English text. */
export type FieldTexts = Readonly<Record<string, string>>

export function fieldsOf(
  document: OpenApi,
  schema: Schema,
  texts: FieldTexts,
  above = '',
  depth = 0,
): FieldRow[] {
  const { properties = {}, required = [] } = objectIn(document, schema) ?? {}
  return Object.entries(properties).flatMap(([name, property]) => {
    const key = above ? `${above}.${name}` : name
    const field = resolve(document, property)
    const inner = depth < deepest ? fieldsOf(document, field, texts, key, depth + 1) : []
    const row = { key, name, depth, type: typeOf(document, field), isRequired: required.includes(name) }
    const text = field.description ?? ''
    return [{ ...row, text: texts[text] ?? text }, ...inner]
  })
}

function objectIn(document: OpenApi, schema: Schema): Schema | null {
  const found = resolve(document, schema)
  if (found.properties) return found
  if (found.items) return objectIn(document, found.items)
  const choices = (found.anyOf ?? found.oneOf ?? []).map((each) => objectIn(document, each))
  return choices.find((each) => each !== null) ?? null
}

function typeOf(document: OpenApi, schema: Schema): string {
  const found = resolve(document, schema)
  if (found.enum) return found.enum.map((each) => JSON.stringify(each)).join(' | ')
  if (found.const !== undefined) return JSON.stringify(found.const)
  if (found.items) return `${typeOf(document, found.items)}[]`
  const choices = found.anyOf ?? found.oneOf
  if (choices) return [...new Set(choices.map((each) => typeOf(document, each)))].join(' | ')
  return [found.type ?? 'any'].flat().join(' | ')
}

/** An input to begin with: what must be sent, each as its schema allows. */
export function exampleOf(document: OpenApi, schema: Schema): Record<string, unknown> {
  const { properties = {}, required = [] } = resolve(document, schema)
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => required.includes(name))
      .map(([name, property]) => [name, exampleValue(document, property)]),
  )
}

function exampleValue(document: OpenApi, schema: Schema): unknown {
  const found = resolve(document, schema)
  if (found.default !== undefined) return found.default
  if (found.const !== undefined) return found.const
  if (found.enum) return found.enum[0]
  const choice = found.anyOf?.[0] ?? found.oneOf?.[0]
  if (choice) return exampleValue(document, choice)
  switch ([found.type].flat()[0]) {
    case 'integer':
    case 'number':
      return Math.max(found.minimum ?? 1, 1)
    case 'boolean':
      return false
    case 'array':
      return found.items ? [exampleValue(document, found.items)] : []
    case 'object':
      return exampleOf(document, found)
    case 'null':
      return null
    default:
      return ''
  }
}
