import { PlusOutlined } from '@ant-design/icons'
import { getRouteApi } from '@tanstack/react-router'
import type { Device } from '@trackway/core/api/devices.ts'
import { limits } from '@trackway/core/codes/limits.ts'
import { Button } from 'antd'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { amends } from '../../base/history-steps.ts'
import { useFormat } from '../../base/use-format.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { DataTable } from '../../ui/list/DataTable.tsx'
import type { TablePart } from '../../ui/list/data-table.ts'
import { DeviceActions } from './DeviceActions.tsx'
import { DeviceFilters } from './DeviceFilters.tsx'
import { deviceColumns } from './device-columns.tsx'
import { countFilters, type DeviceListSearch, noFilters } from './search.ts'
import { defaultSort, devicePart, useDevices } from './use-devices.ts'

const route = getRouteApi('/index/device/deviceList')

interface DeviceListProps {
  /** Null for those who may not add. */
  onAdd: (() => void) | null
  onEdit: (device: Device) => void
}

export function DeviceList({ onAdd, onEdit }: DeviceListProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const devices = useDevices(search)

  /** Another filter begins at the first page. */
  const filter = useCallback(
    (change: Partial<DeviceListSearch>) =>
      void navigate({
        search: (was) => ({ ...was, pageNum: undefined, ...change }),
        replace: amends(change),
      }),
    [navigate],
  )
  const show = ({ pageNum, pageSize, sort, isDescending }: TablePart) =>
    filter({
      pageNum: pageNum === 1 ? undefined : pageNum,
      pageSize: pageSize === limits.defaultPageSize ? undefined : pageSize,
      sort: sort === defaultSort ? undefined : (sort as DeviceListSearch['sort']),
      isRising: isDescending ? undefined : true,
    })
  const isFiltered = countFilters(search) > 0

  return (
    <DataTable
      name="devices"
      label={t('devices.title')}
      columns={deviceColumns(t, format)}
      rowKey={(device) => device.terminalID}
      rows={devices.data?.list}
      total={devices.data?.total ?? 0}
      part={devicePart(search)}
      onPart={show}
      isStale={devices.isPlaceholderData}
      error={devices.error}
      onRetry={() => void devices.refetch()}
      onOpen={onEdit}
      actions={(device) => <DeviceActions device={device} onEdit={() => onEdit(device)} />}
      tools={<DeviceFilters search={search} onFilter={filter} />}
      empty={
        isFiltered ? (
          <EmptyState
            title={t('devices.noneFound')}
            text={t('devices.noneFoundText')}
            action={<Button onClick={() => filter(noFilters)}>{t('devices.clearFilters')}</Button>}
          />
        ) : (
          <EmptyState
            title={t('devices.none')}
            text={t(onAdd ? 'devices.noneText' : 'devices.noneTextOnly')}
            action={
              onAdd && (
                <Button type="primary" icon={<PlusOutlined />} onClick={onAdd}>
                  {t('devices.add')}
                </Button>
              )
            }
          />
        )
      }
    />
  )
}
