import { geocodingCalls } from '@trackway/core/features/geocoding/calls.ts'
import { Flex, Progress } from 'antd'
import { useCall } from '../../base/queries/use-call.ts'
import { useTexts } from '../../base/use-texts.ts'
import { PlainTable } from '../../ui/antd/PlainTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Stat, Stats } from '../../ui/layout/Stat.tsx'
import styles from './system.module.css'

/** Requests to the address providers, and what is left of their budgets today. */
export function AddressesTab() {
  const { t, format } = useTexts()
  const { data } = useCall(['addressUsage'], geocodingCalls.usage, {}, { refetchInterval: 30_000 })
  if (!data) return null
  const { providers, days, cached } = data
  const today = new Date().toISOString().slice(0, 10)
  const number = { align: 'right', render: format.number } as const
  const requestsToday = (source: string) =>
    days.find((row) => row.source === source && row.day === today)?.asked ?? 0
  const sum = (key: 'asked' | 'failed') => days.reduce((total, row) => total + row[key], 0)
  return (
    <Flex vertical gap={16}>
      <Stats label={t('system.tab.addresses')}>
        <Stat label={t('system.addresses.asked')} value={format.number(sum('asked'))} />
        <Stat label={t('system.addresses.failed')} value={format.number(sum('failed'))} />
        <Stat label={t('system.addresses.cached')} value={format.number(cached)} />
      </Stats>
      <Panel title={t('system.addresses.budgets')}>
        {providers.length === 0 ? (
          <EmptyState title={t('system.addresses.none')} text={t('system.addresses.noneText')} />
        ) : (
          <div className="tw-narrow tw-column tw-gap-16">
            {providers.map(({ source, budgetPerDay, restsUntilTime }) => (
              <div key={source} className={`${styles.budget} tw-grid tw-gap-16`}>
                <strong>{source}</strong>
                {budgetPerDay ? (
                  <Progress
                    percent={Math.min(100, Math.round((requestsToday(source) / budgetPerDay) * 100))}
                    format={() => `${format.number(requestsToday(source))} / ${format.number(budgetPerDay)}`}
                    aria-label={source}
                  />
                ) : (
                  <span>{t('system.addresses.noLimit', { count: requestsToday(source) })}</span>
                )}
                <span className="tw-muted tw-small">
                  {restsUntilTime === null
                    ? t('system.addresses.inService')
                    : t('system.addresses.rests', { until: format.dateTime(restsUntilTime) })}
                </span>
              </div>
            ))}
          </div>
        )}
      </Panel>
      {days.length > 0 && (
        <Panel title={t('system.addresses.days')} isFlush>
          <PlainTable
            rowKey={({ day, source }) => `${day} ${source}`}
            dataSource={days}
            pageSize={15}
            columns={[
              { title: t('system.addresses.day'), dataIndex: 'day' },
              { title: t('system.addresses.source'), dataIndex: 'source' },
              { title: t('system.addresses.asked'), dataIndex: 'asked', ...number },
              { title: t('system.addresses.failed'), dataIndex: 'failed', ...number },
            ]}
          />
        </Panel>
      )}
    </Flex>
  )
}
