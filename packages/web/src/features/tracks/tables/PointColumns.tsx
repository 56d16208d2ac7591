import { useTranslation } from 'react-i18next'
import { ColumnChooser } from '../../../ui/list/ColumnChooser.tsx'
import {
  choosePointColumns,
  defaultPointColumns,
  pointColumnNames,
  usePointColumns,
} from './point-columns.ts'

/** Chooses the columns of the table of positions. */
export function PointColumns() {
  const { t } = useTranslation()
  const columns = usePointColumns((state) => state.columns)
  return (
    <ColumnChooser
      columns={pointColumnNames.map((key) => ({
        key,
        title: t(`tracks.column.${key}`),
        render: () => null,
        isFixed: key === 'fixTime',
        isOptional: !defaultPointColumns.includes(key),
      }))}
      chosen={columns === defaultPointColumns ? null : [...columns]}
      onChoose={(keys) =>
        choosePointColumns(
          keys && pointColumnNames.filter((name) => name === 'fixTime' || keys.includes(name)),
        )
      }
    />
  )
}
