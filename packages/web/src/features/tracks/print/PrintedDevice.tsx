import { useIsDark } from '../../../base/theme/theme.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { useEpisodes } from '../loading/use-episodes.ts'
import { deviceColour } from '../replay/device-colours.ts'
import { numberStops } from '../replay/episode-rows.ts'
import { PlaceName } from '../replay/PlaceName.tsx'
import { type ReplayDevice, useReplay } from '../replay/replay-context.ts'
import { useTotals } from '../replay/use-totals.ts'

/** More rows than this are no printout any more; the file has all of them. */
const printedRows = 1_000

/** One device on paper: what its days amount to, and every trip and stop. */
export function PrintedDevice({ device }: { device: ReplayDevice }) {
  const { t, format, toText } = useTexts()
  const { span, share } = useReplay()
  const { episodes, isLoading, error } = useEpisodes({ terminalID: device.terminalID, span, share })
  const totals = useTotals(episodes)
  const rows = numberStops(episodes)
  return (
    <section data-print="device" aria-busy={isLoading}>
      <h2>
        <ColourOf device={device} />
        {device.name}
      </h2>
      {error !== null ? (
        <p>
          {t('tracks.noEpisodes')}: {toText(error)}
        </p>
      ) : (
        <p>{totals.map(({ name, value }) => `${name} ${value}`).join(' · ')}</p>
      )}
      {rows.length > 0 && (
        <table>
          <thead>
            <tr>
              <th />
              {(
                [
                  'column.from',
                  'column.to',
                  'column.duration',
                  'distance',
                  'maxSpeed',
                  'column.place',
                ] as const
              ).map((name) => (
                <th key={name}>{t(`tracks.${name}`)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, printedRows).map(({ episode, number }) => (
              <tr key={episode.from}>
                <td>{number ?? t('tracks.trip')}</td>
                <td>{format.dateTime(episode.from)}</td>
                <td>{format.dateTime(episode.to)}</td>
                <td>{format.duration(episode.to - episode.from)}</td>
                <td>{number === null && format.distance(episode.distanceM)}</td>
                <td>{number === null && format.speed(episode.maxSpeedKmh)}</td>
                <td>
                  {number !== null && episode.fromLat !== null && episode.fromLon !== null && (
                    <PlaceName lat={episode.fromLat} lon={episode.fromLon} short />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {rows.length > printedRows && (
        <p>{t('tracks.printedOf', { shown: printedRows, total: rows.length })}</p>
      )}
    </section>
  )
}

/** The colour of a device's line on the map above, where there are several. */
export function ColourOf({ device }: { device: ReplayDevice }) {
  const { devices } = useReplay()
  const isDark = useIsDark()
  if (devices.length < 2) return null
  return <i aria-hidden style={{ background: deviceColour(device.place, isDark) }} />
}
