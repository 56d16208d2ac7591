import { z } from 'zod'
import type { Call } from './call.ts'

/** How the input of a call travels in its address: as path parameters, and of GET calls as a query. */

type Addressed = Pick<Call, 'method' | 'path'>

/** Names of the path parameters, which are in braces: `/api/pay/account/del/{id}`. */
export function pathParameters({ path }: Pick<Call, 'path'>): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
}

/** The address of a call with this input; several values of a name are repeated. */
export function addressOf(call: Addressed, input: object = {}): string {
  const values = Object.entries(input).filter(([, value]) => value !== undefined && value !== null)
  const filled = call.path.replaceAll(/\{(\w+)\}/g, (_, name) =>
    // Half a surrogate pair cannot be encoded.
    encodeURIComponent(String(input[name as keyof typeof input]).toWellFormed()),
  )
  if (call.method === 'POST') return filled
  const inPath = pathParameters(call)
  const query = new URLSearchParams(
    values
      .filter(([name]) => !inPath.includes(name))
      .flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, String(one)])),
  )
  return query.size > 0 ? `${filled}?${query}` : filled
}

/** Reads the texts of an address as the call's schema wants them: numbers, yes or no, lists of one value. */
export function addressReader({ input }: Pick<Call, 'input'>): (texts: object) => Record<string, unknown> {
  // Made with the first text: most calls never get one in their address.
  let properties: Record<string, Schema> | undefined
  const schemaOf = (name: string) => {
    properties ??= z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }).properties ?? {}
    return properties[name] ?? true
  }
  return (texts) =>
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, readValue(text, schemaOf(name))]))
}

type Schema = boolean | z.core.JSONSchema.BaseSchema

function readValue(text: unknown, schema: Schema): unknown {
  const kinds = typeof schema === 'boolean' ? [] : [schema, ...(schema.anyOf ?? [])]
  const list = kinds.find(({ type }) => type === 'array')
  if (list) return [text].flat().map((one) => readValue(one, (list.items ?? true) as Schema))
  if (typeof text !== 'string') return text
  const types = kinds.flatMap(({ type }) => type ?? [])
  const isNumber = types.includes('number') || types.includes('integer')
  if (isNumber && text.trim() !== '' && Number.isFinite(Number(text))) return Number(text)
  if (types.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true'
  return text
}
