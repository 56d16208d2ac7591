import { type BusLine, busCalls } from '@trackway/core/features/bus/calls.ts'
import { Alert } from 'antd'
import { useState } from 'react'
import { useCall } from '../../../base/queries/use-call.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { MapPin } from '../../../map/overlays/MapPins.tsx'
import pinStyles from '../../../map/overlays/pin.module.css'
import { MapControls } from '../../../map/view/MapControls.tsx'
import { MapNotices } from '../../../map/view/MapNotices.tsx'
import { MapView } from '../../../map/view/MapView.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import styles from '../bus.module.css'
import { FitLine, LineLayer } from '../map/LineLayer.tsx'
import { DelayTag } from './DelayTag.tsx'
import { type DiagramBus, LineDiagram } from './LineDiagram.tsx'
import { VehicleList } from './VehicleList.tsx'

const pollMs = 5_000

/** Where the vehicles of a line are now: on the map, along the line, and when they arrive. */
export function LiveTab({ line }: { line: BusLine }) {
  const { t, toText } = useTexts()
  const [again, setAgain] = useState(0)
  const { data, error } = useCall(
    ['busProgress', line.id, line.changeTime],
    busCalls.progress,
    { id: line.id },
    { refetchInterval: pollMs },
  )
  const vehicles = data?.vehicles ?? []
  const nameOf = new Map(vehicles.map(({ terminalID, displayName }) => [terminalID, displayName]))
  const buses = vehicles.flatMap(({ alongM, state, displayName, deviationS, terminalID }): DiagramBus[] =>
    alongM === null
      ? []
      : [{ key: terminalID, name: displayName, alongM, deviationS, isOff: state === 'offRoute' }],
  )
  return (
    <div className="tw-map-beside tw-fill tw-grid tw-gap-16">
      <Panel isFlush label={t('bus.route.map')}>
        <MapView>
          <LineLayer shape={line.shape} stops={line.stops} colour={line.colour} />
          {vehicles.map(({ terminalID, displayName, lat, lon, state }) =>
            lat === null || lon === null || state === 'offline' ? null : (
              <MapPin key={terminalID} lat={lat} lon={lon} isRaised={state === 'offRoute'}>
                <span
                  className={pinStyles.pin}
                  style={state === 'offRoute' ? { outline: '2px solid var(--tw-danger)' } : undefined}
                >
                  <span>{displayName}</span>
                </span>
              </MapPin>
            ),
          )}
          <FitLine places={[...line.shape, ...line.stops]} again={again} />
          <MapControls onFit={() => setAgain(again + 1)} />
          <MapNotices />
        </MapView>
      </Panel>
      <Panel isFlush label={t('bus.tab.live')}>
        {error && (
          <section className={`${styles.section} tw-column tw-line-below tw-padded tw-gap-12`}>
            <Alert type="error" showIcon title={toText(error)} />
          </section>
        )}
        <section className={`${styles.section} tw-column tw-line-below tw-padded tw-gap-12`}>
          <h2 className="tw-size-14">{t('bus.live.vehicles', { count: vehicles.length })}</h2>
          <VehicleList vehicles={vehicles} stops={line.stops} />
        </section>
        <section className={`${styles.section} tw-column tw-line-below tw-padded tw-gap-12`}>
          <h2 className="tw-size-14">{t('bus.live.stops')}</h2>
          <LineDiagram
            colour={line.colour}
            lengthM={line.lengthM}
            stops={line.stops}
            buses={buses}
            arrivals={(data?.arrivals ?? []).map((ofStop) =>
              ofStop.map(({ terminalID, ...arrival }) => ({
                ...arrival,
                name: terminalID === null ? null : (nameOf.get(terminalID) ?? terminalID),
              })),
            )}
            now={data?.now ?? Date.now()}
            badge={(bus) => (
              <>
                <b>{bus.name}</b>{' '}
                {bus.isOff ? (
                  <span className="tw-danger">{t('bus.state.offRoute')}</span>
                ) : (
                  <DelayTag deviationS={bus.deviationS} />
                )}
              </>
            )}
          />
        </section>
      </Panel>
    </div>
  )
}
