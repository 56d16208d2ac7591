import type { Device } from '@trackway/core/features/devices/calls.ts'
import { oneDeviceCalls } from '@trackway/core/features/devices/one-device-calls.ts'
import { useTranslation } from 'react-i18next'
import { api, apiFile } from '../../../base/api.ts'
import { PictureUpload } from '../../../ui/form/PictureUpload.tsx'

/** The picture of a device: shown, replaced, taken away. */
export function DevicePicture({ device: { terminalID, pictureId } }: { device: Device }) {
  const { t } = useTranslation()
  return (
    <PictureUpload
      pictureId={pictureId}
      alt={t('devices.picture')}
      read={(signal) => apiFile(oneDeviceCalls.picture, { terminalID }, { signal })}
      set={(picture) =>
        picture === null
          ? api(oneDeviceCalls.deletePicture, { terminalID })
          : api(oneDeviceCalls.setPicture, { terminalID, picture })
      }
    />
  )
}
