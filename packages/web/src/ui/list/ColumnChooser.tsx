import { SettingOutlined } from '@ant-design/icons'
import { Button, Checkbox, Divider, Flex, Popover, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { type Column, visibleColumns } from './data-table.ts'
import { setCompactRows, useCompactRows } from './density.ts'
import styles from './list.module.css'
import type { ColumnChoice } from './use-column-choice.ts'

interface ColumnChooserProps<Row> {
  columns: Column<Row>[]
  chosen: ColumnChoice
  onChoose: (keys: ColumnChoice) => void
  /** After another height of the rows was chosen. */
  onDensity?: () => void
}

/** Which columns a table shows, and how high the rows of all tables are. */
export function ColumnChooser<Row>({ columns, chosen, onChoose, onDensity }: ColumnChooserProps<Row>) {
  const isCompact = useCompactRows()
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
          <Divider className="tw-flat" />
          {/* biome-ignore lint/a11y/noLabelWithoutControl: the switch is within it */}
          <label className="tw-row">
            <Switch
              size="small"
              checked={isCompact}
              onChange={(next) => {
                setCompactRows(next)
                onDensity?.()
              }}
            />
            {t('ui.table.compact')}
          </label>
        </Flex>
      }
    >
      <Button icon={<SettingOutlined />} title={t('ui.table.columns')} aria-label={t('ui.table.columns')} />
    </Popover>
  )
}
