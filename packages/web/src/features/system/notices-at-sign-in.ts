import type { OutputOf } from '@trackway/core/api/call.ts'
import type { Language } from '@trackway/core/codes/languages.ts'
import { noticeCalls } from '@trackway/core/features/notices/calls.ts'
import { api } from '../../base/api.ts'

type Notices = OutputOf<typeof noticeCalls.current>

let last: { language: Language; notices: Notices; readTime: number } | undefined

/** What the sign-in page shows, in the language of the page. */
export async function readAtSignIn(language: Language, signal: AbortSignal): Promise<Notices['list']> {
  const notices = await api(noticeCalls.current, {}, { signal })
  last = { language, notices, readTime: Date.now() }
  return notices.list
}

/** The notices shown at sign-in need not be requested again after it. */
export function noticesAtSignIn(language: Language): typeof last {
  return last?.language === language ? last : undefined
}
