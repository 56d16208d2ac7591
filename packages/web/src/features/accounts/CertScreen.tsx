import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Navigate } from '@tanstack/react-router'
import { deviceLinkCalls } from '@trackway/core/features/device-links/calls.ts'
import { useTranslation } from 'react-i18next'
import { api } from '../../base/api.ts'
import { beginInTab } from '../../base/session.ts'
import { LinkFailure } from '../../ui/link/LinkScreen.tsx'
import { ScreenLoading } from '../../ui/loading/ScreenLoading.tsx'

const route = getRouteApi('/loginByCert')

/** Signs in by a link to one device, and leads to its track. */
export function CertScreen() {
  const { t } = useTranslation()
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
  return <LinkFailure kind={t('trackSettings.link.action')} error={error} onAgain={() => void refetch()} />
}
