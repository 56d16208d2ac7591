import { useNavigate, useParams } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { Page } from '../../ui/layout/Page.tsx'
import { Bench } from './Bench.tsx'
import { Criteria } from './Criteria.tsx'
import { type QualityTab, qualityTabs } from './quality-tabs.ts'
import { Results } from './Results.tsx'
import { Yield } from './Yield.tsx'

const bodies: Record<QualityTab, ComponentType> = {
  search: Bench,
  export: Results,
  yield: Yield,
  criteria: Criteria,
}

/** Quality checks: the bench where devices are scanned, all results, how good the line is, and what is checked. */
export function QualityScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { tab } = useParams({ strict: false }) as { tab: QualityTab }
  const Body = bodies[tab]
  return (
    <Page
      title={t('qualityChecks.title')}
      tabs={{
        activeKey: tab,
        onChange: (to) => void navigate({ to: '/test/qc/$tab', params: { tab: to }, search: {} }),
        items: qualityTabs.map((key) => ({ key, label: t(`qualityChecks.tab.${key}`) })),
      }}
    >
      <Body key={tab} />
    </Page>
  )
}
