import { CarFilled } from '@ant-design/icons'
import { fenceCalls } from '@trackway/core/features/fences/calls.ts'
import { locationCalls } from '@trackway/core/features/locations/calls.ts'
import type { FenceArea } from '@trackway/core/geo/area.ts'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../../base/queries/use-call.ts'
import { useCan } from '../../../../base/session.ts'
import type { AreaLimits } from '../../../../map/drawing/area-text.ts'
import type { DrawTool } from '../../../../map/drawing/DrawArea.tsx'
import { EditArea } from '../../../../map/drawing/EditArea.tsx'
import { FitArea } from '../../../../map/drawing/FitArea.tsx'
import { ShapeTools } from '../../../../map/drawing/ShapeTools.tsx'
import { useAreaEditor } from '../../../../map/drawing/use-area-editor.ts'
import { MapPin } from '../../../../map/overlays/MapPins.tsx'
import { MapControls } from '../../../../map/view/MapControls.tsx'
import { MapView } from '../../../../map/view/MapView.tsx'
import { Dialog } from '../../../../ui/Dialog.tsx'
import { Field } from '../../../../ui/form/Field.tsx'
import { ContentLoading } from '../../../../ui/loading/ContentLoading.tsx'
import styles from './AreaDialog.module.css'

/** An area, and what the fence is called that it was taken from. */
export interface ChosenArea {
  area: FenceArea
  name: string | null
}

interface AreaDialogProps {
  title: string
  tools: readonly DrawTool[]
  limits: AreaLimits
  /** Null: a circle around the vehicle, where it is known. */
  initial: FenceArea | null
  /** The vehicle that it is for; left out: several. */
  terminalID?: string | undefined
  isOpen: boolean
  onArea: (chosen: ChosenArea) => void
  onClose: () => void
}

interface Vehicle {
  lat: number
  lon: number
  name: string
}

const usualRadiusM = 500

/** An area drawn on the map around a vehicle, or that of a fence. */
export function AreaDialog({ title, isOpen, onClose, ...props }: AreaDialogProps) {
  return (
    <Dialog open={isOpen} title={title} width={960} footer={null} onCancel={onClose}>
      <Located {...props} />
    </Dialog>
  )
}

type BodyProps = Omit<AreaDialogProps, 'title' | 'isOpen' | 'onClose'>

/** Waits for the place of the vehicle. The factory, which has no map of vehicles, begins where it last looked. */
function Located(props: BodyProps) {
  const { terminalID } = props
  const maySee = useCan('main:monitor')
  const { data, isLoading } = useCall(
    ['command', 'place', terminalID],
    locationCalls.find,
    { terminalIDs: [terminalID!] },
    { enabled: maySee && terminalID !== undefined, retry: false },
  )
  if (isLoading) return <ContentLoading rows={8} />
  const { displayName = '', lat = null, lon = null } = data?.list[0] ?? {}
  return (
    <Drawing {...props} vehicle={lat === null || lon === null ? null : { lat, lon, name: displayName }} />
  )
}

function Drawing({ tools, limits, initial, vehicle, onArea }: BodyProps & { vehicle: Vehicle | null }) {
  const { t } = useTranslation()
  const mayFence = useCan('main:fence')
  const around = vehicle && tools.includes('circle') ? circleAround(vehicle, limits.radiusMinM) : null
  const editor = useAreaEditor({ initial: initial ?? around, tool: tools[0]!, limits })
  const [fence, setFence] = useState<ChosenArea | null>(null)
  const { area, shown, fault } = editor
  return (
    <div className={`${styles.dialog} tw-grid tw-gap-16`}>
      <div className="tw-frame tw-relative tw-shrink-down tw-clip">
        <MapView>
          <FitArea area={area ?? (vehicle && circleAround(vehicle, usualRadiusM))} chosen={editor.placed} />
          <EditArea editor={editor} onCancel={() => editor.setTool(null)} />
          {vehicle && (
            <MapPin lat={vehicle.lat} lon={vehicle.lon}>
              <span className={`${styles.vehicle} tw-inline tw-plate tw-nowrap tw-gap-6`}>
                <CarFilled aria-hidden /> {vehicle.name}
              </span>
            </MapPin>
          )}
          <MapControls />
        </MapView>
      </div>
      <div className={`${styles.tools} tw-column tw-scroll tw-gap-16 tw-shrink-down`}>
        <ShapeTools
          label={t('commands.area.draw')}
          tools={tools}
          area={shown}
          fault={fault}
          tool={editor.tool}
          limits={limits}
          radiusM={shown?.shape === 'circle' ? shown.radiusM : editor.radiusM}
          onTool={editor.setTool}
          onArea={editor.place}
          onClear={() => editor.set(null)}
          onRadius={editor.setRadius}
          widthM={editor.widthM}
          onWidth={editor.setWidth}
        />
        {mayFence && (
          <FencePicker
            isFit={({ shape }) => tools.includes(shape)}
            onFence={(chosen) => {
              setFence(chosen)
              editor.setTool(null)
              editor.place(chosen.area)
            }}
          />
        )}
        <Button
          type="primary"
          block
          disabled={area === null || fault !== null}
          onClick={() => area && onArea(area === fence?.area ? fence : { area, name: null })}
        >
          {t('commands.area.use')}
        </Button>
      </div>
    </div>
  )
}

const circleAround = ({ lat, lon }: Vehicle, leastM: number): FenceArea => ({
  shape: 'circle',
  lat,
  lon,
  radiusM: Math.max(usualRadiusM, leastM),
})

interface FencePickerProps {
  isFit: (area: FenceArea) => boolean
  onFence: (fence: ChosenArea) => void
}

/** A fence by a part of its name. */
function FencePicker({ isFit, onFence }: FencePickerProps) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const [fenceId, setFenceId] = useState<number | null>(null)
  const { data, isFetching } = useCall(['list', 'fences', 'toChoose', search], fenceCalls.find, {
    sort: 'name',
    isDescending: false,
    pageSize: 100,
    ...(search && { search }),
  })
  const fences = data?.list.filter(({ area }) => isFit(area)) ?? []
  return (
    <Field label={t('commands.area.fence')}>
      {(id) => (
        <Select
          id={id}
          loading={isFetching}
          showSearch={{ filterOption: false, onSearch: setSearch }}
          placeholder={t('commands.area.chooseFence')}
          notFoundContent={t('commands.area.noFence')}
          value={fenceId}
          options={fences.map(({ fenceId: value, name }) => ({ value, label: name }))}
          onChange={(chosen: number) => {
            const { area, name } = fences.find((each) => each.fenceId === chosen)!
            setFenceId(chosen)
            onFence({ area, name })
          }}
        />
      )}
    </Field>
  )
}
