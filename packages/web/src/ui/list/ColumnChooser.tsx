import { SettingOutlined } from '@ant-design/icons'
import { Button, Checkbox, Flex, Popover } from 'antd'
import { useTranslation } from 'react-i18next'
import { type Column, visibleColumns } from './data-table.ts'
import styles from './list.module.css'
import type { ColumnChoice } from './use-column-choice.ts'

interface ColumnChooserProps<Row> {
  columns: Column<Row>[]
  chosen: ColumnChoice
  onChoose: (keys: ColumnChoice) => void
}

export function ColumnChooser<Row>({ columns, chosen, onChoose }: ColumnChooserProps<Row>) {
  const { t } = useTranslation()
  const shown = visibleColumns(columns, chosen).map((column) => column.key)
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      content={
        <Flex vertical align="start" gap={8}>
          <Checkbox.Group
            className={styles.columns!}
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
        </Flex>
      }
    >
      <Button icon={<SettingOutlined />} title={t('ui.table.columns')} aria-label={t('ui.table.columns')} />
    </Popover>
  )
}
