import type { Call } from '@trackway/core/api/call.ts'
import { resultCodes } from '@trackway/core/codes/results.ts'
import { z } from 'zod'

/** Codes any call may answer with besides its own. */
const shared = ['invalidInput', 'tooManyRequests', 'unavailable', 'internal'] as const

/** The contract as an OpenAPI 3.1 document. */
export function openApiOf(calls: readonly Call[]) {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Trackway',
      version: '1',
      description:
        'Every reply is `{ meta: { success, code, message }, data }`. Go by `meta.code`; a refusal by a rule comes with HTTP status 200. Instants are epoch milliseconds, positions WGS-84 degrees.',
    },
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    paths: Object.fromEntries(
      calls.map((call) => [call.path, { [call.method.toLowerCase()]: operationOf(call) }]),
    ),
  }
}

function operationOf(call: Call) {
  const input = z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' })
  return {
    tags: [call.path.split('/')[2]],
    summary: call.help,
    description: `${permissionText(call)} ${refusalText(call)}`,
    security: call.permission === 'public' ? [] : [{ token: [] }],
    ...(call.method === 'GET'
      ? { parameters: parametersOf(input) }
      : { requestBody: { required: true, content: { 'application/json': { schema: input } } } }),
    responses: {
      200: {
        description: 'The answer, or a refusal.',
        content: { 'application/json': { schema: envelopeOf(call) } },
      },
      default: { description: 'Refused before any rule was asked: the same envelope, its data null.' },
    },
  }
}

function permissionText({ permission, demo }: Call): string {
  const asked =
    permission === 'public'
      ? 'Needs no session.'
      : permission === 'session'
        ? 'Needs a session.'
        : `Needs a session with ${permission.join(' or ')}.`
  return demo ? asked : `${asked} Not for demo accounts.`
}

function refusalText(call: Call): string {
  const session = call.permission === 'public' ? [] : (['sessionExpired', 'noPermission'] as const)
  const demo = call.demo ? [] : (['demoAccount'] as const)
  const names = [...call.refusals, ...session, ...demo, ...shared]
  return `Codes: 200 success, ${names.map((name) => `${resultCodes[name]} ${name}`).join(', ')}.`
}

function parametersOf(input: z.core.JSONSchema.BaseSchema) {
  return Object.entries(input.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: input.required?.includes(name) ?? false,
    schema,
  }))
}

function envelopeOf(call: Call) {
  const issue = { type: 'object', properties: { path: { type: 'string' }, reason: { type: 'string' } } }
  return {
    type: 'object',
    required: ['meta', 'data'],
    properties: {
      meta: {
        type: 'object',
        required: ['success', 'code', 'message'],
        properties: {
          success: { type: 'boolean' },
          code: { type: 'integer' },
          message: { type: 'string' },
          issues: { type: 'array', items: issue },
        },
      },
      data: {
        anyOf: [z.toJSONSchema(call.output, { io: 'output', unrepresentable: 'any' }), { type: 'null' }],
      },
    },
  }
}
