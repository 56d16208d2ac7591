import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsDark } from '../../../base/theme/theme.ts'
import { speedBands } from '../../../map/track-line/speed-bands.ts'
import styles from './SpeedLegend.module.css'

/** What the colours of the line mean. */
export function SpeedLegend() {
  const { t } = useTranslation()
  const isDark = useIsDark()
  return (
    <fieldset className={`${styles.legend} tw-plate`}>
      <legend className="tw-visually-hidden">{t('tracks.legend')}</legend>
      {speedBands.map((band, index) => (
        <Fragment key={band.belowKmh}>
          <i style={{ background: band[isDark ? 'dark' : 'light'] }} />
          {Number.isFinite(band.belowKmh) ? band.belowKmh : `${speedBands[index - 1]?.belowKmh}+`}
        </Fragment>
      ))}
      <span className="tw-muted">km/h</span>
    </fieldset>
  )
}
