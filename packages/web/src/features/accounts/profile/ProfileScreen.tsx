import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { MapOrderPanel } from '../../../map/base/MapOrderPanel.tsx'
import { Page } from '../../../ui/layout/Page.tsx'
import { ApiKeyList } from '../../system/ApiKeyList.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import { type ProfileTab, profileTabs } from './profile-tabs.ts'
import { SecurityTab } from './SecurityTab.tsx'
import { SessionList } from './SessionList.tsx'

const route = getRouteApi('/index/personal/$tab')

/** What belongs to whoever is signed in: profile, ways to sign in, sessions, keys. */
export function ProfileScreen() {
  const { t } = useTranslation()
  const { tab } = route.useParams() as { tab: ProfileTab }
  const navigate = useNavigate()
  return (
    <Page
      title={t('profile.title')}
      isTall={tab !== 'sessions' && tab !== 'apiKeys'}
      tabs={{
        activeKey: tab,
        onChange: (to) => void navigate({ to: '/index/personal/$tab', params: { tab: to } }),
        items: profileTabs.map((key) => ({ key, label: t(`profile.tab.${key}`) })),
      }}
    >
      {tab === 'profile' && <ProfileForm />}
      {tab === 'security' && <SecurityTab />}
      {tab === 'sessions' && <SessionList />}
      {tab === 'apiKeys' && <ApiKeyList isOwn />}
      {tab === 'maps' && <MapOrderPanel />}
    </Page>
  )
}
