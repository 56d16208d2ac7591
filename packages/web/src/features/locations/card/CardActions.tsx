import {
  AimOutlined,
  BorderOuterOutlined,
  CompassOutlined,
  EditOutlined,
  EyeOutlined,
  HistoryOutlined,
  ShareAltOutlined,
  SlidersOutlined,
  ThunderboltOutlined,
} from '@ant-design/icons'
import { Link } from '@tanstack/react-router'
import type { Location } from '@trackway/core/api/monitor/locations.ts'
import { isInMainlandChina } from '@trackway/core/geo/china.ts'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../base/language.ts'
import { useCan } from '../../../base/session.ts'
import { textOfArea } from '../../../map/drawing/area-text.ts'
import { LiveShareDialog } from '../../live-shares/LiveShareDialog.tsx'
import { DeviceSettings } from '../../track-settings/DeviceSettings.tsx'
import styles from './CardActions.module.css'
import { navigateUrl, streetViewUrl } from './map-links.ts'

/** Of a fence around the device, until it is drawn otherwise. */
const fenceRadiusM = 300

interface CardActionsProps {
  device: Location
  isFollowed: boolean
  onFollow: () => void
}

/** What can be done with the selected device. Actions that are not possible are not offered. */
export function CardActions({ device, isFollowed, onFollow }: CardActionsProps) {
  const { t } = useTranslation()
  const language = useLanguage((state) => state.language)
  const mayReplay = useCan('main:track')
  const mayEdit = useCan('main:devices_management')
  const mayFence = useCan('main:fence')
  const mayCommand = useCan('main:command')
  const { lat, lon, terminalID } = device
  const [isSharing, setSharing] = useState(false)
  const place = lat === null || lon === null ? null : { lat, lon, name: device.displayName }
  return (
    <nav className={styles.actions} aria-label={t('locations.actions')}>
      {place && (
        <button type="button" className={styles.action} aria-pressed={isFollowed} onClick={onFollow}>
          <Face icon={<AimOutlined />} text={t(isFollowed ? 'locations.following' : 'locations.follow')} />
        </button>
      )}
      {mayReplay && (
        <Link to="/index/track" search={{ terminalID }} className={styles.action}>
          <Face icon={<HistoryOutlined />} text={t('locations.replay')} />
        </Link>
      )}
      {place && (
        <a className={styles.action} href={navigateUrl(place, language)} target="_blank" rel="noreferrer">
          <Face icon={<CompassOutlined />} text={t('locations.navigate')} />
        </a>
      )}
      {place && !isInMainlandChina(place.lon, place.lat) && (
        <a className={styles.action} href={streetViewUrl(place)} target="_blank" rel="noreferrer">
          <Face icon={<EyeOutlined />} text={t('locations.streetView')} />
        </a>
      )}
      <button type="button" className={styles.action} aria-haspopup="dialog" onClick={() => setSharing(true)}>
        <Face icon={<ShareAltOutlined />} text={t('locations.share')} />
      </button>
      {isSharing && <LiveShareDialog terminalID={terminalID} onClose={() => setSharing(false)} />}
      {mayFence && place && (
        <Link
          to="/index/fence"
          search={{
            edit: 'new',
            area: textOfArea({ shape: 'circle', lat: place.lat, lon: place.lon, radiusM: fenceRadiusM }),
            forDevice: terminalID,
          }}
          className={styles.action}
        >
          <Face icon={<BorderOuterOutlined />} text={t('fences.here')} />
        </Link>
      )}
      {mayCommand && (
        <Link to="/index/directive" search={{ terminalID }} className={styles.action}>
          <Face icon={<ThunderboltOutlined />} text={t('locations.commands')} />
        </Link>
      )}
      {mayEdit && (
        <Link to="/index/device/deviceList" search={{ search: terminalID }} className={styles.action}>
          <Face icon={<EditOutlined />} text={t('locations.manage')} />
        </Link>
      )}
      <DeviceSettings device={{ terminalID, name: device.displayName }}>
        <button type="button" className={styles.action} aria-haspopup="menu">
          <Face icon={<SlidersOutlined />} text={t('locations.settings')} />
        </button>
      </DeviceSettings>
    </nav>
  )
}

function Face({ icon, text }: { icon: ReactNode; text: string }) {
  return (
    <>
      {icon}
      <span className="tw-ellipsis">{text}</span>
    </>
  )
}
