import { BellOutlined } from '@ant-design/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { rolesWithSubAccounts } from '@trackway/core/codes/roles.ts'
import {
  type AlarmEpisode,
  type AlarmView,
  alarmCalls,
  alarmList,
} from '@trackway/core/features/alarms/calls.ts'
import { Button, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../../base/api.ts'
import { useUser } from '../../../base/session.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { BulkBar } from '../../../ui/list/BulkBar.tsx'
import type { AnyListUrl } from '../../../ui/list/list-url.ts'
import { ContentLoading } from '../../../ui/loading/ContentLoading.tsx'
import { AccountPicker } from '../../../ui/pickers/AccountPicker.tsx'
import { alarmTitle } from '../alarm-name.ts'
import type { useHandling } from '../live/use-handling.tsx'
import type { AlarmQuery, AlarmsUrl } from '../url-state.ts'
import { AlarmFilters } from './AlarmFilters.tsx'
import { AlarmListFoot } from './AlarmListFoot.tsx'
import { AlarmRowList } from './AlarmRowList.tsx'
import type { useAlarmRows } from './use-alarm-rows.ts'
import type { AlarmSelection } from './use-alarm-selection.ts'

interface AlarmListProps {
  isAll: boolean
  /** The details of an alarm are open beside the list. */
  isNarrow: boolean
  filter: AlarmQuery
  live: ReturnType<typeof useAlarmRows>
  selection: AlarmSelection
  notify: ReturnType<typeof useHandling>['notify']
  onFilter: (change: AnyListUrl) => void
  onSort: (by: AlarmsUrl['by']) => void
  onAcknowledge: (id: number) => void
  onOpen: (alarm: AlarmEpisode) => void
}

/** Filters, the alarms they find, and what is done with many of them. */
export function AlarmList(props: AlarmListProps) {
  const { isAll, isNarrow, filter, live, selection, notify, onFilter, onSort } = props
  const { t } = useTranslation()
  const hasBelow = rolesWithSubAccounts.includes(useUser().role)
  const url: AlarmsUrl = useSearch({ strict: false })
  const { view = 'all', alarm: currentId } = url
  const { rows, isWhole, store } = live
  const { data: newCount = 0 } = useNewCount(filter)
  return (
    <section
      className="tw-grow tw-edge-on-phone tw-frame tw-column tw-shrink tw-clip"
      aria-label={t('alarms.title')}
    >
      <div className="tw-padded-bar tw-row tw-wrap tw-line-below">
        <AlarmFilters url={url as AnyListUrl} isOwn={!isAll} isNarrow={isNarrow} onFilter={onFilter} />
        <Select
          className="tw-tool"
          popupMatchSelectWidth={false}
          aria-label={t('alarms.sort.label')}
          value={url.by ?? 'time'}
          options={(['time', 'severity'] as const).map((by) => ({
            value: by,
            label: t(`alarms.sort.${by}`),
          }))}
          onChange={(by) => onSort(by === 'severity' ? by : undefined)}
        />
      </div>
      {rows.length > 0 ? (
        <AlarmRowList
          key={JSON.stringify([filter, url.by])}
          rows={rows}
          isBusy={!isWhole}
          currentId={currentId}
          isSelected={(id) => selection.has(id)}
          showsOwner={isAll && hasBelow}
          onOpen={props.onOpen}
          onAcknowledge={props.onAcknowledge}
          onSelect={({ id }, isRange) => selection.toggle(id, isRange)}
          onEnd={() => void store.more()}
        />
      ) : (
        <NoAlarms live={live} view={view} />
      )}
      {selection.count > 0 ? (
        <AlarmBulkBar filter={filter} live={live} selection={selection} notify={notify} />
      ) : (
        rows.length > 0 && <AlarmListFoot filter={filter} live={live} newCount={newCount} notify={notify} />
      )}
    </section>
  )
}

/** Why there is nothing to show: not read yet, not to be read, or no alarms. */
function NoAlarms({ live: { error, store }, view }: { live: AlarmListProps['live']; view: AlarmView }) {
  const { t, toText } = useTexts()
  if (error === undefined)
    return (
      <div className="tw-fill tw-padded" aria-busy="true">
        <ContentLoading rows={8} />
      </div>
    )
  return (
    <div className="tw-centre">
      {error !== null ? (
        <EmptyState
          title={t('ui.table.failed')}
          text={toText(error)}
          action={<Button onClick={() => void store.refresh()}>{t('ui.error.again')}</Button>}
        />
      ) : (
        <EmptyState
          picture={<BellOutlined className="tw-faint tw-size-32" />}
          title={t(view === 'unread' ? 'alarms.noneUnread' : 'list.none.alarms')}
          text={t('list.noneText.alarms')}
        />
      )}
    </div>
  )
}

function AlarmBulkBar({
  filter,
  live: { rows, total, store },
  selection,
  notify,
}: Pick<AlarmListProps, 'filter' | 'live' | 'selection' | 'notify'>) {
  const { t, format } = useTexts()
  return (
    <BulkBar
      list={alarmList}
      selection={selection}
      filter={filter}
      total={total}
      most={selection.most}
      nameOf={(id) => {
        const row = rows.find((each) => each.id === id)
        return row ? `${row.displayName}, ${alarmTitle(row, t, format)}` : String(id)
      }}
      bulkFields={{
        assign: [
          {
            name: 'assigneeId',
            control: <AccountPicker isRequired block label={t('reports.column.assignee')} />,
          },
        ],
      }}
      onDone={(output) => {
        notify(output as never)
        void store.refresh()
      }}
    />
  )
}

const newCountMs = 10_000

/** How many of these nobody has handled. */
function useNewCount(filter: AlarmQuery) {
  return useQuery({
    queryKey: ['alarms', 'new', filter],
    queryFn: async ({ signal }) =>
      filter.state !== undefined && filter.state !== 'new'
        ? 0
        : (await api(alarmCalls.find, { ...filter, state: 'new', pageSize: 1 }, { signal })).total,
    placeholderData: keepPreviousData,
    refetchInterval: newCountMs,
  })
}
