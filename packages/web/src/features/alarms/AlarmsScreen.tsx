import { BellOutlined, CheckOutlined, QuestionCircleOutlined } from '@ant-design/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { limits } from '@trackway/core/codes/limits.ts'
import { rolesWithSubAccounts } from '@trackway/core/codes/roles.ts'
import {
  type AlarmEpisode,
  type AlarmView,
  alarmCalls,
  alarmList,
} from '@trackway/core/features/alarms/calls.ts'
import { Button, Segmented, Tooltip } from 'antd'
import { useContext, useState } from 'react'
import { api } from '../../base/api.ts'
import { useUrlChange } from '../../base/history-steps.ts'
import { reread } from '../../base/queries/query-client.ts'
import { useUser } from '../../base/session.ts'
import { useIsPhone } from '../../base/use-is-phone.ts'
import { useTexts } from '../../base/use-texts.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { KeysDialog } from '../../ui/keys/KeysDialog.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { Sheet } from '../../ui/layout/Sheet.tsx'
import { BulkBar } from '../../ui/list/BulkBar.tsx'
import { ListFileContext } from '../../ui/list/list-file.ts'
import { type AnyListUrl, urlOfView, viewOfUrl } from '../../ui/list/list-url.ts'
import { SavedViews } from '../../ui/list/SavedViews.tsx'
import { ContentLoading } from '../../ui/loading/ContentLoading.tsx'
import { AccountPicker } from '../../ui/pickers/AccountPicker.tsx'
import styles from './AlarmsScreen.module.css'
import { alarmTitle } from './alarm-name.ts'
import { AlarmDetail } from './detail/AlarmDetail.tsx'
import { AlarmFilters } from './list/AlarmFilters.tsx'
import { AlarmRowList } from './list/AlarmRowList.tsx'
import { AlarmViews } from './list/AlarmViews.tsx'
import { type AlarmQuery, useAlarmRows } from './list/use-alarm-rows.ts'
import { useAlarmSelection } from './list/use-alarm-selection.ts'
import { useHandling } from './list/use-handling.tsx'
import { SoundMenu } from './live/SoundMenu.tsx'
import { AlarmSettingsButton } from './settings/AlarmSettingsButton.tsx'
import { type AlarmsUrl, questionOf, viewKeys } from './url-state.ts'
import { alarmKeys, useAlarmKeys } from './use-alarm-keys.ts'

