import { getRouteApi } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { Page } from '../../ui/layout/Page.tsx'
import { NbPlatformsTab } from '../nb-platforms/NbPlatformsTab.tsx'
import { AddressesTab } from './AddressesTab.tsx'
import { ApiKeyList } from './ApiKeyList.tsx'
import { AuditLogTab } from './AuditLogTab.tsx'
import { DemoAccountTab } from './DemoAccountTab.tsx'
import { HealthTab } from './HealthTab.tsx'
import { JobsTab } from './JobsTab.tsx'
import { MailTab } from './MailTab.tsx'
import { MapKeyTab } from './MapKeyTab.tsx'
import { NoticesTab } from './NoticesTab.tsx'
import { RatesTab } from './RatesTab.tsx'
import { StreetMapsTab } from './StreetMapsTab.tsx'
import type { SystemTab } from './system-tabs.ts'
import { TextsTab } from './TextsTab.tsx'

const route = getRouteApi('/index/system/$tab')

const bodies: Record<SystemTab, ComponentType> = {
  demoAccountSet: DemoAccountTab,
  apiKey: ApiKeyList,
  notices: NoticesTab,
  auditLog: AuditLogTab,
  jobs: JobsTab,
  mail: MailTab,
  texts: TextsTab,
  nbPlatforms: NbPlatformsTab,
  rates: RatesTab,
  streetMaps: StreetMapsTab,
  mapKey: MapKeyTab,
  addresses: AddressesTab,
  health: HealthTab,
}
const lists: readonly SystemTab[] = ['apiKey', 'notices', 'auditLog', 'jobs']

/** What the platform sets for all, and how it is. */
export function SystemScreen() {
  const { t } = useTranslation()
  const { tab } = route.useParams() as { tab: SystemTab }
  const Body = bodies[tab]
  return (
    <Page title={t(`system.tab.${tab}`)} isTall={!lists.includes(tab)}>
      <Body key={tab} />
    </Page>
  )
}
