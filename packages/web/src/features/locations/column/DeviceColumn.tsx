import { CloseOutlined, MenuFoldOutlined, UnorderedListOutlined } from '@ant-design/icons'
import { Link } from '@tanstack/react-router'
import { Button, Flex, Skeleton, Tooltip } from 'antd'
import { type ComponentProps, useRef } from 'react'
import { useCan, useUser } from '../../../base/session.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { AccountPicker } from '../../../ui/pickers/AccountPicker.tsx'
import { GroupPicker } from '../../../ui/pickers/GroupPicker.tsx'
import { useMatches } from '../../../ui/search/use-matches.ts'
import { useFencesOfRows } from '../../fences/vehicle/use-fences-around.ts'
import type { FleetStore } from '../fleet/fleet-store.ts'
import type { Arrangement } from '../fleet/list-rows.ts'
import type { LocationsUrlState } from '../fleet/url-state.ts'
import { type LiveFleet, useFleetView } from '../fleet/use-fleet.ts'
import { ArrangeMenu } from './ArrangeMenu.tsx'
import styles from './DeviceColumn.module.css'
import { DeviceRows } from './DeviceRows.tsx'
import { DeviceSearch } from './DeviceSearch.tsx'
import { FilterPills } from './FilterPills.tsx'
import { toggled } from './use-row-choice.ts'

type RowsProps = ComponentProps<typeof DeviceRows>

interface DeviceColumnProps
  extends Omit<RowsProps, 'view' | 'alarms' | 'fences' | 'onFold' | 'onHold' | 'onShow'> {
  live: LiveFleet
  search: LocationsUrlState
  onChange: (part: Partial<LocationsUrlState>) => void
  /** What can be done with all that are chosen. */
  onMenuOfChosen: (x: number, y: number) => void
  /** How many are shown alone; null: all. */
  watched: number | null
  onWatchAll: () => void
  arrangement: Arrangement
  onArrange: (part: Partial<Arrangement>) => void
  onToggleRich: () => void
  /** Absent on a phone, where the sheet is drawn down instead. */
  onCollapse?: () => void
}

/** Whose devices, which of them, and the list. */
export function DeviceColumn({
  live,
  search,
  onChange,
  arrangement,
  onArrange,
  ...props
}: DeviceColumnProps) {
  const { onMenuOfChosen, watched, onWatchAll, onToggleRich, onCollapse, ...rows } = props
  const { isRich, chosen, onChoose } = rows
  const { t, format } = useTexts()
  const hasRows = useFleetView(live.store, (view) => view.rows.length > 0)
  const around = useFencesOfRows()
  return (
    <>
      <div className={`${styles.head} tw-line-below tw-grid tw-gap-10`}>
        <Flex gap={2}>
          <AccountPicker
            block
            label={t('locations.scope')}
            value={search.userId}
            onChange={(userId) => onChange({ userId, terminalID: undefined, only: undefined })}
          />
          <ArrangeMenu {...arrangement} onChange={onArrange} />
          <Tooltip title={t(isRich ? 'locations.dense' : 'locations.rich')}>
            <Button
              type="text"
              aria-label={t(isRich ? 'locations.dense' : 'locations.rich')}
              aria-pressed={isRich}
              icon={<UnorderedListOutlined />}
              onClick={onToggleRich}
            />
          </Tooltip>
          {onCollapse && (
            <Tooltip title={t('locations.collapse')}>
              <Button
                type="text"
                aria-label={t('locations.collapse')}
                icon={<MenuFoldOutlined />}
                onClick={onCollapse}
              />
            </Tooltip>
          )}
        </Flex>
        <SearchOfRows
          store={live.store}
          value={search.q ?? ''}
          onSearch={(q) => onChange({ q: q || undefined })}
          onSelect={rows.onSelect}
        />
        <GroupPicker
          isHiddenWithout
          isOne
          label={t('list.filter.groupIds')}
          userId={search.userId}
          value={search.group === undefined ? null : [search.group]}
          onChange={(ids) => onChange({ group: ids?.[0], only: undefined })}
        />
        <Pills
          store={live.store}
          value={search.show ?? 'all'}
          onChange={(show) => onChange({ show: show === 'all' ? undefined : show })}
        />
        {watched !== null && (
          <div className="tw-row tw-soft tw-padded-tip tw-spread tw-rounded" role="status">
            {t('locations.watched', { count: watched, number: format.number(watched) })}
            <Button size="small" onClick={onWatchAll}>
              {t('locations.watchAll')}
            </Button>
          </div>
        )}
      </div>
      {hasRows ? (
        <Rows
          {...rows}
          store={live.store}
          alarms={live.alarms}
          fences={around.fences}
          onFold={(id) => onArrange({ folded: toggled(arrangement.folded, id) })}
          onHold={(isHeld) => live.store.hold(isHeld)}
          onShow={(ids) => {
            live.want(ids)
            if (isRich) around.show(ids)
          }}
        />
      ) : (
        <div className="tw-fill tw-padded">
          <NoRows live={live} onReset={() => onChange({ q: undefined, show: undefined })} />
        </div>
      )}
      {chosen.size > 0 && <ChosenBar chosen={chosen} onChoose={onChoose} onMenu={onMenuOfChosen} />}
    </>
  )
}

