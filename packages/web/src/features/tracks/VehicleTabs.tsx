import { useTranslation } from 'react-i18next'
import { useIsDark } from '../../base/theme/theme.ts'
import { deviceColour } from './replay/device-colours.ts'
import { useReplay } from './replay/replay-context.ts'
import styles from './VehicleTabs.module.css'

/** The vehicles above the list of the one that is chosen, each with the colour of its line. */
export function VehicleTabs() {
  const { t } = useTranslation()
  const isDark = useIsDark()
  const { devices, active, activate } = useReplay()
  return (
    <div className={styles.tabs} role="tablist" aria-label={t('tracks.vehicles')}>
      {devices.map(({ terminalID, name, place }) => (
        <button
          key={terminalID}
          type="button"
          role="tab"
          className="tw-ellipsis"
          aria-selected={terminalID === active.terminalID}
          title={name}
          style={{ '--tab': deviceColour(place, isDark) } as React.CSSProperties}
          onClick={() => activate(terminalID)}
        >
          {name}
        </button>
      ))}
    </div>
  )
}
