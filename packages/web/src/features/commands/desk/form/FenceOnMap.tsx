import { EnvironmentOutlined } from '@ant-design/icons'
import type { CommandCode } from '@trackway/core/features/commands/commands.ts'
import { commandRow } from '@trackway/core/features/commands/commands.ts'
import type { FenceArea } from '@trackway/core/geo/area.ts'
import { Button, Form } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AreaDialog } from './AreaDialog.tsx'

/** Commands whose parameters are an area. */
const shapes: Partial<Record<CommandCode, 'circle' | 'rectangle'>> = {
  fenceOn: 'circle',
  fenceRectangle: 'rectangle',
}

export const isDrawn = (code: CommandCode): boolean => code in shapes

/** Devices keep places to a tenth of a metre at best. */
const degrees = (value: number) => Number(value.toFixed(6))

interface FenceOnMapProps {
  code: CommandCode
  /** The vehicle that it is for; left out: several. */
  terminalID?: string | undefined
}

/** Part of a command's form: fills in the position of a fence on the device from the map. */
export function FenceOnMap({ code, terminalID }: FenceOnMapProps) {
  const { t } = useTranslation()
  const form = Form.useFormInstance()
  const [initial, setInitial] = useState<FenceArea | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const shape = shapes[code]!
  const open = () => {
    const read = commandRow(code).parameters.partial().safeParse(form.getFieldsValue())
    setInitial(areaOf(shape, read.success ? read.data : {}))
    setIsOpen(true)
  }
  return (
    <>
      <Button block icon={<EnvironmentOutlined />} onClick={open}>
        {t('commands.area.onMap')}
      </Button>
      <AreaDialog
        title={t(`reports.command.${code}`)}
        tools={[shape]}
        limits={{ radiusMinM: 100, radiusMaxM: 999_900, corners: 0 }}
        initial={initial}
        terminalID={terminalID}
        isOpen={isOpen}
        onArea={({ area }) => {
          form.setFieldsValue(parametersOf(area))
          void form.validateFields(Object.keys(parametersOf(area)))
          setIsOpen(false)
        }}
        onClose={() => setIsOpen(false)}
      />
    </>
  )
}

/** What the fields say so far. @returns null while they are not an area */
function areaOf(shape: 'circle' | 'rectangle', values: Record<string, unknown>): FenceArea | null {
  const {
    latitude: lat,
    longitude: lon,
    radiusM,
    south,
    west,
    north,
    east,
  } = values as Record<string, number>
  if (shape === 'circle')
    return lat === undefined || lon === undefined || radiusM === undefined
      ? null
      : { shape, lat, lon, radiusM }
  return south === undefined || west === undefined || north === undefined || east === undefined
    ? null
    : { shape, south, west, north, east }
}

function parametersOf(area: FenceArea): Record<string, number> {
  if (area.shape === 'circle')
    return {
      latitude: degrees(area.lat),
      longitude: degrees(area.lon),
      radiusM: Math.round(area.radiusM),
    }
  if (area.shape !== 'rectangle') return {}
  const { south, west, north, east } = area
  return {
    south: degrees(south),
    west: degrees(west),
    north: degrees(north),
    east: degrees(east),
  }
}
