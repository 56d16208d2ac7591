import { CheckOutlined, DownOutlined } from '@ant-design/icons'
import { Link } from '@tanstack/react-router'
import type { BaseMapId } from '@trackway/core/features/map-order/calls.ts'
import { Button, Popover } from 'antd'
import type OlMap from 'ol/Map'
import { cloneElement, type ReactElement, type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan, useSession } from '../../base/session.ts'
import { useStreetFiles } from '../streets/street-files.ts'
import styles from './BaseMapPicker.module.css'
import { type BaseMap, baseMaps, isAvailable } from './base-maps.ts'
import mapButtonsStyles from './map-buttons.module.css'
import { chooseBaseMap, menuEvent, shownBaseMap, useBaseMap } from './use-base-map.ts'

/** The button on the map that opens the choice of base maps. */
export function BaseMapPicker({ map }: { map: OlMap }) {
  const { t } = useTranslation()
  return (
    <BaseMapPopover placement="leftTop" map={map}>
      <button
        type="button"
        className={`${mapButtonsStyles.button} tw-choice tw-middle`}
        aria-label={t('map.baseMap')}
      >
        <LayersIcon />
      </button>
    </BaseMapPopover>
  )
}

/** The choice of base maps on a page: its button names the one that is shown. */
export function BaseMapField() {
  const { t } = useTranslation()
  const shown = useBaseMap(shownBaseMap)
  const name = t(`map.base.${shown.id}`)
  return (
    <BaseMapPopover placement="bottomLeft">
      <Button icon={<DownOutlined />} iconPlacement="end" aria-label={`${t('map.baseMap')}: ${name}`}>
        {name}
      </Button>
    </BaseMapPopover>
  )
}

interface BaseMapPopoverProps {
  placement: 'leftTop' | 'bottomLeft'
  /** The map it lies on, whose `menuEvent` opens it. */
  map?: OlMap
  children: ReactElement
}

/** The best one by itself, then each: the built-in and keyless maps first, and those with keys. */
function BaseMapPopover({ placement, map, children }: BaseMapPopoverProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const open = () => setOpen(true)
    map?.addEventListener(menuEvent, open)
    return () => map?.removeEventListener(menuEvent, open)
  }, [map])
  const { settings, chosen, shown, silent } = useBaseMap()
  const choose = (id: BaseMapId | null) => {
    chooseBaseMap(id)
    setOpen(false)
  }
  const list = (
    <div className={styles.maps}>
      <div role="radiogroup" className="tw-scroll tw-grid tw-gap-2" aria-label={t('map.baseMap')}>
        <Choice
          isChosen={chosen === null}
          isDisabled={false}
          look={lookOf(shown)}
          title={t('map.best')}
          note={t('map.bestNote', { map: t(`map.base.${shown}`) })}
          onChoose={() => choose(null)}
        />
        {baseMaps.map((baseMap) => (
          <Choice
            key={baseMap.id}
            isChosen={chosen === baseMap.id}
            isDisabled={!isAvailable(baseMap, settings)}
            look={lookOf(baseMap.id)}
            title={t(`map.base.${baseMap.id}`)}
            note={
              silent.includes(baseMap.id) ? (
                t('map.silent')
              ) : (
                <Note baseMap={baseMap} isReady={isAvailable(baseMap, settings)} />
              )
            }
            onChoose={() => choose(baseMap.id)}
          />
        ))}
      </div>
      <SetUp />
    </div>
  )
  return (
    <Popover
      content={list}
      trigger="click"
      placement={placement}
      open={isOpen}
      onOpenChange={setOpen}
      arrow={false}
    >
      {cloneElement(children, { 'aria-expanded': isOpen } as object)}
    </Popover>
  )
}

interface ChoiceProps {
  isChosen: boolean
  isDisabled: boolean
  look: ReturnType<typeof lookOf>
  title: string
  note: ReactNode
  onChoose: () => void
}

function Choice({ isChosen, isDisabled, look, title, note, onChoose }: ChoiceProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a native radio cannot carry two lines of text
    <button
      type="button"
      role="radio"
      aria-checked={isChosen}
      className={`${styles.map} tw-choice tw-row-button tw-grid tw-gap-10`}
      disabled={isDisabled}
      onClick={onChoose}
    >
      <span className={styles.swatch} style={{ background: `var(--tw-swatch-${look})` }} aria-hidden="true" />
      <span>
        {title}
        <br />
        <small className="tw-muted">{note}</small>
      </span>
      {isChosen && <CheckOutlined aria-hidden="true" />}
    </button>
  )
}

/** What a map shows, or what it needs. */
function Note({ baseMap, isReady }: { baseMap: BaseMap; isReady: boolean }) {
  const { t } = useTranslation()
  const files = useStreetFiles((state) => state.files) ?? []
  if (!isReady) return t('map.needsKey')
  if (baseMap.id !== 'offline' || files.length === 0) return t(`map.about.${baseMap.id}`)
  const [first, second, ...others] = files.map(({ name }) => name)
  const names = second === undefined ? first : `${first}, ${second}`
  return t(others.length > 0 ? 'map.streetsOfMore' : 'map.streetsOf', { names, more: others.length })
}

/** Who may set maps up, or their order for himself, reads where. */
function SetUp() {
  const { t } = useTranslation()
  const mayStreets = useCan('main:system_config')
  const mayKeys = useCan('main:system_config_mapkey')
  const isSignedIn = useSession(({ user }) => user !== null)
  if (!isSignedIn) return null
  return (
    <div className={`${styles.setUp} tw-tiny tw-wrap tw-line-above`}>
      {mayStreets && (
        <Link to="/index/system/$tab" params={{ tab: 'streetMaps' }} search={{}}>
          {t('map.setUpStreets')}
        </Link>
      )}
      {mayKeys && (
        <Link to="/index/system/$tab" params={{ tab: 'mapKey' }} search={{}}>
          {t('map.setUpKeys')}
        </Link>
      )}
      <Link to="/index/personal/$tab" params={{ tab: 'maps' }}>
        {t('map.order.title')}
      </Link>
    </div>
  )
}

function LayersIcon() {
  return (
    <svg
      viewBox="0 0 24 24"
      width="18"
      height="18"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      aria-hidden="true"
    >
      <path d="m12 4 9 5-9 5-9-5z" strokeLinejoin="round" />
      <path d="m4 13.5 8 4.5 8-4.5" strokeLinejoin="round" strokeLinecap="round" />
    </svg>
  )
}

/** Which of three small pictures a base map is shown by. */
function lookOf(id: BaseMapId): 'offline' | 'satellite' | 'streets' {
  if (id === 'offline') return id
  return id.endsWith('Satellite') ? 'satellite' : 'streets'
}
