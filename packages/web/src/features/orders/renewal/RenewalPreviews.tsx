import { type RenewalPreview, silentDays } from '@trackway/core/features/cards/calls.ts'
import { displayName } from '@trackway/core/rules/device-order.ts'
import { useState } from 'react'
import { useCan } from '../../../base/session.ts'
import { useIsPhone } from '../../../base/use-is-phone.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { PlainTable } from '../../../ui/antd/PlainTable.tsx'

const dayMs = 86_400_000

/** Of each device its last contact and voltage, its present end and its new one. */
export function RenewalPreviews({ list }: { list: readonly RenewalPreview[] }) {
  const { t, format } = useTexts()
  const isPhone = useIsPhone()
  const [now] = useState(Date.now)
  const hasAccounts = useCan('main:agent')
  const contact = ({ stateTime }: RenewalPreview) => {
    if (stateTime === null) return t('orders.renew.neverHeard')
    const days = Math.floor((now - stateTime) / dayMs)
    const text = t('orders.renew.heard', { count: days })
    return days < silentDays ? text : <span className="tw-warning">{text}</span>
  }
  const voltage = ({ externalVoltageV }: RenewalPreview) => format.volts(externalVoltageV)
  const end = (time: number | null, months: number | null) => {
    if (months !== null) return t('orders.renew.fromActivation', { count: months })
    return time === null ? t('orders.renew.noEnd') : format.date(time)
  }
  const endsNow = (row: RenewalPreview) => end(row.platformExpireTime, row.platformMonths)
  const endsThen = (row: RenewalPreview) =>
    row.result === null ? end(row.renewedTime, row.renewedMonths) : t(`result.${row.result}`)

  const vehicle = { title: t('reports.column.displayName'), render: displayName }
  const columns = isPhone
    ? [
        vehicle,
        {
          title: t('orders.renew.lastContact'),
          render: (row: RenewalPreview) => (
            <>
              {contact(row)}
              {row.externalVoltageV !== null && <small className="tw-block tw-muted">{voltage(row)}</small>}
            </>
          ),
        },
        {
          title: t('orders.renew.endsThen'),
          render: (row: RenewalPreview) => (
            <>
              {endsThen(row)}
              <small className="tw-block tw-muted">{t('orders.renew.now', { end: endsNow(row) })}</small>
            </>
          ),
        },
      ]
    : [
        vehicle,
        { title: t('orders.renew.lastContact'), render: contact },
        { title: t('orders.renew.voltage'), render: voltage },
        { title: t('orders.renew.endsNow'), render: endsNow },
        { title: t('orders.renew.endsThen'), render: endsThen },
        // An end user knows whose vehicles he renews.
        ...(hasAccounts ? [{ title: t('reports.column.username'), dataIndex: 'username' }] : []),
      ]
  return (
    <PlainTable<RenewalPreview>
      rowKey="terminalID"
      dataSource={list}
      pageSize={5}
      {...(isPhone && { scroll: {} })}
      columns={columns}
    />
  )
}
