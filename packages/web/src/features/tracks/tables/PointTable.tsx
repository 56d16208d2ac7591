import { indexAt, noAltitude, noPlace, type Track } from '@trackway/core/track/columns.ts'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Format } from '../../../base/format.ts'
import { useFormat } from '../../../base/use-format.ts'
import { exclusionReasonOf, isLate } from '../replay/mileage-exclusion.ts'
import { PlaceName } from '../replay/PlaceName.tsx'
import { useReplay } from '../replay/replay-context.ts'
import { usePlayerPart } from '../replay/use-player.ts'
import { pointColumnNames, usePointColumns } from './point-columns.ts'
import { type VirtualColumn, VirtualTable } from './VirtualTable.tsx'

/** Every position of the active device, those that are not on the line among them, with the reason. */
export function PointTable() {
  const { t } = useTranslation()
  const format = useFormat()
  const { player, active } = useReplay()
  const { track } = active
  const current = usePlayerPart(player, ({ time }) =>
    // Before its first point the table stands at its beginning.
    Math.max(0, indexAt(track, time + 1) - 1),
  )
  const chosen = usePointColumns(({ columns }) => columns)
  const columns = useMemo(() => {
    const all = columnsOf(track, t, format)
    return pointColumnNames.filter((name) => chosen.includes(name)).map((name) => all[name])
  }, [track, t, format, chosen])
  return (
    <VirtualTable
      label={t('tracks.tab.points')}
      columns={columns}
      count={track.length}
      current={current}
      isMuted={(index) => exclusionReasonOf(track, index) !== null}
      onRow={(index) => player.seek(track.fixTime[index]!)}
    />
  )
}

function columnsOf(
  track: Track,
  t: TFunction,
  format: Format,
): Record<(typeof pointColumnNames)[number], VirtualColumn> {
  const number = (
    key: (typeof pointColumnNames)[number],
    width: string,
    render: (index: number) => string,
  ): VirtualColumn => ({ key, title: t(`tracks.column.${key}`), width, isNumber: true, render })
  const text = (key: (typeof pointColumnNames)[number], width: string, render: VirtualColumn['render']) => ({
    key,
    title: t(`tracks.column.${key}`),
    width,
    render,
  })
  const known = (value: number, unknown: number) => (value === unknown || Number.isNaN(value) ? null : value)
  const degrees = (valueE7: number) => (valueE7 === noPlace ? '–' : (valueE7 / 1e7).toFixed(5))
  return {
    fixTime: text('fixTime', '132px', (i) => format.dateTime(track.fixTime[i]!)),
    speedKmh: number('speedKmh', '76px', (i) => format.speed(known(track.speedKmh[i]!, Number.NaN))),
    courseDeg: number('courseDeg', '64px', (i) => {
      const course = known(track.courseDeg[i]!, -1)
      return course === null ? '–' : `${course}°`
    }),
    accOn: text('accOn', '64px', (i) =>
      track.accOn[i]! < 0 ? '–' : t(track.accOn[i] === 1 ? 'tracks.on' : 'tracks.off'),
    ),
    satellites: number('satellites', '76px', (i) => format.number(known(track.satellites[i]!, -1))),
    altitudeM: number('altitudeM', '76px', (i) => {
      const altitude = known(track.altitudeM[i]!, noAltitude)
      return altitude === null ? '–' : `${altitude} m`
    }),
    odometerM: number('odometerM', '92px', (i) => format.distance(known(track.odometerM[i]!, Number.NaN))),
    lat: number('lat', '84px', (i) => degrees(track.latE7[i]!)),
    lon: number('lon', '88px', (i) => degrees(track.lonE7[i]!)),
    state: text('state', 'minmax(120px, 1fr)', (i) => {
      const reason = exclusionReasonOf(track, i)
      return reason ? t(`tracks.why.${reason}`) : isLate(track, i) ? t('tracks.why.late') : ''
    }),
    address: text('address', 'minmax(180px, 1fr)', (i) =>
      track.latE7[i] === noPlace ? null : (
        <PlaceName lat={track.latE7[i]! / 1e7} lon={track.lonE7[i]! / 1e7} short isRough />
      ),
    ),
  }
}
