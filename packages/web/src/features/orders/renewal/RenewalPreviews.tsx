import { type RenewalPreview, silentDays } from '@trackway/core/features/cards/calls.ts'
import { displayName } from '@trackway/core/rules/device-order.ts'
import { useState } from 'react'
import { useCan } from '../../../base/session.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { PlainTable } from '../../../ui/antd/PlainTable.tsx'

const dayMs = 86_400_000

/** Of each device its last contact, its present end and its new one. */
export function RenewalPreviews({ list }: { list: readonly RenewalPreview[] }) {
  const { t, format } = useTexts()
  const [now] = useState(Date.now)
  const hasAccounts = useCan('main:agent')
  const contact = ({ stateTime }: RenewalPreview) => {
    if (stateTime === null) return t('orders.renew.neverHeard')
    const days = Math.floor((now - stateTime) / dayMs)
    const text = t('orders.renew.heard', { count: days })
    return days < silentDays ? text : <span className="tw-warning">{text}</span>
  }
  const end = (time: number | null, months: number | null) => {
    if (months !== null) return t('orders.renew.fromActivation', { count: months })
    return time === null ? t('orders.renew.noEnd') : format.date(time)
  }
  return (
    <PlainTable
      rowKey="terminalID"
      dataSource={list}
      pageSize={5}
      columns={[
        { title: t('reports.column.displayName'), render: (row: RenewalPreview) => displayName(row) },
        { title: t('orders.renew.lastContact'), render: contact },
        {
          title: t('orders.renew.endsNow'),
          render: ({ platformExpireTime, platformMonths }: RenewalPreview) =>
            end(platformExpireTime, platformMonths),
        },
        {
          title: t('orders.renew.endsThen'),
          render: ({ result, renewedTime, renewedMonths }: RenewalPreview) =>
            result === null ? end(renewedTime, renewedMonths) : t(`result.${result}`),
        },
        {
          title: t('orders.renew.voltage'),
          render: ({ externalVoltageV: volts }: RenewalPreview) =>
            volts === null ? '–' : format.volts(volts),
        },
        // An end user knows whose vehicles he renews.
        ...(hasAccounts ? [{ title: t('reports.column.username'), dataIndex: 'username' }] : []),
      ]}
    />
  )
}
