import { SettingOutlined } from '@ant-design/icons'
import { Link } from '@tanstack/react-router'
import { reports } from '@trackway/core/reports/reports.ts'
import { dayAt } from '@trackway/core/rules/local-days.ts'
import { Button, Select, Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCan, useUser } from '../../../base/session.ts'
import { useFormat } from '../../../base/use-format.ts'
import { useNow } from '../../../base/use-now.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { DataTable } from '../../../ui/list/DataTable.tsx'
import { Pills } from '../../../ui/Pills.tsx'
import { AccountPicker } from '../../../ui/pickers/AccountPicker.tsx'
import { SearchField } from '../../../ui/SearchField.tsx'
import type { DeviceListSearch } from '../../devices/search.ts'
import { ExportButton } from '../../exports/ExportButton.tsx'
import { type ReportRow, reportColumn } from '../columns/report-columns.tsx'
import { usePastDue } from '../report-filter/use-statistics.ts'
import { partOf, searchOf, useStatisticsUrl } from '../report-filter/use-url-state.ts'
import styles from './PastDueTab.module.css'

const spans = [7, 14, 30, 60, 90, 180, 365]
const defaultSpan = 30
const dayMs = 86_400_000

/** Devices whose service has ended or soon will. */
export function PastDueTab() {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow(60_000)
  const { timeZone } = useUser()
  const mayManage = useCan('main:devices_management')
  const { search, change } = useStatisticsUrl()
  const withinDays = search.within ?? defaultSpan
  const { pageNum, pageSize, ...order } = partOf(search, 'expireTime')
  const question = {
    withinDays,
    withSubAccounts: !search.own,
    state: search.state ?? ('both' as const),
    search: search.search ?? '',
    ...(search.userId !== undefined && { userId: search.userId }),
  }
  const due = usePastDue({ ...question, pageNum, pageSize })
  const total = due.data?.total ?? 0
  /** Exactly these vehicles, in the list where they are managed. */
  const listed: DeviceListSearch = {
    due: question.state,
    within: search.within,
    userId: search.userId,
    own: search.own,
    search: search.search,
    sort: 'expireTime',
    isRising: true,
  }
  const day = dayAt(now, timeZone)
  // Every file names its days; of what is due that is the day it was asked on.
  const today = { first: day, last: day }
  const columns = reports.pastDue.columns.map((column) => {
    const shown = reportColumn(column, { t, format, sum: undefined, isSortable: false })
    if (column.key !== 'expireTime') return shown
    return {
      ...shown,
      render: (row: ReportRow) => (
        <span className={`${styles.due} tw-number`} data-expired={(row.expireTime as number) <= now}>
          {format.date(row.expireTime as number)}
          <small>{dueText(row.expireTime as number)}</small>
        </span>
      ),
    }
  })
  const dueText = (at: number) => {
    const days = Math.floor(Math.abs(at - now) / dayMs)
    const span = days > 0 ? t('statistics.days', { count: days }) : format.duration(Math.abs(at - now))
    return t(at <= now ? 'ui.ago' : 'statistics.dueIn', { span })
  }

  const { expired = 0, expiring = 0 } = due.data ?? {}
  const pills = [
    { key: 'all', label: t('statistics.allDue'), count: format.number(expired + expiring) },
    { key: 'expired', label: t('statistics.expired'), count: format.number(expired) },
    {
      key: 'expiring',
      label: t('statistics.expiring', { count: withinDays }),
      count: format.number(expiring),
    },
  ] as const
  const isFiltered = Boolean(search.search || search.userId || search.state)
  return (
    <DataTable<ReportRow>
      name="statistics.pastDue"
      label={t('statistics.pastDue')}
      columns={columns}
      rowKey={(row) => String(row.terminalID)}
      rows={due.data?.list}
      total={total}
      part={{ pageNum, pageSize, ...order }}
      onPart={(part) => change(searchOf(part, 'expireTime'))}
      isStale={due.isPlaceholderData}
      error={due.error}
      onRetry={() => void due.refetch()}
      empty={
        <EmptyState
          title={t(isFiltered ? 'statistics.none' : 'statistics.nothingDue')}
          text={isFiltered ? t('statistics.noneText') : t('statistics.nothingDueText', { count: withinDays })}
        />
      }
      tools={
        <>
          <Pills
            label={t('statistics.due')}
            pills={pills}
            chosen={search.state ?? 'all'}
            onChoose={(key) => change({ state: key === 'all' ? undefined : key })}
          />
          <Select
            className={styles.within}
            aria-label={t('statistics.within')}
            value={withinDays}
            options={spans.map((value) => ({ value, label: t('statistics.days', { count: value }) }))}
            onChange={(value) => change({ within: value === defaultSpan ? undefined : value })}
          />
          <AccountPicker
            value={search.userId}
            isExact={search.own === true}
            onPick={(account) => change({ userId: account?.id })}
            label={t('statistics.account')}
          />
          <div className={styles.search}>
            <SearchField
              value={search.search ?? ''}
              onSearch={(text) => change({ search: text || undefined })}
              label={t('statistics.searchDue')}
            />
          </div>
        </>
      }
      toolsEnd={(shown) => (
        <>
          {mayManage && total > 0 && (
            <Link to="/index/device/deviceList" search={listed}>
              <Button icon={<SettingOutlined />} tabIndex={-1}>
                {t('statistics.manageAll', { count: total, shown: format.number(total) })}
              </Button>
            </Link>
          )}
          <ExportButton
            question={{ ...question, ...today, report: 'pastDue', columns: shown.map(({ key }) => key) }}
            rows={total}
          />
        </>
      )}
      {...(mayManage && {
        actions: (row: ReportRow) => (
          <Tooltip title={t('statistics.manage')} mouseEnterDelay={0.4}>
            <Link
              to="/index/device/deviceList"
              search={{ devices: String(row.terminalID) }}
              aria-label={t('statistics.manageOne', { name: String(row.displayName) })}
            >
              <Button type="text" icon={<SettingOutlined />} tabIndex={-1} />
            </Link>
          </Tooltip>
        ),
      })}
    />
  )
}
