import { useNavigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Page } from '../../../ui/layout/Page.tsx'
import { BatchResults } from '../batches/BatchResults.tsx'
import { BatchSend } from '../batches/BatchSend.tsx'
import { DeviceBatch } from './DeviceBatch.tsx'
import { type ManyTab, manyTabs } from './many-tabs.ts'

/** One command to many devices of the factory, what became of it, and a list of devices to work on. */
export function ManyCommandsScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { tab } = useParams({ strict: false }) as { tab: ManyTab }
  const go = (to: string, search = {}) =>
    void navigate({ to: '/test/mutiCmd/$tab', params: { tab: to }, search: search as never })
  return (
    <Page
      title={t('commands.factory.many')}
      tabs={{
        activeKey: tab,
        onChange: (key) => go(key),
        items: manyTabs.map((key) => ({ key, label: t(`commands.factory.tab.${key}`) })),
      }}
    >
      {tab === 'sendMutiCmd' && <BatchSend onSent={(jobId) => go('searchResultCmd', { jobId })} />}
      {tab === 'searchResultCmd' && <BatchResults />}
      {tab === 'deviceBatchManage' && <DeviceBatch />}
    </Page>
  )
}
