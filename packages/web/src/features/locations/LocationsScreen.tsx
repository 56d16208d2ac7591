import { MenuUnfoldOutlined } from '@ant-design/icons'
import { useSearch } from '@tanstack/react-router'
import { limits } from '@trackway/core/codes/limits.ts'
import type { Location } from '@trackway/core/features/locations/calls.ts'
import { App } from 'antd'
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { copyText } from '../../base/copy-text.ts'
import { useUrlChange } from '../../base/history-steps.ts'
import { useIsPhone } from '../../base/use-is-phone.ts'
import { usePageTitle } from '../../base/use-page-title.ts'
import { useTexts } from '../../base/use-texts.ts'
import { Resizer } from '../../ui/layout/Resizer.tsx'
import { coveredShare, PhoneSheet } from '../../ui/phone-sheet/PhoneSheet.tsx'
import type { VehicleMenuAt } from './actions/VehicleMenu.tsx'
import type { MonitorVerbs } from './actions/vehicle-actions.tsx'
import cardStyles from './card/DeviceCard.module.css'
import { DeviceColumn } from './column/DeviceColumn.tsx'
import { toggled } from './column/DeviceRows.tsx'
import { columnPx, useColumn } from './column/use-column.ts'
import type { FleetDevice } from './fleet/fleet-store.ts'
import { type LocationsUrlState, watchedOf } from './fleet/url-state.ts'
import { useFleet, useFleetView } from './fleet/use-fleet.ts'
import styles from './LocationsScreen.module.css'
import type { FleetActions } from './map/FleetOverlay.tsx'
import { LocationsMap } from './map/LocationsMap.tsx'
import { promptFor } from './prompts.ts'
import { StatusBar } from './StatusBar.tsx'
import { useLocationsKeys } from './use-locations-keys.ts'

/** What no first picture shows is loaded when it is opened, or while one looks. */
const loadCard = () => import('./card/DeviceCard.tsx')
const loadMenu = () => import('./actions/VehicleMenu.tsx')
const DeviceCard = lazy(async () => ({ default: (await loadCard()).DeviceCard }))
const VehicleMenu = lazy(async () => ({ default: (await loadMenu()).VehicleMenu }))
const SplitMaps = lazy(async () => ({ default: (await import('./map/SplitMaps.tsx')).SplitMaps }))
const LiveShareDialog = lazy(async () => ({
  default: (await import('../live-shares/LiveShareDialog.tsx')).LiveShareDialog,
}))

/** By then the first picture is there, and its tiles. */
const loadRestAfterMs = 2_000

