import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { busCalls, type PublicBusLine } from '@trackway/core/api/bus.ts'
import { lineGeometry, placeOnLine } from '@trackway/core/bus/line-geometry.ts'
import { Alert, Button } from 'antd'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, api } from '../../base/api.ts'
import { errorText } from '../../base/error-text.ts'
import { TimeZoneContext } from '../../base/time-zone.ts'
import { useFormat } from '../../base/use-format.ts'
import { MapPin } from '../../map/overlays/MapPins.tsx'
import pinStyles from '../../map/overlays/pin.module.css'
import { MapControls } from '../../map/view/MapControls.tsx'
import { MapView } from '../../map/view/MapView.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { LanguageMenu, ThemeMenu } from '../../ui/PreferenceMenus.tsx'
import { ScreenLoading } from '../../ui/ScreenLoading.tsx'
import { DelayTag } from './live/DelayTag.tsx'
import { LineDiagram } from './live/LineDiagram.tsx'
import { FitLine, LineLayer } from './map/LineLayer.tsx'
import styles from './public-line.module.css'

const route = getRouteApi('/busLine/$token')
const askMs = 10_000

/** One line for its passengers, behind a link: no account, and nothing but the line. */
export function PublicLineScreen() {
  const { t } = useTranslation()
  const { token } = route.useParams()
  const isCounted = useRef(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['bus', 'shared', token],
    queryFn: async ({ signal }) => {
      const shown = await api(busCalls.shared, { token, isAgain: isCounted.current }, { signal })
      isCounted.current = true
      return shown
    },
    refetchInterval: ({ state }) => (isGone(state.error) ? false : askMs),
    retry: false,
  })
  if (data && !isGone(error))
    return (
      <TimeZoneContext.Provider value={data.timeZone}>
        <SharedLine line={data} isPaused={error !== null} />
      </TimeZoneContext.Provider>
    )
  if (error === null) return <ScreenLoading />
  return (
    <main className="tw-centre">
      <EmptyState
        isPage
        picture={<Logo />}
        title={t(isGone(error) ? 'bus.public.gone' : 'bus.title')}
        text={isGone(error) ? t('bus.public.goneText') : errorText(error, t)}
        action={!isGone(error) && <Button onClick={() => void refetch()}>{t('bus.public.again')}</Button>}
      />
    </main>
  )
}

function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.result === 'notFound'
}

function SharedLine({ line, isPaused }: { line: PublicBusLine; isPaused: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [again, setAgain] = useState(0)
  const { name, direction, colour, stops, vehicles, lengthM, expireTime, now } = line
  // Asked again and again, a line is mostly the same.
  const shapeText = JSON.stringify(line.shape)
  const shape = useMemo(() => JSON.parse(shapeText) as PublicBusLine['shape'], [shapeText])
  const way = useMemo(() => lineGeometry(shape, []), [shape])
  const nameOf = (number: number) => t('bus.public.vehicle', { number })
  useEffect(() => {
    document.title = `${name} · Trackway`
  }, [name])
  const ends = stops.length > 1 ? `${stops[0]!.name} – ${stops.at(-1)!.name}` : ''
  return (
    <main className={styles.screen}>
      <header className={styles.header}>
        <Logo />
        <h1>
          <i style={{ background: colour }} aria-hidden />
          {name}
        </h1>
        <span className="tw-muted">
          {t(`reports.busDirection.${direction}`)} {ends}
        </span>
        <span className={`tw-muted tw-small ${styles.until}`}>
          {t('ui.link.until', { time: format.dateTime(expireTime) })}
        </span>
        <LanguageMenu />
        <ThemeMenu />
      </header>
      {isPaused && <Alert type="warning" showIcon banner title={t('bus.public.paused')} />}
      <div className={styles.body}>
        <div className={styles.diagram}>
          <p className="tw-muted tw-small">{t('bus.public.at', { time: format.time(now) })}</p>
          <LineDiagram
            colour={colour}
            lengthM={lengthM}
            stops={stops}
            now={now}
            buses={vehicles.map(({ number, alongM, deviationS }) => ({
              ...{ key: String(number), name: nameOf(number), alongM, deviationS, isOff: false },
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
        <div className={styles.map}>
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
    </main>
  )
}
