import type { OutputOf } from '@trackway/core/api/call.ts'
import type { autoRenewalCalls } from '@trackway/core/features/auto-renewals/calls.ts'
import type { serviceEndCalls } from '@trackway/core/features/expiry-notices/calls.ts'
import { Alert } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../base/api.ts'
import { queryClient } from '../../base/queries/query-client.ts'
import { useCall } from '../../base/queries/use-call.ts'
import { useUser } from '../../base/session.ts'

type NoticeCalls = typeof serviceEndCalls | typeof autoRenewalCalls
type NoticesOf<C extends NoticeCalls> = C extends NoticeCalls ? OutputOf<C['news']>['list'] : never

interface NoticeBannerProps<C extends NoticeCalls> {
  calls: C
  /** False: the account has none. */
  isOn?: boolean
  testId?: string
  children: (list: NoticesOf<C>) => ReactNode
}

const refetchMs = 10 * 60_000

/** The notices of one kind; undefined: not known, or the account has none. */
export function useNotices(calls: NoticeCalls, isOn = true) {
  const options = { refetchInterval: refetchMs, retry: false }
  return useCall<NoticeCalls['news']>([calls.news.path], calls.news, isOn ? {} : null, options).data
}

/** Notices above the screens that they are about, until the user dismisses them. */
export function NoticeBanner<C extends NoticeCalls>(props: NoticeBannerProps<C>) {
  const { calls, isOn = true, testId, children } = props
  const { t } = useTranslation()
  const { isDemo, actor } = useUser()
  // Whoever may not mark them seen closes them for as long as the page is open.
  const canMarkSeen = !isDemo && actor === null
  const [isClosed, setIsClosed] = useState(false)
  const queryKey = [calls.news.path]
  const data = useNotices(calls, isOn)
  if (!data || data.list.length === 0 || (!canMarkSeen && isClosed)) return null
  const close = async () => {
    setIsClosed(true)
    if (!canMarkSeen) return
    queryClient.setQueryData(queryKey, { ...data, list: [] })
    await api(calls.seen, { until: data.time })
  }
  return (
    <Alert
      banner
      type="warning"
      role="status"
      data-testid={testId}
      closable={{ onClose: () => void close(), 'aria-label': t('serviceEnds.close') }}
      title={children(data.list as NoticesOf<C>)}
    />
  )
}