/** Real-time monitoring: the list, the map and the card of the selected device. */
export function LocationsScreen() {
  const { t, format } = useTexts()
  const { message } = App.useApp()
  const isPhone = useIsPhone()
  const url: LocationsUrlState = useSearch({ strict: false })
  const changeUrl = useUrlChange<LocationsUrlState>()
  const column = useColumn()
  const { sort, isGrouped } = column
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set())
  const arrangement = useMemo(() => ({ sort, isGrouped, folded }), [sort, isGrouped, folded])
  /** Of a cluster, listed alone. */
  const [listed, setListed] = useState<ReadonlySet<number> | null>(null)
  const watched = useMemo(() => listed ?? watchedOf({ only: url.only }), [listed, url.only])
  const live = useFleet(url, arrangement, watched)
  const { store } = live
  const isLoading = useFleetView(store, (view) => view.isLoading)
  const hasDevices = useFleetView(store, (view) => view.total > 0)
  const actions = useRef<FleetActions | null>(null)
  const [followedId, setFollowedId] = useState<number | null>(null)
  const [lastFollowed, setLastFollowed] = useState<Location | null>(null)
  /** More than one: each has a map of its own. */
  const [split, setSplit] = useState<readonly number[]>([])
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [menu, setMenu] = useState<VehicleMenuAt | null>(null)
  const [shared, setShared] = useState<readonly string[] | null>(null)
  const selected = useFleetView(store, () => store.findByTerminal(url.terminalID ?? '') ?? null)

  useEffect(() => {
    if (isLoading) return
    const timer = setTimeout(() => {
      void loadCard()
      void loadMenu()
    }, loadRestAfterMs)
    return () => clearTimeout(timer)
  }, [isLoading])
  // What was chosen in one account means nothing in another.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the account changes
  useEffect(() => {
    setListed(null)
    setChosen(new Set())
    setSplit([])
  }, [url.userId])
  usePageTitle(t('locations.title'))

  const stopFollowing = useCallback(() => setFollowedId(null), [])
  const select = (device: Location | null, sheet?: LocationsUrlState['sheet']) => {
    changeUrl({ terminalID: device?.terminalID, ...(sheet && { sheet }) })
    setLastFollowed(null)
    if (device?.id !== followedId) setFollowedId(null)
    const prompt = device && promptFor(device)
    if (prompt) message.info(t(`locations.prompts.${prompt}`))
  }
  const selectFromList = (listed: FleetDevice) =>
    live.withTexts(listed, (device) => {
      select(device, isPhone ? 'half' : undefined)
      actions.current?.show(device, false)
    })
  const follow = (listed: FleetDevice) =>
    live.withTexts(listed, (device) => {
      if (device.lat === null) {
        message.info(t('locations.prompts.noPosition'))
        return
      }
      if (device.terminalID !== url.terminalID) select(device)
      actions.current?.show(device, true)
      setSplit([])
      setFollowedId(device.id)
      setLastFollowed(device)
    })
  const step = (by: 1 | -1) => {
    const view = store.getView()
    const at = selected ? view.rows.findIndex((row) => view.devices[row]!.id === selected.id) : -1
    const row = view.rows[at < 0 ? 0 : (at + by + view.rows.length) % view.rows.length]
    if (row !== undefined) selectFromList(view.devices[row]!)
  }
  const toggleFollow = (device: Location) => (followedId === device.id ? stopFollowing() : follow(device))

  const watchAll = () => {
    setListed(null)
    if (url.only !== undefined) changeUrl({ only: undefined })
  }
  const openMenu = (ids: readonly number[], x: number, y: number) => {
    if (ids.length > limits.devicesPerOperation)
      message.info(t('lists.tooMany', { most: format.number(limits.devicesPerOperation) }))
    else live.withTextsOf(ids, (devices) => devices.length > 0 && setMenu({ devices, x, y }))
  }
  /** Of a device among several that are chosen the menu is that of all of them. */
  const openMenuOf = (device: FleetDevice, x: number, y: number) =>
    openMenu(chosen.has(device.id) ? [...chosen] : [device.id], x, y)
  const verbs: MonitorVerbs = {
    follow: (devices) => {
      setSplit(devices.length > 1 ? devices.map(({ id }) => id) : [])
      if (devices.length === 1) toggleFollow(devices[0]!)
    },
    share: (devices) => setShared(devices.map(({ terminalID }) => terminalID)),
    copyIds: async (devices) => {
      const isCopied = await copyText(devices.map(({ terminalID }) => terminalID).join('\n'))
      if (isCopied) message.success(t('ui.copy.done'))
      else message.warning(t('ui.copy.failed'))
    },
    watchOnly: (devices) => {
      setListed(null)
      setChosen(new Set())
      changeUrl({ only: devices.map(({ id }) => id).join(',') })
    },
    choose: ([device]) => setChosen(toggled(chosen, device!.id)),
  }

  useLocationsKeys({
    onStep: step,
    onFollow: () => (selected ? toggleFollow(selected) : message.info(t('locations.prompts.selectDevice'))),
    onToggleList: () => column.change({ isOpen: !column.isOpen }),
    onEscape: () => {
      if (split.length > 1) setSplit([])
      else if (chosen.size > 0) setChosen(new Set())
      else if (followedId === null) select(null)
      else stopFollowing()
    },
  })

  const list = (
    <DeviceColumn
      live={live}
      search={url}
      selected={selected}
      isRich={column.isRich}
      onChange={changeUrl}
      onSelect={selectFromList}
      onOpen={follow}
      chosen={chosen}
      onChoose={setChosen}
      onMenu={openMenuOf}
      onMenuOfChosen={(x, y) => openMenu([...chosen], x, y)}
      watched={watched?.size ?? null}
      onWatchAll={watchAll}
      arrangement={arrangement}
      onArrange={({ folded, ...part }) => {
        if (folded) setFolded(folded)
        column.change(part)
      }}
      onToggleRich={() => column.change({ isRich: !column.isRich })}
      {...(!isPhone && { onCollapse: () => column.change({ isOpen: false }) })}
    />
  )
  const card = selected && (
    <Suspense
      fallback={
        <aside
          className={`${cardStyles.card} tw-rigid tw-surface tw-column tw-shrink-down`}
          aria-busy="true"
        />
      }
    >
      <DeviceCard
        device={selected}
        isFollowed={followedId === selected.id}
        verbs={verbs}
        onClose={() => select(null)}
      />
    </Suspense>
  )
  const isNarrowed = Boolean(url.terminalID ?? url.q ?? url.show)
  const sheet = url.sheet ?? (selected ? 'half' : 'peek')
  const map = (
    <LocationsMap
      live={live}
      userId={url.userId}
      selected={selected}
      followedId={followedId}
      lastFollowed={lastFollowed}
      mayFit={selected !== null || !isLoading || (!isNarrowed && hasDevices)}
      coveredShare={isPhone ? coveredShare(sheet) : 0}
      onReady={(ready) => {
        actions.current = ready
      }}
      onSelect={(device) => (device ? live.withTexts(device, (known) => select(known)) : select(null))}
      onFollow={follow}
      onFollowEnd={stopFollowing}
      onMenu={openMenuOf}
      onList={(devices) => {
        setListed(new Set(devices.map(({ id }) => id)))
        if (isPhone) changeUrl({ terminalID: undefined, sheet: 'full' })
        else column.change({ isOpen: true })
      }}
    />
  )
  const maps =
    split.length > 1 ? (
      <Suspense>
        <SplitMaps
          live={live}
          ids={split}
          onSelect={selectFromList}
          onEnd={(id) => setSplit(split.filter((other) => other !== id))}
          onEndAll={() => setSplit([])}
        />
      </Suspense>
    ) : (
      map
    )
  const overlays = (
    <Suspense>
      {menu && <VehicleMenu at={menu} verbs={verbs} onClose={() => setMenu(null)} />}
      {shared && <LiveShareDialog terminalIDs={shared} onClose={() => setShared(null)} />}
    </Suspense>
  )

  if (isPhone) {
    return (
      <div
        className={`${styles.phone} tw-relative tw-full-height tw-clip`}
        data-news-over={sheet === 'full' ? undefined : ''}
      >
        <h1 className="tw-visually-hidden">{t('locations.title')}</h1>
        {maps}
        {overlays}
        <PhoneSheet height={sheet} onHeight={(sheet) => changeUrl({ sheet })}>
          {card ?? list}
        </PhoneSheet>
      </div>
    )
  }
  return (
    <div className={`${styles.home} tw-full-height tw-shrink-down`} data-card={selected !== null}>
      <h1 className="tw-visually-hidden">{t('locations.title')}</h1>
      {column.isOpen ? (
        <section
          className={`${styles.column} tw-rigid tw-relative tw-surface tw-column tw-shrink-down`}
          style={{ width: column.width }}
          aria-label={t('locations.devices')}
        >
          {list}
          <Resizer
            label={t('locations.resize')}
            edge="right"
            px={column.width}
            min={columnPx.min}
            max={columnPx.max}
            onResize={(width) => column.change({ width })}
          />
        </section>
      ) : (
        <button
          type="button"
          className={`${styles.unfold} tw-muted tw-rigid tw-surface`}
          aria-label={t('locations.expand')}
          onClick={() => column.change({ isOpen: true })}
        >
          <MenuUnfoldOutlined />
        </button>
      )}
      <section className="tw-grow tw-column" aria-label={t('map.label')}>
        <div className="tw-fill">{maps}</div>
        <StatusBar live={live} />
      </section>
      {card}
      {overlays}
    </div>
  )
}
