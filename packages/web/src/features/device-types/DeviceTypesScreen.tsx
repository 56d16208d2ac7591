import { EditOutlined } from '@ant-design/icons'
import { Link } from '@tanstack/react-router'
import { isServed, typeName, wireLabel } from '@trackway/core/codes/protocols.ts'
import {
  type DeviceTypeConfig,
  deviceTypeCalls,
  deviceTypeList,
} from '@trackway/core/features/device-types/calls.ts'
import { Flex, Tag, Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { apiFile } from '../../base/api.ts'
import { AddButton } from '../../ui/actions/AddButton.tsx'
import { usePicture } from '../../ui/form/PictureUpload.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import { deletion, type RowAction } from '../../ui/list/RowActions.tsx'
import { useEditedRow } from '../../ui/list/use-edited-row.ts'
import { DeviceTypeForm } from './DeviceTypeForm.tsx'

/** The device types of the platform, for its administrators. */
export function DeviceTypesScreen() {
  const { t } = useTranslation()
  const [target, setTarget] = useEditedRow(deviceTypeList, deviceTypeCalls.update, 'new')
  const rowActions: RowAction<DeviceTypeConfig>[] = [
    { label: 'deviceTypes.edit', icon: <EditOutlined />, call: deviceTypeCalls.update, run: setTarget },
    deletion(deviceTypeCalls.delete, 'deviceTypes'),
  ]
  const add = <AddButton label={t('deviceTypes.add')} onClick={() => setTarget('new')} />
  return (
    <Page title={t('deviceTypes.title')} actions={add}>
      <ListScreen
        list={deviceTypeList}
        rowActions={rowActions}
        onOpen={setTarget}
        cells={{
          label: (type) => (
            <Flex gap={8} align="center">
              <TypePicture type={type} />
              <strong className="tw-ellipsis">{typeName(type)}</strong>
            </Flex>
          ),
          wire: (type) => (
            <>
              {wireLabel(type.wire)}{' '}
              {!isServed(type) && (
                <Tooltip title={t('deviceTypes.notServed')}>
                  <Tag color="warning">{t('deviceTypes.noCodec')}</Tag>
                </Tooltip>
              )}
            </>
          ),
          deviceCount: ({ id, deviceCount }) => (
            <Link to="/index/device/deviceList" search={{ deviceType: id }} className="tw-number">
              {deviceCount}
            </Link>
          ),
        }}
        empty={{ action: add }}
      />
      <DeviceTypeForm target={target} onClose={() => setTarget(null)} />
    </Page>
  )
}

/** The picture of a type; the name beside it is its text. */
function TypePicture({ type: { id, pictureId } }: { type: DeviceTypeConfig }) {
  const url = usePicture({
    pictureId,
    read: (signal) => apiFile(deviceTypeCalls.picture, { id }, { signal }),
  })
  return url && <img src={url} alt="" height={32} />
}
