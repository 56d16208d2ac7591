import { indexAt } from '@trackway/core/track/columns.ts'
import { useTranslation } from 'react-i18next'
import { visibleColumns } from '../../../ui/list/data-table.ts'
import { useColumnChoice } from '../../../ui/list/use-column-choice.ts'
import { exclusionReasonOf } from '../replay/mileage-exclusion.ts'
import { useReplay } from '../replay/replay-context.ts'
import { usePlayerPart } from '../replay/use-player.ts'
import { pointTable, usePointColumns } from './use-point-columns.tsx'
import { VirtualTable } from './VirtualTable.tsx'

/** Every position of the active device, those that are not on the line among them, with the reason. */
export function PointTable() {
  const { t } = useTranslation()
  const { player, active } = useReplay()
  const { track } = active
  const current = usePlayerPart(player, ({ time }) =>
    // Before its first point the table stands at its beginning.
    Math.max(0, indexAt(track, time + 1) - 1),
  )
  const [chosen] = useColumnChoice(pointTable)
  return (
    <VirtualTable
      label={t('tracks.tab.points')}
      columns={visibleColumns(usePointColumns(), chosen)}
      count={track.length}
      current={current}
      isMuted={(index) => exclusionReasonOf(track, index) !== null}
      onRow={(index) => player.seek(track.fixTime[index]!)}
    />
  )
}