/** Of the account itself, or of it and all below. */
export function AlarmsScreen({ isAll }: { isAll: boolean }) {
  const { t, format, toText } = useTexts()
  const { act } = useAction()
  const isPhone = useIsPhone()
  const user = useUser()
  const navigate = useNavigate()
  const ListFile = useContext(ListFileContext)
  const url: AlarmsUrl = useSearch({ strict: false })
  const changeUrl = useUrlChange<AlarmsUrl>()
  const { view = 'all', alarm: currentId } = url
  const hasBelow = rolesWithSubAccounts.includes(user.role)
  const filter = questionOf(url, user.id, isAll)
  const { rows, total, isMore, isWhole, error, store } = useAlarmRows(filter)
  const selection = useAlarmSelection(JSON.stringify(filter), rows, total)
  const { handle, told } = useHandling((ids, part) => store.patch((id) => ids.includes(id), part))
  const [isHelpOpen, setHelpOpen] = useState(false)
  const [isMuteOpen, setMuteOpen] = useState(false)
  const [isMapLarge, setMapLarge] = useState(false)

  const currentAt = rows.findIndex(({ id }) => id === currentId)
  const current = rows[currentAt]
  const open = (alarm: AlarmEpisode | undefined) => {
    setMuteOpen(false)
    changeUrl({ alarm: alarm?.id })
  }
  const step = (by: 1 | -1) => {
    const next = rows[currentAt < 0 ? 0 : Math.max(0, Math.min(rows.length - 1, currentAt + by))]
    if (next) open(next)
  }
  /** Those selected, else the one that is looked at. */
  const handleChosen = (action: 'acknowledge' | 'resolve') => {
    if (user.isDemo) return
    if (selection.ids.length > 0) void handle(action, selection.ids as number[])
    else if (currentId !== undefined) void handle(action, [currentId])
  }
  useAlarmKeys({
    onStep: step,
    onAcknowledge: () => handleChosen('acknowledge'),
    onResolve: () => handleChosen('resolve'),
    onMute: () => currentId !== undefined && setMuteOpen(true),
    onSelect: (isRange) => current && selection.toggle(current.id, isRange),
    onMap: () => currentId !== undefined && setMapLarge(!isMapLarge),
    onEscape: () => {
      if (isMapLarge) setMapLarge(false)
      else if (selection.count > 0) selection.replace([])
      else open(undefined)
    },
    onHelp: () => setHelpOpen(true),
  })

  const onFilter = (change: AnyListUrl) => changeUrl({ ...change, alarm: undefined } as AlarmsUrl)
  const chooseView = (chosen: AlarmView) =>
    changeUrl({
      ...Object.fromEntries(viewKeys.map((key) => [key, undefined])),
      view: chosen === 'all' ? undefined : chosen,
      alarm: undefined,
    })
  const shownTotal = isMore ? t('alarms.moreThan', { count: format.number(total) }) : format.number(total)
  const { data: newCount = 0 } = useNewCount(filter)
  const acknowledgeAll = () =>
    act(async () => {
      const input = { filter: { ...filter, state: 'new' as const }, action: 'acknowledge' as const }
      told(await api(alarmCalls.handle, input, { timeoutMs: 60_000 }))
      await store.refresh()
    })
  const readAll = () =>
    act(async () => {
      const { isRead, ...all } = filter
      const { done } = await api(alarmCalls.markAllRead, all, { timeoutMs: 60_000 })
      await reread('alarms')
      await store.refresh()
      return t('alarms.readAllDone', { count: done, shown: format.number(done) })
    })

  const detail = currentId !== undefined && (
    <AlarmDetail
      key={currentId}
      id={currentId}
      listed={current}
      isMapLarge={isMapLarge}
      onMapLarge={setMapLarge}
      isMuteOpen={isMuteOpen}
      onMuteOpen={setMuteOpen}
      handle={handle}
      told={told}
      onClose={() => open(undefined)}
      onOpen={(id) => changeUrl({ alarm: id })}
    />
  )
  return (
    <Page
      title={t('alarms.title')}
      actions={
        <>
          {hasBelow && (
            <Segmented
              aria-label={t('alarms.whose')}
              value={isAll ? 'all' : 'own'}
              options={[
                { value: 'own', label: t('alarms.own') },
                { value: 'all', label: t('alarms.all') },
              ]}
              onChange={(whose) =>
                void navigate({
                  to: whose === 'all' ? '/index/alarmsAll' : '/index/alarms',
                  search: { ...url, alarm: undefined },
                })
              }
            />
          )}
          {!isPhone && (
            <SavedViews
              list="alarms"
              shown={{ filter: viewOfUrl(alarmList, url as AnyListUrl), columns: null }}
              onShow={(saved) => onFilter({ view: undefined, ...urlOfView(alarmList, saved.filter) })}
            />
          )}
          {ListFile && !isPhone && (
            <ListFile
              question={{
                list: 'alarms',
                filter: filter as never,
                columns: alarmList.columns.map(({ key }) => key),
                ...(!selection.isAll && selection.ids.length > 0 && { ids: [...selection.ids] }),
              }}
              rows={total}
            />
          )}
          <SoundMenu />
          <AlarmSettingsButton />
          {!isPhone && (
            <Tooltip title={t('alarms.keys.title')}>
              <Button
                type="text"
                icon={<QuestionCircleOutlined />}
                aria-label={t('alarms.keys.title')}
                onClick={() => setHelpOpen(true)}
              />
            </Tooltip>
          )}
        </>
      }
    >
      <div className={`${styles.centre} tw-fill tw-flex tw-gap-12`} data-detail={Boolean(detail) && !isPhone}>
        <AlarmViews
          chosen={view}
          userId={url.userId}
          withSubAccounts={isAll && (url.withSubAccounts ?? true)}
          onChoose={chooseView}
        />
        <section
          className={`${styles.list} tw-frame tw-column tw-shrink tw-clip`}
          aria-label={t('alarms.title')}
        >
          <div className={`${styles.tools} tw-row tw-wrap tw-line-below`}>
            <AlarmFilters
              url={url as AnyListUrl}
              isOwn={!isAll}
              isNarrow={Boolean(detail)}
              onFilter={onFilter}
            />
          </div>
          {rows.length > 0 ? (
            <AlarmRowList
              key={JSON.stringify(filter)}
              rows={rows}
              isBusy={!isWhole}
              currentId={currentId}
              isSelected={(id) => selection.has(id)}
              showsOwner={isAll && hasBelow}
              onOpen={open}
              onSelect={({ id }, isRange) => selection.toggle(id, isRange)}
              onEnd={() => void store.more()}
            />
          ) : error === undefined ? (
            <div className={styles.waiting} aria-busy="true">
              <ContentLoading rows={8} />
            </div>
          ) : (
            <div className="tw-centre">
              {error !== null ? (
                <EmptyState
                  title={t('ui.table.failed')}
                  text={toText(error)}
                  action={<Button onClick={() => void store.refresh()}>{t('ui.error.again')}</Button>}
                />
              ) : (
                <EmptyState
                  picture={<BellOutlined className="tw-faint tw-picture" />}
                  title={t(view === 'unread' ? 'alarms.noneUnread' : 'list.none.alarms')}
                  text={t('list.noneText.alarms')}
                />
              )}
            </div>
          )}
          {selection.count > 0 ? (
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
                told(output as never)
                void store.refresh()
              }}
            />
          ) : (
            rows.length > 0 && (
              <footer className={`${styles.foot} tw-row tw-wrap tw-spread tw-line-above`}>
                <span className="tw-muted tw-number" data-testid="tw-alarm-total">
                  {t('ui.table.range', { from: 1, to: format.number(rows.length), total: shownTotal })}
                </span>
                {rows.some(({ readTime }) => readTime === null) && !user.isDemo && (
                  <Button onClick={() => void readAll()}>{t('alarms.readAll')}</Button>
                )}
                {newCount > 0 && newCount < limits.alarmsPerOperation && !user.isDemo && (
                  <Button icon={<CheckOutlined />} onClick={() => void acknowledgeAll()}>
                    {t('alarms.acknowledgeAll', { count: newCount, shown: format.number(newCount) })}
                  </Button>
                )}
              </footer>
            )
          )}
        </section>
        {!isPhone && detail}
      </div>
      {isPhone && (
        <Sheet
          title={current ? current.displayName : t('alarms.one')}
          isOpen={Boolean(detail)}
          height="92%"
          isFlush
          onClose={() => open(undefined)}
        >
          {detail}
        </Sheet>
      )}
      {isHelpOpen && <KeysDialog texts="alarms.keys" keys={alarmKeys} onClose={() => setHelpOpen(false)} />}
    </Page>
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
