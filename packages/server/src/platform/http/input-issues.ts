import type { z } from 'zod'

/** What was wrong with an input, for the envelope: the path of each value and a reason that can be matched on. */
export function inputIssues(error: z.ZodError, input: unknown): { path: string; reason: string }[] {
  return error.issues.flatMap((issue) => {
    const path = issue.path.map(String)
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ path: [...path, key].join('.'), reason: 'unknown' }))
    return { path: path.join('.'), reason: reasonOf(issue, input) }
  })
}

function reasonOf(issue: z.core.$ZodIssue, input: unknown): string {
  if (issue.code === 'custom') return issue.message
  const isMissing = issue.path.length > 0 && valueAt(input, issue.path) === undefined
  return isMissing ? 'required' : issue.code
}

function valueAt(input: unknown, path: PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? value[key as keyof typeof value] : undefined,
    input,
  )
}
