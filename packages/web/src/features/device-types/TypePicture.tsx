import { type DeviceTypeConfig, deviceTypeCalls } from '@trackway/core/api/devices/device-types.ts'
import { apiFile } from '../../base/api.ts'
import { usePicture } from '../../ui/form/PictureUpload.tsx'

/** The picture of a type beside its name, which says what it is. */
export function TypePicture({ type: { id, pictureId } }: { type: DeviceTypeConfig }) {
  const url = usePicture({
    pictureId,
    read: (signal) => apiFile(deviceTypeCalls.picture, { id }, { signal }),
  })
  return url && <img src={url} alt="" width={32} height={32} style={{ objectFit: 'contain' }} />
}
