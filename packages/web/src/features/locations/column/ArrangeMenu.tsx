import { SortAscendingOutlined } from '@ant-design/icons'
import { Button, Dropdown, Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { type ListSort, listSorts } from '../fleet/list-order.ts'

interface ArrangeMenuProps {
  sort: ListSort
  isGrouped: boolean
  onChange: (part: { sort?: ListSort; isGrouped?: boolean }) => void
}

/** What the list is sorted by, and whether it is grouped by account. */
export function ArrangeMenu({ sort, isGrouped, onChange }: ArrangeMenuProps) {
  const { t } = useTranslation()
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        selectable: true,
        multiple: true,
        selectedKeys: isGrouped ? [sort, 'grouped'] : [sort],
        onClick: ({ key }) =>
          onChange(key === 'grouped' ? { isGrouped: !isGrouped } : { sort: key as ListSort }),
        items: [
          {
            key: 'sort',
            type: 'group',
            label: t('locations.sortBy'),
            children: listSorts.map((key) => ({ key, label: t(`locations.sort.${key}`) })),
          },
          { type: 'divider' },
          { key: 'grouped', label: t('locations.groupByAccount') },
        ],
      }}
    >
      <Tooltip title={t('locations.arrange')}>
        <Button type="text" aria-label={t('locations.arrange')} icon={<SortAscendingOutlined />} />
      </Tooltip>
    </Dropdown>
  )
}
