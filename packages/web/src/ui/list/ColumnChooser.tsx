import { SettingOutlined } from '@ant-design/icons'
import { Button, Checkbox, Popover } from 'antd'
import { useTranslation } from 'react-i18next'
import { type Column, visibleColumns } from './data-table.ts'

interface ColumnChooserProps<Row> {
  columns: Column<Row>[]
  chosen: string[] | null
  onChoose: (keys: string[] | null) => void
}

export function ColumnChooser<Row>({ columns, chosen, onChoose }: ColumnChooserProps<Row>) {
  const { t } = useTranslation()
  const shown = visibleColumns(columns, chosen).map((column) => column.key)
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      content={
        <div className="tw-columns">
          <Checkbox.Group
            value={shown}
            onChange={onChoose}
            options={columns.map(({ key, title, isFixed }) => ({
              value: key,
              label: title,
              disabled: isFixed === true,
            }))}
          />
          <Button type="link" size="small" disabled={chosen === null} onClick={() => onChoose(null)}>
            {t('ui.table.defaultColumns')}
          </Button>
        </div>
      }
    >
      <Button icon={<SettingOutlined />}>{t('ui.table.columns')}</Button>
    </Popover>
  )
}
