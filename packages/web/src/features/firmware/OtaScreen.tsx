import { useParams } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { Page } from '../../ui/layout/Page.tsx'
import { Files } from './Files.tsx'
import { Links } from './Links.tsx'
import type { OtaTab } from './ota-tabs.ts'
import { Upgrades } from './Upgrades.tsx'
import { useOtaTabs } from './use-ota-tabs.ts'
import { Ways } from './Ways.tsx'

const bodies: Record<OtaTab, ComponentType> = {
  otaList: Files,
  otaTasks: Upgrades,
  otaHttp: Links,
  otaWays: Ways,
}

/** Firmware of devices: files, the upgrades that are under way, links, and how models take it. */
export function OtaScreen() {
  const { t } = useTranslation()
  const { tab } = useParams({ strict: false }) as { tab: OtaTab }
  const Body = bodies[tab]
  return (
    <Page title={t('firmware.title')} tabs={useOtaTabs(tab)}>
      <Body key={tab} />
    </Page>
  )
}
