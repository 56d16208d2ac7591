import { createLink } from '@tanstack/react-router'
import { type JudgedItem, jigResultCalls } from '@trackway/core/features/jig-results/calls.ts'
import { usualItems } from '@trackway/core/features/jig-results/items.ts'
import { Alert, Button, Spin } from 'antd'
import type { TFunction } from 'i18next'
import { useCall } from '../../base/queries/use-call.ts'
import { useTexts } from '../../base/use-texts.ts'
import { PlainTable } from '../../ui/antd/PlainTable.tsx'
import { Facts } from '../../ui/layout/Facts.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { CopyText } from '../../ui/link/CopyText.tsx'
import styles from './jig-results.module.css'
import { Verdict } from './Verdict.tsx'

const LinkButton = createLink(Button)

/** One result: each item with what was expected of it, both clocks, and the log of the jig. */
export function ResultDetail({ id, onClose }: { id: number; onClose: () => void }) {
  const { t, format, toText } = useTexts()
  const { data: result, error } = useCall(['jigResult', id], jigResultCalls.detail, { id })
  const title = result?.imei ?? result?.serialNumber ?? result?.iccid ?? ''
  const fact = (name: string, value: string | number | null | undefined) =>
    value === null || value === undefined || value === '' ? [] : [{ label: t(name), value }]
  return (
    <Panel title={title} note={result && t(`reports.jigKind.${result.kind}`)} onClose={onClose} isFlush>
      <div className={`${styles.detail} tw-padded-panel tw-column tw-scroll tw-gap-12 tw-shrink-down`}>
        {error && <Alert type="error" showIcon title={toText(error)} />}
        {!result && !error && <Spin />}
        {result && (
          <>
            <div>
              <Verdict result={result} />
              {result.isLast || <span className="tw-muted">{t('jigResults.notLast')}</span>}
            </div>
            <Items items={result.items} />
            <Facts
              facts={[
                ...fact('reports.column.serialNumber', result.serialNumber),
                ...fact('reports.column.iccid', result.iccid),
                ...fact('reports.column.deviceType', result.typeName),
                ...fact('reports.column.batchNumber', result.batch),
                ...fact('reports.column.station', result.station ?? t('jigResults.byPerson')),
                ...fact('reports.column.operatorName', result.operator),
                ...fact('reports.column.slot', result.slot),
                ...fact('reports.column.program', result.program),
                ...fact('reports.column.testTime', format.minute(result.time)),
                ...fact('reports.column.jigTime', format.minute(result.testTime)),
                ...fact('reports.column.receivedTime', format.minute(result.receiveTime)),
                ...fact(
                  'reports.column.expectedVersion',
                  result.expectedVersion ?? t('jigResults.ownLimits'),
                ),
                ...fact('jigResults.claimedVersion', result.claimedVersion),
              ]}
            />
            <div className="tw-row tw-gap-8">
              <LinkButton to="/test/life" search={{ number: title }}>
                {t('deviceLife.open')}
              </LinkButton>
              <CopyText text={result.resultId} label={t('reports.column.resultId')} />
            </div>
            {result.log && (
              <pre className={`${styles.log} tw-mono tw-small tw-sunken tw-rounded`}>{result.log}</pre>
            )}
          </>
        )}
      </div>
    </Panel>
  )
}

function Items({ items }: { items: readonly JudgedItem[] }) {
  const { t } = useTexts()
  return (
    <PlainTable<JudgedItem>
      rowKey="code"
      dataSource={[...items]}
      rowClassName={({ fault, isExpected }) => (fault ? styles.fault! : isExpected ? '' : 'tw-faint')}
      columns={[
        { title: t('jigResults.item'), render: (_, { code }) => itemName(code, t) },
        {
          title: t('jigResults.value'),
          render: (_, { value, unit }) => (value === null ? '–' : `${value} ${unit}`),
        },
        { title: t('jigResults.expected'), render: (_, item) => limitsText(item) },
        {
          title: t('reports.column.jigVerdict'),
          render: (_, { fault, isExpected }) =>
            fault ? t(`jigResults.fault.${fault}`) : isExpected ? t('reports.jigVerdict.passed') : '',
        },
      ]}
    />
  )
}

/** The usual ones by their words, others by the name that the jig has for them. */
export function itemName(code: string, t: TFunction): string {
  const isUsual = Object.values(usualItems).some((items) => code in items)
  return isUsual ? t(`jigResults.usual.${code}`) : code
}

function limitsText({ low, high, text }: JudgedItem): string {
  if (text !== null) return text
  return low === null && high === null ? '' : `${low ?? ''} … ${high ?? ''}`
}
