import { DownloadOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons'
import type { MediaFile } from '@trackway/core/features/media/calls.ts'
import { Button, Flex } from 'antd'
import { useTexts } from '../../base/use-texts.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import { Address } from '../../ui/address/Address.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Facts } from '../../ui/layout/Facts.tsx'
import { MediaContent } from './MediaContent.tsx'
import { saveMedia } from './save-media.ts'

interface MediaViewerProps {
  /** Those of the page of the list, in their order. */
  files: readonly MediaFile[]
  at: number
  onAt: (at: number) => void
  onClose: () => void
}

/** One file after the other, with what is known of each; the arrow keys lead to the next. */
export function MediaViewer({ files, at, onAt, onClose }: MediaViewerProps) {
  const { t, format } = useTexts()
  const { act, isBusy } = useAction()
  const file = files[at]!
  const name = t('media.nameOf', {
    kind: t(`reports.mediaKind.${file.kind}`),
    name: file.displayName,
    time: format.dateTime(file.time),
  })
  const step = (by: 1 | -1) => {
    if (files[at + by] !== undefined) onAt(at + by)
  }
  const onKeyDown = ({ key, target }: React.KeyboardEvent) => {
    // Players have the arrows for themselves.
    if (target instanceof HTMLMediaElement) return
    if (key === 'ArrowLeft') step(-1)
    if (key === 'ArrowRight') step(1)
  }
  return (
    <Dialog
      open
      width={820}
      title={name}
      onCancel={onClose}
      footer={
        <Flex gap={8} justify="space-between" wrap>
          <Flex gap={8}>
            <Button icon={<LeftOutlined />} disabled={at === 0} onClick={() => step(-1)}>
              {t('media.newer')}
            </Button>
            <Button
              icon={<RightOutlined />}
              iconPlacement="end"
              disabled={at === files.length - 1}
              onClick={() => step(1)}
            >
              {t('media.older')}
            </Button>
          </Flex>
          <Button
            type="primary"
            icon={<DownloadOutlined />}
            loading={isBusy}
            onClick={() => void act(() => saveMedia(file))}
          >
            {t('media.download')}
          </Button>
        </Flex>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons below do the same */}
      <div onKeyDown={onKeyDown}>
        <MediaContent key={file.id} file={file} name={name} />
        <Facts
          facts={[
            {
              label: t('reports.column.mediaEvent'),
              value: file.event && t(`reports.mediaEvent.${file.event}`),
            },
            { label: t('reports.column.mediaChannel'), value: file.channel },
            {
              label: t('reports.column.place'),
              value: file.lat !== null && file.lon !== null && <Address lat={file.lat} lon={file.lon} />,
            },
            { label: t('reports.column.fileSize'), value: format.bytes(file.bytes) },
            { label: t('reports.column.arrivedTime'), value: format.dateTime(file.receivedTime) },
          ]}
        />
      </div>
    </Dialog>
  )
}
