import { getRouteApi } from '@tanstack/react-router'
import { busCalls, type PublicBusLine } from '@trackway/core/features/bus/calls.ts'
import { lineGeometry, placeOnLine } from '@trackway/core/features/bus/line-geometry.ts'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../base/api.ts'
import { useTexts } from '../../base/use-texts.ts'
import { MapPin } from '../../map/overlays/MapPins.tsx'
import pinStyles from '../../map/overlays/pin.module.css'
import { MapControls } from '../../map/view/MapControls.tsx'
import { MapView } from '../../map/view/MapView.tsx'
import { LinkScreen } from '../../ui/link/LinkScreen.tsx'
import { DelayTag } from './live/DelayTag.tsx'
import { LineDiagram } from './live/LineDiagram.tsx'
import { FitLine, LineLayer } from './map/LineLayer.tsx'
import styles from './public-line.module.css'

const route = getRouteApi('/busLine/$token')

/** One line for its passengers, by a public link: no account, and nothing but the line. */
export function PublicLineScreen() {
  const { t } = useTranslation()
  const { token } = route.useParams()
  return (
    <LinkScreen
      kind={t('bus.title')}
      queryKey={['bus', 'shared', token]}
      load={(signal, isFirst) => api(busCalls.shared, { token, isAgain: !isFirst }, { signal })}
      everyMs={10_000}
      name={({ name }) => name}
      mark={({ colour }) => <i className={styles.mark} style={{ background: colour }} aria-hidden />}
      facts={({ direction, stops }) => {
        const ends = stops.length > 1 ? `${stops[0]!.name} – ${stops.at(-1)!.name}` : ''
        return `${t(`reports.busDirection.${direction}`)} ${ends}`
      }}
    >
      {(line) => <SharedLine line={line} />}
    </LinkScreen>
  )
}

function SharedLine({ line }: { line: PublicBusLine }) {
  const { t, format } = useTexts()
  const [again, setAgain] = useState(0)
  const { colour, stops, vehicles, lengthM, now } = line
  // Requested repeatedly, a line is mostly the same.
  const shapeText = JSON.stringify(line.shape)
  const shape = useMemo(() => JSON.parse(shapeText) as PublicBusLine['shape'], [shapeText])
  const way = useMemo(() => lineGeometry(shape, []), [shape])
  const nameOf = (number: number) => t('bus.public.vehicle', { number })
  return (
    <div className={`${styles.body} tw-fill`}>
      <div className="tw-scroll tw-surface tw-padded">
        <p className="tw-muted tw-small tw-gap-below">{t('bus.public.at', { time: format.time(now) })}</p>
        <LineDiagram
          colour={colour}
          lengthM={lengthM}
          stops={stops}
          now={now}
          buses={vehicles.map(({ number, alongM, deviationS }) => ({
            key: String(number),
            name: nameOf(number),
            alongM,
            deviationS,
            isOff: false,
          }))}
          arrivals={line.arrivals.map((ofStop) =>
            ofStop.map(({ vehicle, ...arrival }) => ({
              ...arrival,
              name: vehicle === null ? null : nameOf(vehicle),
            })),
          )}
          badge={(bus) => (
            <>
              <b>{bus.name}</b> <DelayTag deviationS={bus.deviationS} />
            </>
          )}
        />
      </div>
      <div className={`${styles.map} tw-relative tw-shrink-down`}>
        <MapView>
          <LineLayer shape={shape} stops={stops} colour={colour} />
          {vehicles.map(({ number, alongM }) => {
            const { lat, lon } = placeOnLine(way, alongM)
            return (
              <MapPin key={number} lat={lat} lon={lon}>
                <span className={pinStyles.pin}>
                  <span>{nameOf(number)}</span>
                </span>
              </MapPin>
            )
          })}
          <FitLine places={shape} again={again} />
          <MapControls onFit={() => setAgain(again + 1)} />
        </MapView>
      </div>
    </div>
  )
}
