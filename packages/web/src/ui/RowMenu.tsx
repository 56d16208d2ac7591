import { MoreOutlined } from '@ant-design/icons'
import { Button, Dropdown, type MenuProps, Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'

export type MenuItems = NonNullable<MenuProps['items']>

/** The menu of further actions of a row, opened by three dots. */
export function RowMenu({ name, items }: { name: string; items: MenuItems }) {
  const { t } = useTranslation()
  const label = t('ui.table.more', { name })
  return (
    <Dropdown trigger={['click']} menu={{ items }}>
      <Tooltip title={label} mouseEnterDelay={0.4}>
        <Button
          type="text"
          icon={<MoreOutlined />}
          aria-label={label}
          onDoubleClick={(event) => event.stopPropagation()}
        />
      </Tooltip>
    </Dropdown>
  )
}
