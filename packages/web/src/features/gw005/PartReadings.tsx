import type { Gw005Reading } from '@trackway/core/features/gw005/calls.ts'
import { type ReadingName, readingNames, readingRow } from '@trackway/core/readings/readings.ts'
import { useTexts } from '../../base/use-texts.ts'
import { PlainTable } from '../../ui/antd/PlainTable.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { readingText } from '../../ui/readings/reading-text.ts'

const isReading = (name: string): name is ReadingName => readingNames.includes(name as ReadingName)

/** Tyres and batteries as the device reported them last, each reading with its age. */
export function PartReadings({ readings }: { readings: readonly Gw005Reading[] }) {
  const { t, format } = useTexts()
  const text = (name: string, value: Gw005Reading['values'][number]) =>
    isReading(name) ? readingText(name, value, format, t) : String(value ?? '–')
  const isTyre = ({ name }: Gw005Reading) => isReading(name) && readingRow(name).group === 'tyres'
  const groups = [
    { title: t('gw005.tyres'), none: t('gw005.noTyres'), rows: readings.filter(isTyre) },
    {
      title: t('gw005.batteries'),
      none: t('gw005.noBatteries'),
      rows: readings.filter((row) => !isTyre(row)),
    },
  ]
  return groups.map(({ title, none, rows }) => (
    <Panel key={title} title={title}>
      {rows.length === 0 ? (
        <p className="tw-muted">{none}</p>
      ) : (
        <PlainTable<Gw005Reading>
          rowKey="name"
          dataSource={rows}
          columns={[
            { title: t('gw005.reading'), render: (_, { name }) => t(`readings.name.${name}`) },
            {
              title: t('gw005.value'),
              render: (_, { name, values }) =>
                values.length === 1
                  ? text(name, values[0]!)
                  : values.map((value, at) => `${at + 1}: ${text(name, value)}`).join(' · '),
            },
            { title: t('gw005.age'), render: (_, { time }) => <RelativeTime at={time} /> },
          ]}
        />
      )}
    </Panel>
  ))
}
