import {
  DownloadOutlined,
  EyeOutlined,
  FileOutlined,
  SoundOutlined,
  VideoCameraOutlined,
} from '@ant-design/icons'
import { type MediaFile, mediaCalls, mediaList } from '@trackway/core/features/media/calls.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { queryClient } from '../../base/queries/query-client.ts'
import { useTexts } from '../../base/use-texts.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import { deletion, type RowAction } from '../../ui/list/RowActions.tsx'
import { isShown, Thumbnail } from './MediaContent.tsx'
import { MediaOrders } from './MediaOrders.tsx'
import { MediaViewer } from './MediaViewer.tsx'
import styles from './media.module.css'
import { saveMedia } from './save-media.ts'

/** What was ordered takes a device some seconds to send. */
const refetchMs = () => 10_000
/** Larger pictures are opened, not shown in the list. */
const thumbnailBytes = 1024 * 1024

/** The rows of all pages that were shown. */
const listed = (): MediaFile[] =>
  queryClient
    .getQueriesData<{ list: MediaFile[] }>({ queryKey: ['list', mediaList.name] })
    .flatMap(([, page]) => page?.list ?? [])
    .filter((file, at, all) => all.findIndex(({ id }) => id === file.id) === at)
    .sort((a, b) => b.time - a.time || b.id - a.id)

interface MediaPanelProps {
  /** Those of this device alone. */
  terminalID?: string | undefined
  isNarrow?: boolean
}

/** Pictures, sound and video of devices: shown, played, downloaded, deleted; of one device also ordered. */
export function MediaPanel({ terminalID, isNarrow = false }: MediaPanelProps) {
  const { t } = useTexts()
  const { act, isBusy } = useAction()
  const [opened, setOpened] = useState<{ files: readonly MediaFile[]; at: number } | null>(null)
  const open = (file: MediaFile) => {
    if (!isShown(file)) return saveMedia(file)
    const files = listed().filter(isShown)
    const at = files.findIndex(({ id }) => id === file.id)
    setOpened(at < 0 ? { files: [file], at: 0 } : { files, at })
  }
  const rowActions: readonly RowAction<MediaFile>[] = [
    { label: 'media.open', icon: <EyeOutlined />, isFor: isShown, run: open },
    { label: 'media.downloadOne', icon: <DownloadOutlined />, call: mediaCalls.open, run: saveMedia },
    deletion(mediaCalls.delete, 'media'),
  ]
  /** One after the other: browsers refuse many downloads at once. */
  const download = (ids: readonly unknown[]) =>
    act(async () => {
      const files = listed().filter(({ id }) => ids.includes(id))
      for (const file of files) await saveMedia(file)
      return t('media.downloaded', { count: files.length })
    })
  return (
    <>
      <ListScreen
        list={mediaList}
        given={terminalID === undefined ? {} : { terminalID }}
        isLocal={isNarrow}
        isNarrow={isNarrow}
        refetchMs={refetchMs}
        onOpen={open}
        rowActions={rowActions}
        tools={terminalID !== undefined && <MediaOrders terminalID={terminalID} />}
        cells={{
          kind: (file) => <Kind file={file} onOpen={() => void open(file)} />,
        }}
        bulkMore={(chosen) =>
          'ids' in chosen && (
            <Button icon={<DownloadOutlined />} loading={isBusy} onClick={() => void download(chosen.ids)}>
              {t('media.download')}
            </Button>
          )
        }
      />
      {opened && (
        <MediaViewer
          {...opened}
          onAt={(at) => setOpened({ ...opened, at })}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  )
}

const icons = {
  audio: <SoundOutlined />,
  video: <VideoCameraOutlined />,
  image: <FileOutlined />,
  other: <FileOutlined />,
}

function Kind({ file, onOpen }: { file: MediaFile; onOpen: () => void }) {
  const { t } = useTexts()
  const kind = t(`reports.mediaKind.${file.kind}`)
  const hasThumbnail = file.kind === 'image' && isShown(file) && file.bytes <= thumbnailBytes
  return (
    <Button type="text" className={styles.kind!} onClick={onOpen} aria-label={kind}>
      {hasThumbnail ? (
        <Thumbnail file={file} name={kind} />
      ) : (
        <span className={styles.icon}>{icons[file.kind]}</span>
      )}
      <span>{kind}</span>
    </Button>
  )
}
