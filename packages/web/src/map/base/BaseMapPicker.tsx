import { CheckOutlined, DownOutlined } from '@ant-design/icons'
import { Button, Popover } from 'antd'
import { cloneElement, type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './BaseMapPicker.module.css'
import { type BaseMapId, baseMaps, isAvailable } from './base-maps.ts'
import mapButtonsStyles from './map-buttons.module.css'
import { chooseBaseMap, shownBaseMap, useBaseMap } from './use-base-map.ts'

/** The button on the map that opens the choice of base maps. */
export function BaseMapPicker() {
  const { t } = useTranslation()
  return (
    <BaseMapPopover placement="leftTop">
      <button type="button" className={mapButtonsStyles.button} aria-label={t('map.baseMap')}>
        <LayersIcon />
      </button>
    </BaseMapPopover>
  )
}

/** The choice of base maps on a page: its button says which one is shown. */
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
  children: ReactElement
}

/** The built-in and keyless maps first, then the six of S1's selector and the others with keys. */
function BaseMapPopover({ placement, children }: BaseMapPopoverProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const settings = useBaseMap((state) => state.settings)
  const shown = useBaseMap(shownBaseMap)
  const choose = (id: BaseMapId) => {
    chooseBaseMap(id)
    setOpen(false)
  }
  const list = (
    <div className={styles.maps} role="radiogroup" aria-label={t('map.baseMap')}>
      {baseMaps.map((baseMap) => {
        const isReady = isAvailable(baseMap, settings)
        return (
          // biome-ignore lint/a11y/useSemanticElements: a native radio cannot carry two lines of text
          <button
            key={baseMap.id}
            type="button"
            role="radio"
            aria-checked={baseMap.id === shown.id}
            className={styles.map}
            disabled={!isReady}
            onClick={() => choose(baseMap.id)}
          >
            <span
              className={styles.swatch}
              style={{ background: `var(--tw-swatch-${lookOf(baseMap.id)})` }}
              aria-hidden="true"
            />
            <span>
              {t(`map.base.${baseMap.id}`)}
              <br />
              <small className="tw-muted">
                {isReady ? t(`map.about.${baseMap.id}`) : t('map.notConfigured')}
              </small>
            </span>
            {baseMap.id === shown.id && <CheckOutlined aria-hidden="true" />}
          </button>
        )
      })}
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

/** Which of three small pictures stands for a base map. */
function lookOf(id: BaseMapId): 'offline' | 'satellite' | 'streets' {
  if (id === 'offline') return id
  return id.endsWith('Satellite') ? 'satellite' : 'streets'
}
