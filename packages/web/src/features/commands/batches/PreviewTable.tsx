import type { BatchPreview } from '@trackway/core/features/commands/calls.ts'
import { Flex } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PlainTable } from '../../../ui/antd/PlainTable.tsx'
import { Pills } from '../../../ui/Pills.tsx'
import { StateTag } from '../../../ui/StateTag.tsx'

type Outcome = 'all' | 'now' | 'waits' | 'refused'
const outcomeOf = ({ refusal, isOffline }: BatchPreview): Outcome =>
  refusal !== null ? 'refused' : isOffline ? 'waits' : 'now'

/** What a batch would do with each device. */
export function PreviewTable({ previews }: { previews: readonly BatchPreview[] }) {
  const { t } = useTranslation()
  const [only, setOnly] = useState<Outcome>('all')
  const counts = Map.groupBy(previews, outcomeOf)
  const shown = only === 'all' ? previews : (counts.get(only) ?? [])
  return (
    <Flex vertical gap={12}>
      <Pills
        isDense
        label={t('commands.batch.outcomes')}
        chosen={only}
        onChoose={setOnly}
        pills={(['all', 'now', 'waits', 'refused'] as const).map((key) => ({
          key,
          label: t(`commands.batch.outcome.${key}`),
          count: key === 'all' ? previews.length : (counts.get(key)?.length ?? 0),
        }))}
      />
      <PlainTable<BatchPreview>
        rowKey="terminalID"
        dataSource={[...shown]}
        pageSize={50}
        columns={[
          { title: t('reports.column.displayName'), dataIndex: 'displayName' },
          { title: t('reports.column.terminalID'), dataIndex: 'terminalID' },
          {
            title: t('reports.column.state'),
            render: (_, { isOnline, refusal }) =>
              refusal === 'notFound' ? '' : <StateTag state={isOnline ? 'online' : 'offline'} />,
          },
          {
            title: t('commands.batch.result'),
            render: (_, row) =>
              row.refusal === null ? (
                <code>{row.content}</code>
              ) : (
                <span className="tw-danger">{t(`result.${row.refusal}`)}</span>
              ),
          },
        ]}
      />
    </Flex>
  )
}
