import type { Call } from '@trackway/core/api/call.ts'
import { useMemo } from 'react'
import { z } from 'zod'
import { inputFacts } from './input-facts.ts'

/** The calls that add and change an account at one of several providers; what they refuse is that of both. */
interface AccountCalls {
  add: Call
  edit: Call
}

/**
 * The call with the settings of a provider as its input, and the facts of its fields.
 * @param schema JSON Schema of the settings; left out: the provider is not offered any more
 * @param common what is set beside them, whatever the provider
 */
export function useProviderForm<C extends AccountCalls, Common extends z.ZodRawShape>(
  calls: C,
  common: Common,
  schema: Record<string, unknown> | undefined,
  isEdited: boolean,
) {
  return useMemo(() => {
    const settings = z.fromJSONSchema((schema ?? { type: 'object', properties: {} }) as never) as z.ZodObject
    const input = z.object({
      ...(isEdited && { id: z.int() }),
      provider: z.string(),
      ...common,
      ...settings.shape,
    })
    const { path, permission, help, output } = isEdited ? calls.edit : calls.add
    const call = { ...calls.edit, path, permission, help, output, input }
    const facts = inputFacts(call)
    /** Names of the settings, in their order. */
    const own = Object.keys(settings.shape)
    return { call, facts, own }
  }, [calls, common, schema, isEdited])
}