interface ChosenBarProps extends Pick<RowsProps, 'chosen' | 'onChoose'> {
  onMenu: (x: number, y: number) => void
}

function ChosenBar({ chosen, onChoose, onMenu }: ChosenBarProps) {
  const { t, format } = useTexts()
  return (
    <div className="tw-row tw-padded-bar tw-surface tw-line-above" role="status">
      <b className="tw-grow">
        {t('locations.chosen', { count: chosen.size, number: format.number(chosen.size) })}
      </b>
      <Button
        type="primary"
        aria-haspopup="menu"
        aria-label={t('locations.actionsOfChosen')}
        onClick={({ currentTarget }) => {
          const { left, top } = currentTarget.getBoundingClientRect()
          onMenu(left, top)
        }}
      >
        {t('locations.actions')}
      </Button>
      <Button
        type="text"
        aria-label={t('locations.clearChosen')}
        icon={<CloseOutlined />}
        onClick={() => onChoose(new Set())}
      />
    </div>
  )
}

/** What is found is a list of its own; Enter takes its first row. */
const firstRow = [0]

type SearchOfRowsProps = Pick<ComponentProps<typeof DeviceSearch>, 'value' | 'onSearch'> &
  Pick<RowsProps, 'onSelect'> & { store: FleetStore }

/** Enter selects the first vehicle that is found, and the arrow goes on to the list. */
function SearchOfRows({ store, onSelect, ...field }: SearchOfRowsProps) {
  const searched = useFleetView(store, (view) => view.searched)
  const matches = useMatches({
    matches: field.value.trim() === '' ? [] : firstRow,
    searched,
    marksFirst: true,
    onTake: () => {
      const { items, devices } = store.getView()
      const first = devices[Array.prototype.find.call(items, (item: number) => item >= 0) ?? -1]
      if (first) onSelect(first)
    },
  })
  const box = useRef<HTMLDivElement>(null)
  return (
    <div ref={box}>
      <DeviceSearch
        {...field}
        matches={matches}
        onList={() => {
          box.current?.closest('section')?.querySelector<HTMLElement>('[role=listbox]')?.focus()
          matches.enter(field.value)
        }}
      />
    </div>
  )
}

function Pills({
  store,
  ...props
}: Omit<ComponentProps<typeof FilterPills>, 'counts'> & { store: FleetStore }) {
  return <FilterPills counts={useFleetView(store, (view) => view.counts)} {...props} />
}

function Rows({ store, ...props }: Omit<ComponentProps<typeof DeviceRows>, 'view'> & { store: FleetStore }) {
  return <DeviceRows view={useFleetView(store, (view) => view)} {...props} />
}

/** Why there is nothing in the list, and what to do about it. */
function NoRows({ live, onReset }: { live: LiveFleet; onReset: () => void }) {
  const { t, toText } = useTexts()
  const { isDemo } = useUser()
  const mayAdd = useCan('main:devices_import') && !isDemo
  const { store, error, reload } = live
  const isLoading = useFleetView(store, (view) => view.isLoading)
  const total = useFleetView(store, (view) => view.total)
  if (error) {
    return (
      <EmptyState
        title={t('locations.failed')}
        text={toText(error)}
        action={<Button onClick={reload}>{t('ui.error.again')}</Button>}
      />
    )
  }
  if (isLoading) {
    return (
      <div className="tw-padded tw-full-width" aria-busy="true">
        {['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((key) => (
          <Skeleton key={key} active avatar={{ size: 18 }} title={false} paragraph={{ rows: 1 }} />
        ))}
      </div>
    )
  }
  if (total === 0) {
    return (
      <EmptyState
        title={t('locations.none')}
        text={t(mayAdd ? 'locations.noneText' : 'locations.noneElse')}
        action={
          mayAdd && (
            <Link to="/index/device/deviceList" search={{ add: true }}>
              {t('locations.addDevice')}
            </Link>
          )
        }
      />
    )
  }
  return (
    <EmptyState
      title={t('locations.noMatch')}
      action={<Button onClick={onReset}>{t('locations.showAll')}</Button>}
    />
  )
}
