import {
  BorderOutlined,
  DeleteOutlined,
  EnvironmentOutlined,
  GatewayOutlined,
  NodeIndexOutlined,
  RadiusSettingOutlined,
} from '@ant-design/icons'
import type { Circle, FenceArea, Place } from '@trackway/core/geo/area.ts'
import { Alert, Button, Flex, Input, Tooltip } from 'antd'
import { type AriaAttributes, type ComponentType, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '../../ui/form/Field.tsx'
import { NumberField } from '../../ui/form/field-controls.tsx'
import { AddressField } from './AddressField.tsx'
import { type AreaLimits, placeOfText } from './area-text.ts'
import type { DrawTool } from './DrawArea.tsx'
import styles from './ShapeTools.module.css'
import type { EditFault } from './use-area-editor.ts'
import { useFaultText } from './use-fault-text.ts'

const icons: Record<DrawTool, ComponentType<AriaAttributes>> = {
  circle: RadiusSettingOutlined,
  rectangle: BorderOutlined,
  polygon: GatewayOutlined,
  point: EnvironmentOutlined,
  corridor: NodeIndexOutlined,
}

interface ShapeToolsProps<T extends DrawTool> {
  /** What is drawn, for assistive technology. */
  label: string
  tools: readonly T[]
  area: FenceArea | null
  fault: EditFault | null
  tool: T | null
  limits: AreaLimits
  radiusM: number
  widthM?: number
  onTool: (tool: T | null) => void
  /** A centre was typed, or an address chosen. */
  onArea: (circle: Circle) => void
  onClear: () => void
  onRadius: (metres: number) => void
  onWidth?: (metres: number) => void
  /** Further buttons after the tools. */
  children?: ReactNode
}

/** What the area is drawn with, and the numbers of a circle or a corridor to type. */
export function ShapeTools<T extends DrawTool>(props: ShapeToolsProps<T>) {
  const { label, tools, area, fault, tool, limits, radiusM, widthM, onTool, onArea, onRadius, onWidth } =
    props
  const { t } = useTranslation()
  const faultText = useFaultText(limits)
  const isPoint = tools.includes('point' as T) && tools.length === 1
  const hasCircle = isPoint || area?.shape === 'circle' || ((tool === 'point' || tool === 'circle') && !area)
  const hasWidth = onWidth && (area?.shape === 'corridor' || (tool === 'corridor' && !area))
  return (
    <section className="tw-padded-panel tw-line-below tw-grid tw-gap-10" aria-label={label}>
      <Flex wrap gap={8}>
        {tools.map((each) => {
          const Icon: ComponentType<AriaAttributes> = icons[each]
          return (
            <Button
              key={each}
              icon={<Icon aria-hidden />}
              type={tool === each ? 'primary' : 'default'}
              aria-pressed={tool === each}
              // Three of them fit beside each other on a phone.
              style={{ paddingInline: 11 }}
              onClick={() => onTool(tool === each ? null : each)}
            >
              {t(`map.areas.tool.${each}`)}
            </Button>
          )
        })}
        {area && (
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={t('map.areas.clear')}
            title={t('map.areas.clear')}
            onClick={props.onClear}
          />
        )}
        {props.children}
      </Flex>
      {(hasCircle || (!area && !tool)) && (
        <AddressField
          near={area?.shape === 'circle' ? area : null}
          onPlace={(place) => {
            onTool(null)
            onArea({ shape: 'circle', ...place, radiusM })
          }}
        />
      )}
      {hasCircle && (
        <div className={`${styles.row} tw-share tw-wrap`}>
          <CentreField
            key={area?.shape === 'circle' ? `${area.lat} ${area.lon}` : ''}
            area={area}
            onPlace={(place) => {
              onTool(null)
              onArea({ shape: 'circle', ...place, radiusM })
            }}
          />
          <Metres
            label={t('map.areas.radius')}
            bounds={[limits.radiusMinM, limits.radiusMaxM]}
            value={radiusM}
            onChange={onRadius}
          />
        </div>
      )}
      {hasWidth && (
        <div className={`${styles.row} tw-share tw-wrap`}>
          <Metres
            label={t('map.areas.width')}
            bounds={[limits.widthMinM ?? 0, limits.widthMaxM ?? 0]}
            value={widthM ?? 0}
            onChange={onWidth}
          />
        </div>
      )}
      {fault && <Alert type="error" showIcon title={faultText(fault)} />}
    </section>
  )
}

interface MetresProps {
  label: string
  bounds: readonly [min: number, max: number]
  value: number
  onChange: (metres: number) => void
}

function Metres({ label, bounds: [min, max], value, onChange }: MetresProps) {
  const { t } = useTranslation()
  return (
    <Field label={label}>
      {(id) => (
        <NumberField
          id={id}
          facts={{ kind: 'number', isRequired: true, isNullable: false, min, max }}
          unit={{ name: t('map.areas.metres'), digits: 0 }}
          status={value < min || value > max ? 'error' : ''}
          value={value}
          onChange={(metres) => metres !== null && onChange(metres)}
        />
      )}
    </Field>
  )
}

interface CentreFieldProps {
  area: FenceArea | null
  onPlace: (place: Place) => void
}

/** Latitude and longitude, typed or pasted. */
function CentreField({ area, onPlace }: CentreFieldProps) {
  const { t } = useTranslation()
  const [isWrong, setIsWrong] = useState(false)
  const read = (text: string) => {
    const place = placeOfText(text)
    setIsWrong(place === null && text.trim() !== '')
    const isSame = area?.shape === 'circle' && place?.lat === area.lat && place.lon === area.lon
    if (place && !isSame) onPlace(place)
  }
  return (
    <Field label={t('map.areas.centre')}>
      {(id) => (
        <Tooltip open={isWrong} title={t('map.areas.centreFault')}>
          <Input
            id={id}
            status={isWrong ? 'error' : ''}
            aria-invalid={isWrong}
            placeholder={t('map.areas.centreExample')}
            defaultValue={area?.shape === 'circle' ? `${area.lat}, ${area.lon}` : ''}
            onBlur={(event) => read(event.target.value)}
            onChange={() => setIsWrong(false)}
            onPressEnter={(event) => read(event.currentTarget.value)}
          />
        </Tooltip>
      )}
    </Field>
  )
}
