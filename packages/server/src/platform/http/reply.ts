import type { Envelope } from '@trackway/core/api/call.ts'
import type { Language } from '@trackway/core/codes/languages.ts'
import { resultText } from '@trackway/core/codes/result-texts.ts'
import { type ResultName, resultCodes, statusOf } from '@trackway/core/codes/results.ts'
import { isRuleName, ruleText } from '@trackway/core/rules/rule-texts.ts'
import { type InputIssue, isDatabaseAway, Refusal } from '../errors.ts'

export interface Failure {
  name: Exclude<ResultName, 'success'>
  status: number
  issues?: InputIssue[] | undefined
  count?: number | undefined
  retryAfterMs?: number | undefined
}

/** The answer to a thrown error; one that is not the caller's fault comes out as `internal`. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Refusal) {
    const { refusal, issues, count, retryAfterMs } = error
    return { ...failure(refusal, issues), count, retryAfterMs }
  }
  if (isDatabaseAway(error)) return failure('unavailable')
  const { statusCode, code } = (error ?? {}) as { statusCode?: number; code?: string }
  // PostgreSQL cannot store a zero byte in a text, which JSON can carry, nor one in its own JSON.
  if (code === '22021' || code === '22P05')
    return failure('invalidInput', [{ path: '', reason: 'zero_byte' }])
  if (statusCode === 413) return failure('payloadTooLarge')
  if (statusCode === 429) return failure('tooManyRequests')
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return failure('invalidInput', [bodyIssues[code ?? ''] ?? { path: '', reason: 'malformed' }])
  }
  return failure('internal')
}

// What Fastify refuses before a handler sees it.
const bodyIssues: Record<string, { path: string; reason: string }> = {
  FST_ERR_CTP_INVALID_JSON_BODY: { path: '', reason: 'malformed_json' },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { path: 'content-type', reason: 'unsupported' },
}

function failure(name: Failure['name'], issues?: Failure['issues']): Failure {
  return { name, status: statusOf(name), issues }
}

export function refused({ name, issues, count }: Failure, language: Language): Envelope<null> {
  const message = resultText(name, language, count)
  const meta = { success: false, code: resultCodes[name], message }
  const issueTexts = issues?.map((issue) => inWords(issue, language))
  return {
    meta: {
      ...meta,
      ...(issueTexts !== undefined && { issues: issueTexts }),
      ...(count !== undefined && { count }),
    },
    data: null,
  }
}

/** With the message of the rule that was broken, where there is one. */
function inWords({ path, reason, longest }: InputIssue, language: Language) {
  if (longest !== undefined)
    return { path, reason, message: ruleText('tooLong', language, { count: longest }) }
  return { path, reason, ...(isRuleName(reason) && { message: ruleText(reason, language) }) }
}

export function succeeded<T>(data: T, language: Language): Envelope<T> {
  return {
    meta: { success: true, code: resultCodes.success, message: resultText('success', language) },
    data,
  }
}
