import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsDark } from '../../../base/theme/theme.ts'
import { useFormat } from '../../../base/use-texts.ts'
import { speedBands } from '../../../map/track-line/speed-bands.ts'
import styles from './SpeedLegend.module.css'

/** What the colours of the line mean. */
export function SpeedLegend() {
  const { t } = useTranslation()
  const isDark = useIsDark()
  const unit = useFormat().shownUnit('km/h')
  const shown = (kmh: number) => Math.round(unit.of(kmh))
  return (
    <fieldset className={`${styles.legend} tw-corner tw-plate tw-row tw-gap-4`}>
      <legend className="tw-visually-hidden">{t('tracks.legend')}</legend>
      {speedBands.map((band, index) => (
        <Fragment key={band.belowKmh}>
          <i className="tw-swatch" style={{ background: band[isDark ? 'dark' : 'light'] }} />
          {Number.isFinite(band.belowKmh)
            ? shown(band.belowKmh)
            : `${shown(speedBands[index - 1]!.belowKmh)}+`}
        </Fragment>
      ))}
      <span className="tw-muted">{unit.name}</span>
    </fieldset>
  )
}
