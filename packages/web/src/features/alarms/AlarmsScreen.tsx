import { useSearch } from '@tanstack/react-router'
import type { AlarmEpisode, AlarmView } from '@trackway/core/features/alarms/calls.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUrlChange } from '../../base/history-steps.ts'
import { useUser } from '../../base/session.ts'
import { useIsPhone } from '../../base/use-is-phone.ts'
import { KeysDialog } from '../../ui/keys/KeysDialog.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { Sheet } from '../../ui/layout/Sheet.tsx'
import type { AnyListUrl } from '../../ui/list/list-url.ts'
import styles from './AlarmsScreen.module.css'
import { AlarmsTools } from './AlarmsTools.tsx'
import { AlarmDetail } from './detail/AlarmDetail.tsx'
import { AlarmList } from './list/AlarmList.tsx'
import { AlarmViews } from './list/AlarmViews.tsx'
import { useAlarmRows } from './list/use-alarm-rows.ts'
import { useAlarmSelection } from './list/use-alarm-selection.ts'
import { useRecentAlarms } from './live/recent-alarms.ts'
import { useHandling } from './live/use-handling.tsx'
import { type AlarmsUrl, toAlarmQuery, viewKeys } from './url-state.ts'
import { alarmKeys } from './use-alarm-keys.ts'
import { useOpenAlarm } from './use-open-alarm.ts'

/** Of the account itself, or of it and all below. */
export function AlarmsScreen({ isAll }: { isAll: boolean }) {
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  const user = useUser()
  const url: AlarmsUrl = useSearch({ strict: false })
  const changeUrl = useUrlChange<AlarmsUrl>()
  const filter = toAlarmQuery(url, user.id, isAll)
  const live = useWithPinned(
    useAlarmRows(filter, url.by === 'severity'),
    isAll && Object.keys(filter).length === 0,
  )
  const selection = useAlarmSelection(JSON.stringify(filter), live.rows, live.total)
  const { handle, notify } = useHandling((ids, part) => live.store.patch((id) => ids.includes(id), part))
  const [isHelpOpen, setHelpOpen] = useState(false)
  const { currentId, current, open, ...detailState } = useOpenAlarm({
    rows: live.rows,
    selection,
    handle,
    onHelp: () => setHelpOpen(true),
  })

  const onFilter = (change: AnyListUrl) => changeUrl({ ...change, alarm: undefined } as AlarmsUrl)
  const chooseView = (chosen: AlarmView) =>
    changeUrl({
      ...Object.fromEntries(viewKeys.map((key) => [key, undefined])),
      view: chosen === 'all' ? undefined : chosen,
      alarm: undefined,
    })

  const detail = currentId !== undefined && (
    <AlarmDetail
      key={currentId}
      id={currentId}
      listed={current}
      isMapLarge={detailState.isMapLarge}
      onMapLarge={detailState.setMapLarge}
      isMuteOpen={detailState.isMuteOpen}
      onMuteOpen={detailState.setMuteOpen}
      handle={handle}
      notify={notify}
      onClose={() => open(undefined)}
      onOpen={(id) => changeUrl({ alarm: id })}
    />
  )
  return (
    <Page
      title={t('alarms.title')}
      actions={
        <AlarmsTools
          isAll={isAll}
          filter={filter}
          selection={selection}
          total={live.total}
          onFilter={onFilter}
          onHelp={() => setHelpOpen(true)}
        />
      }
    >
      <div className={`${styles.centre} tw-fill tw-flex tw-gap-12`} data-detail={Boolean(detail) && !isPhone}>
        <AlarmViews
          chosen={url.view ?? 'all'}
          userId={url.userId}
          withSubAccounts={isAll && (url.withSubAccounts ?? true)}
          onChoose={chooseView}
        />
        <AlarmList
          isAll={isAll}
          isNarrow={Boolean(detail)}
          filter={filter}
          live={live}
          selection={selection}
          notify={notify}
          onFilter={onFilter}
          onSort={(by) => changeUrl({ by })}
          onAcknowledge={(id) => void handle('acknowledge', [id])}
          onOpen={open}
        />
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

/** With critical alarms that wait on top, also those further back than was read; where nothing is filtered. */
function useWithPinned<View extends { rows: readonly AlarmEpisode[] }>(view: View, isAny: boolean): View {
  const pinned = useRecentAlarms((state) => state.pinned)
  const { rows } = view
  const further =
    isAny && rows.length > 0 ? pinned.filter(({ id }) => !rows.some((row) => row.id === id)) : []
  return further.length === 0 ? view : { ...view, rows: [...further, ...rows] }
}
