import { DeleteOutlined, UploadOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { maxPictureBytes, oneDeviceCalls } from '@trackway/core/api/devices/one-device.ts'
import type { Device } from '@trackway/core/api/devices.ts'
import { App, Button, Flex, Image, Upload } from 'antd'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { api, apiFile } from '../../base/api.ts'
import { useErrorText } from '../../base/error-text.ts'

/** The picture of a device: shown, replaced, taken away. */
export function DevicePicture({ device: { terminalID, pictureId } }: { device: Device }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const toText = useErrorText()
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: ['picture', pictureId],
    queryFn: ({ signal }) => apiFile(oneDeviceCalls.picture, { terminalID }, { signal }),
    enabled: pictureId !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const content = pictureId === null ? undefined : data?.content
  const url = useMemo(() => content && URL.createObjectURL(content), [content])
  useEffect(() => () => (url === undefined ? undefined : URL.revokeObjectURL(url)), [url])

  const change = async (work: () => Promise<unknown>) => {
    try {
      await work()
      await client.invalidateQueries({ queryKey: ['list'] })
    } catch (error) {
      message.error(toText(error))
    }
  }
  const upload = async (file: File) => {
    if (file.size > maxPictureBytes) return void message.error(t('result.pictureUnusable'))
    const picture = await base64Of(file)
    await change(() => api(oneDeviceCalls.setPicture, { terminalID, picture }))
  }
  return (
    <Flex vertical gap={8} style={{ width: 200 }}>
      {url && <Image src={url} alt={t('devices.picture')} width={200} />}
      <Upload
        accept="image/png,image/jpeg,image/webp"
        showUploadList={false}
        beforeUpload={(file) => {
          void upload(file)
          return false
        }}
      >
        <Button icon={<UploadOutlined />}>{t('devices.pictureSet')}</Button>
      </Upload>
      {pictureId !== null && (
        <Button
          danger
          icon={<DeleteOutlined />}
          onClick={() => void change(() => api(oneDeviceCalls.deletePicture, { terminalID }))}
        >
          {t('devices.pictureDelete')}
        </Button>
      )}
    </Flex>
  )
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}
