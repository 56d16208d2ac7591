import type { Episode } from '@trackway/core/track/episodes/episode.ts'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../base/use-format.ts'
import { PlaceName } from '../replay/PlaceName.tsx'
import { useReplay } from '../replay/replay-context.ts'
import { usePlayerPart } from '../replay/use-player.ts'
import { changeView } from '../replay/use-replay-view.ts'
import { type VirtualColumn, VirtualTable } from './VirtualTable.tsx'

/** Trips, or the times the vehicle was too fast. */
export function EpisodeTable({ kind, rows }: { kind: 'trip' | 'overspeed'; rows: readonly Episode[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { player } = useReplay()
  const current = usePlayerPart(player, ({ time }) =>
    rows.findIndex(({ from, to }) => time >= from && time < to),
  )
  const at = (index: number) => rows[index]!
  const columns: VirtualColumn[] = [
    {
      key: 'from',
      title: t('tracks.column.from'),
      width: '132px',
      render: (index) => format.dateTime(at(index).from),
    },
    {
      key: 'duration',
      title: t('tracks.column.duration'),
      width: '84px',
      isNumber: true,
      render: (index) => format.duration(at(index).to - at(index).from),
    },
    {
      key: 'distance',
      title: t('tracks.distance'),
      width: '64px',
      isNumber: true,
      render: (index) => format.distance(at(index).distanceM),
    },
    {
      key: 'max',
      title: t('tracks.maxSpeed'),
      width: '72px',
      isNumber: true,
      render: (index) => format.speed(at(index).maxSpeedKmh),
    },
    kind === 'overspeed'
      ? {
          key: 'limit',
          title: t('tracks.column.limit'),
          width: 'minmax(84px, 1fr)',
          isNumber: true,
          render: (index) => format.speed(at(index).fromValue),
        }
      : {
          key: 'to',
          title: t('tracks.column.toPlace'),
          width: 'minmax(110px, 1fr)',
          render: (index) => <EndPlace episode={at(index)} />,
        },
  ]
  return (
    <VirtualTable
      label={t(`tracks.tab.${kind === 'trip' ? 'trips' : 'overspeed'}`)}
      columns={columns}
      count={rows.length}
      current={current}
      onRow={(index) => {
        const { from, to } = at(index)
        player.seek(from)
        changeView({ shownOnMap: { from, to } })
      }}
      onHover={(index) => changeView({ pointedAt: index === null ? null : at(index) })}
    />
  )
}

function EndPlace({ episode: { toLat, toLon } }: { episode: Episode }) {
  return toLat === null || toLon === null ? null : <PlaceName lat={toLat} lon={toLon} short />
}
