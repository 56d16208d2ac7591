import { DeleteOutlined, UploadOutlined } from '@ant-design/icons'
import type { OutputOf } from '@trackway/core/api/call.ts'
import { streetMapCalls } from '@trackway/core/features/street-maps/calls.ts'
import { Alert, App, Button, Flex, Progress, Tag, Upload } from 'antd'
import { useMemo, useState } from 'react'
import { api } from '../../base/api.ts'
import { useCall } from '../../base/queries/use-call.ts'
import { useUser } from '../../base/session.ts'
import { useTexts } from '../../base/use-texts.ts'
import { FitAreas } from '../../map/area-screen/FitAreas.tsx'
import { AreasLayer } from '../../map/drawing/AreasLayer.tsx'
import { loadStreetFiles } from '../../map/streets/street-files.ts'
import { MapControls } from '../../map/view/MapControls.tsx'
import { MapView } from '../../map/view/MapView.tsx'
import { PlainTable } from '../../ui/antd/PlainTable.tsx'
import { CallForm } from '../../ui/form/CallForm.tsx'
import { confirm } from '../../ui/form/confirm.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import styles from './system.module.css'
import { uploadStreetMap } from './upload-street-map.ts'

/** The files of streets on this server, and how more come. */
export function StreetMapsTab() {
  const { t, format } = useTexts()
  const { message } = App.useApp()
  const { isDemo } = useUser()
  const [chosen, setChosen] = useState<number | null>(null)
  const { data, refetch } = useCall(['streetMaps'], streetMapCalls.find, {})
  const maps = data?.list
  const areas = useMemo(
    () =>
      (maps ?? []).map(({ name, bounds: [west, south, east, north] }, id) => ({
        id,
        name,
        area: { shape: 'rectangle' as const, west, south, east, north },
      })),
    [maps],
  )
  if (!data) return null
  const changed = async (text: string) => {
    message.success(text)
    await Promise.all([refetch(), loadStreetFiles(true)])
  }
  const remove = (map: StreetMap) =>
    confirm({
      title: t('system.streetMaps.removeTitle', { name: map.name }),
      text: t(`system.streetMaps.removeText.${map.origin === 'link' ? 'link' : 'file'}`),
      okLabel: t('system.streetMaps.remove'),
      onOk: async () => {
        await api(streetMapCalls.remove, { id: map.id })
        await changed(t('system.streetMaps.removed', { name: map.name }))
      },
    })
  return (
    <Flex vertical gap={16}>
      <Panel
        title={t('system.streetMaps.title')}
        note={
          data.freeBytes === null ? null : t('system.streetMaps.free', { size: format.bytes(data.freeBytes) })
        }
        isFlush
      >
        <StreetMapTable maps={data.list} onPoint={setChosen} onRemove={remove} />
        {data.broken.map(({ id, path, reason }) => (
          <Alert key={id} type="warning" showIcon title={path} description={reason} />
        ))}
        <div className={styles.map}>
          <MapView isApart>
            <AreasLayer areas={areas} chosen={chosen} />
            <FitAreas areas={areas} fits={areas.length} isHeld={false} />
            <MapControls />
          </MapView>
        </div>
      </Panel>
      {!isDemo && <AddStreetMap onAdded={() => changed(t('system.streetMaps.added'))} />}
    </Flex>
  )
}

type StreetMap = OutputOf<typeof streetMapCalls.find>['list'][number]

interface StreetMapTableProps {
  maps: readonly StreetMap[]
  /** The pointer is on a row; null: on none. */
  onPoint: (index: number | null) => void
  onRemove: (map: StreetMap) => void
}

function StreetMapTable({ maps, onPoint, onRemove }: StreetMapTableProps) {
  const { t, format } = useTexts()
  const { isDemo } = useUser()
  return (
    <PlainTable
      rowKey="id"
      dataSource={[...maps]}
      onRow={(_, index) => ({
        onMouseEnter: () => onPoint(index ?? null),
        onMouseLeave: () => onPoint(null),
      })}
      columns={[
        {
          title: t('system.streetMaps.name'),
          render: (_, map) => (
            <>
              {map.name} {map.origin === 'builtIn' && <Tag>{t('system.streetMaps.builtIn')}</Tag>}
              <div className="tw-muted tw-small">{map.attribution}</div>
            </>
          ),
        },
        {
          title: t('system.streetMaps.bounds'),
          render: (_, { bounds: [west, south, east, north] }) => (
            <span className="tw-number tw-small">
              {south.toFixed(3)}, {west.toFixed(3)} – {north.toFixed(3)}, {east.toFixed(3)}
            </span>
          ),
        },
        {
          title: t('system.streetMaps.levels'),
          render: (_, map) => `${map.minZoom}–${map.maxZoom}`,
        },
        {
          title: t('system.streetMaps.size'),
          align: 'right',
          render: (_, map) => format.bytes(map.sizeBytes),
        },
        {
          title: <span className="tw-visually-hidden">{t('system.streetMaps.actions')}</span>,
          render: (_, map) =>
            map.origin !== 'builtIn' &&
            !isDemo && (
              <Button
                type="text"
                size="small"
                icon={<DeleteOutlined />}
                aria-label={t('system.streetMaps.removeTitle', { name: map.name })}
                onClick={() => onRemove(map)}
              />
            ),
        },
      ]}
    />
  )
}

function AddStreetMap({ onAdded }: { onAdded: () => Promise<void> }) {
  const { t, toText } = useTexts()
  const { message } = App.useApp()
  const [upload, setUpload] = useState<{ name: string; share: number; stop: AbortController } | null>(null)
  const send = async (file: File) => {
    const stop = new AbortController()
    setUpload({ name: file.name, share: 0, stop })
    try {
      await uploadStreetMap(file, stop.signal, (share) => setUpload({ name: file.name, share, stop }))
      await onAdded()
    } catch (error) {
      if (!stop.signal.aborted) message.error(toText(error), 8)
    } finally {
      setUpload(null)
    }
  }
  return (
    <Panel title={t('system.streetMaps.add')} note={t('system.streetMaps.addNote')}>
      <div className="tw-narrow tw-column tw-gap-16">
        {upload ? (
          <div className={`${styles.budget} tw-grid tw-gap-16`}>
            <span className="tw-ellipsis">{upload.name}</span>
            <Progress
              percent={Math.floor(upload.share * 100)}
              aria-label={t('system.streetMaps.uploading', { name: upload.name })}
            />
            <Button onClick={() => upload.stop.abort()}>{t('system.streetMaps.cancel')}</Button>
          </div>
        ) : (
          <Upload.Dragger
            accept=".pmtiles"
            showUploadList={false}
            beforeUpload={(file) => {
              void send(file)
              return false
            }}
          >
            <UploadOutlined /> {t('system.streetMaps.drop')}
          </Upload.Dragger>
        )}
        <CallForm
          call={streetMapCalls.addPath}
          submitLabel={t('system.streetMaps.addPath')}
          label={(name) => t(`system.streetMaps.field.${name}`)}
          initial={{}}
          fields={[['path', 'name']]}
          refusals={{
            notFound: 'path',
            mapNotPmtiles: 'path',
            mapTruncated: 'path',
            mapUnsupported: 'path',
            mapNoStreets: 'path',
          }}
          rereads={['streetMaps']}
          done={() => {
            void loadStreetFiles(true)
            return t('system.streetMaps.added')
          }}
        />
      </div>
    </Panel>
  )
}
