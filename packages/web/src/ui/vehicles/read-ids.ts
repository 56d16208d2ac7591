import { terminalIdPattern } from '@trackway/core/rules/validation.ts'

/** The device ids of a pasted list, each once, and what of it is none. */
export function readIds(text: string): { ids: string[]; wrong: string[] } {
  const parts = [...new Set(text.split(/[\s,;，；]+/).filter((part) => part !== ''))]
  return {
    ids: parts.filter((part) => terminalIdPattern.test(part)),
    wrong: parts.filter((part) => !terminalIdPattern.test(part)),
  }
}
