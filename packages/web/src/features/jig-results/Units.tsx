import {
  type JigResult,
  type JigUnit,
  type jigExportV2List,
  jigResultCalls,
  type jigUnitList,
} from '@trackway/core/features/jig-results/calls.ts'
import { Alert, Spin } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../base/queries/use-call.ts'
import { useTexts } from '../../base/use-texts.ts'
import { PlainTable } from '../../ui/antd/PlainTable.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Split } from '../../ui/layout/Split.tsx'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import { ResultTools } from '../../ui/scan/ResultTools.tsx'
import { LabelButton } from '../labels/LabelButton.tsx'
import { jigNumbers } from './jig-numbers.ts'
import styles from './jig-results.module.css'
import { ResultDetail } from './ResultDetail.tsx'
import { UnitState, Verdict } from './Verdict.tsx'

interface UnitsProps {
  list: typeof jigUnitList | typeof jigExportV2List
  /** Key of what its file holds. */
  about?: string
}

/** A row each device with its last results; one opens beside the list with all its attempts. */
export function Units({ list, about }: UnitsProps) {
  const { t } = useTranslation()
  const [unit, setUnit] = useState<JigUnit | null>(null)
  const [shown, setShown] = useState<number | null>(null)
  const show = (row: JigUnit) => {
    setUnit(row)
    setShown(null)
  }
  const cell = (result: JigResult | null) => result && <Verdict result={result} />
  return (
    <>
      {about && <Alert type="info" showIcon title={t(about)} />}
      <Split
        panel={
          shown !== null ? (
            <ResultDetail id={shown} onClose={() => setShown(null)} />
          ) : (
            unit && <Attempts unit={unit.unit} onShow={setShown} onClose={() => setUnit(null)} />
          )
        }
      >
        <ListScreen
          list={list}
          tools={<ResultTools canScan />}
          bulkMore={(chosen) => <LabelButton read={() => jigNumbers(list, chosen)} />}
          onSelect={show}
          onOpen={show}
          selected={unit?.id ?? null}
          cells={{
            state: (row: JigUnit) => <UnitState state={row.state} />,
            serialVerdict: ({ serial }: JigUnit) => cell(serial),
            gpsVerdict: ({ gps }: JigUnit) => cell(gps),
          }}
        />
      </Split>
    </>
  )
}

const mostAttempts = 100

/** All attempts with a device, the last first. */
function Attempts({
  unit,
  onShow,
  onClose,
}: {
  unit: string
  onShow: (id: number) => void
  onClose: () => void
}) {
  const { t, format, toText } = useTexts()
  const { data, error } = useCall(['jigResult', 'attempts', unit], jigResultCalls.find, {
    unit,
    pageSize: mostAttempts,
  })
  return (
    <Panel
      title={unit}
      note={t('jigResults.attempts', { count: data?.total ?? 0 })}
      onClose={onClose}
      isFlush
    >
      <div className={`${styles.detail} tw-padded-panel tw-column tw-scroll tw-gap-12 tw-shrink-down`}>
        {error && <Alert type="error" showIcon title={toText(error)} />}
        {!data && !error && <Spin />}
        {data && (
          <PlainTable<JigResult>
            rowKey="id"
            dataSource={data.list}
            rowClassName={({ isLast }) => (isLast ? '' : 'tw-faint')}
            onRow={({ id }) => ({
              tabIndex: 0,
              className: styles.attempt,
              onClick: () => onShow(id),
              onKeyDown: ({ key }) => key === 'Enter' && onShow(id),
            })}
            columns={[
              { title: t('reports.column.testTime'), render: (_, { time }) => format.minute(time) },
              { title: t('reports.column.jigKind'), render: (_, { kind }) => t(`reports.jigKind.${kind}`) },
              { title: t('reports.column.jigVerdict'), render: (_, result) => <Verdict result={result} /> },
              { title: t('reports.column.station'), dataIndex: 'station' },
              { title: t('reports.column.failures'), render: (_, { failures }) => failures.join(', ') },
            ]}
          />
        )}
      </div>
    </Panel>
  )
}
