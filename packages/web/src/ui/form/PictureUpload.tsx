import { DeleteOutlined, UploadOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { maxPictureBytes, pictureTypes } from '@trackway/core/features/devices/one-device-calls.ts'
import { App, Button, Flex, Image, Upload } from 'antd'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { reread } from '../../base/queries/query-client.ts'
import { useAction } from '../actions/use-action.ts'

/** A picture and how it is read. */
export interface PictureSource {
  /** Changes with the picture; null: there is none. */
  pictureId: number | null
  read: (signal: AbortSignal) => Promise<{ content: Blob }>
}

/** The address of a picture within the page; undefined while it is not there. */
export function usePicture({ pictureId, read }: PictureSource): string | undefined {
  const { data } = useQuery({
    queryKey: ['picture', pictureId],
    queryFn: ({ signal }) => read(signal),
    enabled: pictureId !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const content = pictureId === null ? undefined : data?.content
  const url = useMemo(() => content && URL.createObjectURL(content), [content])
  useEffect(() => () => (url === undefined ? undefined : URL.revokeObjectURL(url)), [url])
  return url
}

interface PictureUploadProps extends PictureSource {
  /** What it shows. */
  alt: string
  /** Sends a file in base64, or null to take the picture away. */
  set: (picture: string | null) => Promise<unknown>
  /** Why it cannot be changed by this account; null: it can. */
  reason?: string | null
}

/** A picture that is shown, replaced and taken away, each at once. */
export function PictureUpload({ alt, set, reason = null, ...source }: PictureUploadProps) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const { act } = useAction()
  const url = usePicture(source)
  const change = (picture: string | null) =>
    act(async () => {
      await set(picture)
      await reread('list')
    })
  const upload = async (file: File) => {
    if (file.size > maxPictureBytes) return void message.error(t('result.pictureUnusable'))
    await change(await base64Of(file))
  }
  const isDisabled = reason !== null
  return (
    <Flex vertical gap={8} className="tw-width-180">
      {url && <Image src={url} alt={alt} width={180} />}
      <Upload
        accept={pictureTypes.join()}
        showUploadList={false}
        disabled={isDisabled}
        beforeUpload={(file) => {
          void upload(file)
          return false
        }}
      >
        <Button icon={<UploadOutlined />} disabled={isDisabled} title={reason ?? ''}>
          {t('ui.picture.set')}
        </Button>
      </Upload>
      {source.pictureId !== null && (
        <Button danger icon={<DeleteOutlined />} disabled={isDisabled} onClick={() => void change(null)}>
          {t('ui.picture.delete')}
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
