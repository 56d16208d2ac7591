import { PlusOutlined, UploadOutlined } from '@ant-design/icons'
import type { ZoneFormat } from '@trackway/core/features/zones/zone-calls.ts'
import type { FenceArea } from '@trackway/core/geo/area.ts'
import type { List } from '@trackway/core/lists/list.ts'
import { Button, Flex, Spin } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUrlChange } from '../../base/history-steps.ts'
import { AreaScreen } from '../../map/area-screen/AreaScreen.tsx'
import { type AreaFile, ExportMenu } from '../../map/area-screen/ExportMenu.tsx'
import { FitAreas } from '../../map/area-screen/FitAreas.tsx'
import { ShapeIcon } from '../../map/area-screen/ShapeIcon.tsx'
import { AreasLayer, type NamedArea } from '../../map/drawing/AreasLayer.tsx'
import { FitArea } from '../../map/drawing/FitArea.tsx'
import { ActionButton } from '../../ui/actions/ActionButton.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ListScreen, type ListScreenProps } from '../../ui/list/ListScreen.tsx'
import { type AnyListUrl, filterOf } from '../../ui/list/list-url.ts'
import type { RowOf } from '../../ui/list/use-list.ts'
import type { ZoneUrlState } from './url-state.ts'

/** A zone as a row or in full: its id is under the key that the list names. */
interface AnyZone {
  name: string
  area: FenceArea
}

export interface ZoneEditorProps<Zone> {
  /** Null: a new one. */
  zone: Zone | null
  /** A zone that is copied, and the area that its copy was dragged to. */
  copy: { zone: Zone; area: FenceArea } | null
  /** What else is on the map. */
  others: readonly NamedArea[]
  onLeave: (id?: number) => void
  onCopy: (area: FenceArea) => void
}

interface ZoneScreenProps<L extends List, Zone> {
  list: L
  /** Its texts are `<texts>.title`, `.add` and `.gone`. */
  texts: string
  url: ZoneUrlState
  areas: readonly NamedArea[]
  useZone: (id: number | undefined) => { data: Zone | null | undefined; isPending: boolean }
  colourOf: (row: RowOf<L>) => string
  /** Of the list. */
  rows: Pick<ListScreenProps<L>, 'cells' | 'tools' | 'bulkFields'>
  exportFile: (input: { format: ZoneFormat; ids?: number[]; filter?: object }) => Promise<AreaFile>
  editor: (props: ZoneEditorProps<Zone>) => ReactNode
  details: (zone: Zone, onClose: () => void) => ReactNode
  importer: (onClose: () => void) => ReactNode
  /** What else lies on the map while one is chosen. */
  layer?: (id: number) => ReactNode
  /** Shown before the other actions. */
  actions?: ReactNode
}

/** All zones of a kind, the map with them, and the one that is chosen or edited. */
export function ZoneScreen<L extends List, Zone extends AnyZone>(props: ZoneScreenProps<L, Zone>) {
  const { url, areas, useZone, editor } = props
  const { edit } = url
  const change = useUrlChange<Record<string, unknown>>()
  const [copy, setCopy] = useState<{ zone: Zone; area: FenceArea } | null>(null)
  const edited = useZone(typeof edit === 'number' ? edit : undefined)
  const zone = edit === 'new' ? null : edited.data
  if (edit === undefined || (!zone && edit !== 'new' && !edited.isPending)) return <ZoneBrowser {...props} />
  if (zone === undefined) return <Spin size="large" className="tw-centred" />
  return editor({
    zone,
    copy: zone ? null : copy,
    others: areas.filter(({ id }) => id !== edit),
    onLeave: (chosen) => {
      setCopy(null)
      change({ edit: undefined, area: undefined, forDevice: undefined, ...(chosen && { chosen }) })
    },
    onCopy: (area) => {
      if (!zone) return
      setCopy({ zone, area })
      change({ edit: 'new', area: undefined })
    },
  })
}

/** The list, the map and the details of one. */
function ZoneBrowser<L extends List, Zone extends AnyZone>(props: ZoneScreenProps<L, Zone>) {
  const { list, texts, url, areas, colourOf, rows, exportFile } = props
  const { t } = useTranslation()
  const change = useUrlChange<ZoneUrlState>()
  const [fits, setFits] = useState(0)
  const [isImporting, setImporting] = useState(false)
  const { data: zone, isPending } = props.useZone(url.chosen)
  const idOf = (of: object) => (of as Record<string, number>)[list.rowId]!
  const choose = (id: number | null) => change({ chosen: id ?? undefined })
  const close = () => choose(null)
  const addButton = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => change({ edit: 'new' })}>
      {t(`${texts}.add`)}
    </Button>
  )
  const nameCell = (row: RowOf<L>) => {
    const { name, area } = row as AnyZone
    return (
      <Flex component="span" align="center" gap={8} className="tw-shrink">
        <ShapeIcon shape={area.shape} colour={colourOf(row)} />
        <span className="tw-ellipsis" title={name}>
          {name}
        </span>
      </Flex>
    )
  }
  const panel = zone ? (
    props.details(zone, close)
  ) : isPending ? (
    <Spin className="tw-centred" />
  ) : (
    <EmptyState title={t(`${texts}.gone`)} action={<Button onClick={close}>{t('ui.layout.close')}</Button>} />
  )
  return (
    <>
      <AreaScreen
        title={t(`${texts}.title`)}
        isEditing={false}
        onFit={() => setFits(fits + 1)}
        actions={
          <>
            {props.actions}
            <ActionButton icon={<UploadOutlined />} onClick={() => setImporting(true)}>
              {t('map.areas.import.open')}
            </ActionButton>
            <ExportMenu
              onExport={(format) => exportFile({ format, filter: filterOf(list, url as AnyListUrl) })}
            />
            {addButton}
          </>
        }
        list={
          <ListScreen
            isNarrow
            list={list}
            selected={url.chosen ?? null}
            onSelect={(row) => choose(idOf(row as object))}
            {...rows}
            cells={{ name: nameCell, ...rows.cells }}
            bulkMore={(chosen) => (
              <ExportMenu
                onExport={(format) =>
                  exportFile({
                    format,
                    ...('ids' in chosen ? { ids: chosen.ids.map(Number) } : { filter: chosen.filter }),
                  })
                }
              />
            )}
            empty={{ action: addButton }}
          />
        }
        layers={
          <>
            <AreasLayer areas={areas} chosen={url.chosen ?? null} onChoose={choose} />
            <FitAreas areas={areas} fits={fits} isHeld={url.chosen !== undefined} />
            {zone && <FitArea key={idOf(zone)} area={zone.area} chosen={idOf(zone)} />}
            {zone && props.layer?.(idOf(zone))}
          </>
        }
        panel={url.chosen === undefined ? null : panel}
      />
      {isImporting && props.importer(() => setImporting(false))}
    </>
  )
}
