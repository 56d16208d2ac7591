import { isRuleName } from '@trackway/core/rules/rule-texts.ts'
import type { z } from 'zod'
import type { InputIssue } from '../errors.ts'

/** What was wrong with an input, for the envelope: the path of each value and a reason that can be matched on. */
export function inputIssues(error: z.ZodError, input: unknown): InputIssue[] {
  return error.issues.flatMap((issue) => {
    const path = issue.path.map(String)
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ path: [...path, key].join('.'), reason: 'unknown' }))
    const reason = reasonOf(issue, input)
    if (issue.code === 'too_big' && issue.origin === 'string' && reason === 'too_big')
      return { path: path.join('.'), reason, longest: Number(issue.maximum) }
    return { path: path.join('.'), reason }
  })
}

function reasonOf(issue: z.core.$ZodIssue, input: unknown): string {
  if (issue.code === 'custom') return issue.message
  const isMissing = issue.path.length > 0 && valueAt(input, issue.path) === undefined
  if (isMissing) return 'required'
  return isRuleName(issue.message) ? issue.message : issue.code
}

function valueAt(input: unknown, path: PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? value[key as keyof typeof value] : undefined,
    input,
  )
}
