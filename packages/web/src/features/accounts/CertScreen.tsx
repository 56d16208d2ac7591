import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Navigate } from '@tanstack/react-router'
import { deviceLinkCalls } from '@trackway/core/features/device-links/calls.ts'
import { Button, Flex } from 'antd'
import { ApiError, api } from '../../base/api.ts'
import { beginInTab } from '../../base/session.ts'
import { useTexts } from '../../base/use-texts.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ScreenLoading } from '../../ui/loading/ScreenLoading.tsx'

const route = getRouteApi('/loginByCert')

/** Signs in by a link to one device, and leads to its track. */
export function CertScreen() {
  const { t, toText } = useTexts()
  const { imei, cert } = route.useSearch()
  const { data, error, refetch } = useQuery({
    queryKey: ['loginByCert', imei, cert],
    queryFn: async ({ signal }) => {
      const { token, user } = await api(deviceLinkCalls.open, { imei, cert }, { signal })
      beginInTab(token, user)
      return true
    },
    retry: false,
    gcTime: 0,
  })
  if (data) return <Navigate to="/index/track" search={{ terminalID: imei }} replace />
  if (!error) return <ScreenLoading />
  const isGone = error instanceof ApiError && error.result === 'notFound'
  return (
    <Flex component="main" align="center" justify="center" style={{ minHeight: '100dvh' }}>
      <EmptyState
        isPage
        title={isGone ? t('login.linkGone') : toText(error)}
        text={isGone ? t('login.linkGoneText') : ''}
        action={!isGone && <Button onClick={() => void refetch()}>{t('login.again')}</Button>}
      />
    </Flex>
  )
}
