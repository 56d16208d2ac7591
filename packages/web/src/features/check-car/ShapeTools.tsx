import {
  BorderOutlined,
  DeleteOutlined,
  EnvironmentOutlined,
  GatewayOutlined,
  RadiusSettingOutlined,
} from '@ant-design/icons'
import { areaLimits } from '@trackway/core/api/area.ts'
import type { Area } from '@trackway/core/geo/area.ts'
import { faultOf } from '@trackway/core/geo/area-faults.ts'
import { Alert, Button, Input, InputNumber, Tooltip } from 'antd'
import { type AriaAttributes, type ComponentType, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrawTool } from '../../map/drawing/DrawArea.tsx'
import areaSearchFormStyles from './AreaSearchForm.module.css'
import { placeOfText } from './area-text.ts'
import { Field } from './Field.tsx'
import styles from './ShapeTools.module.css'

const icons: Record<DrawTool, ComponentType<AriaAttributes>> = {
  circle: RadiusSettingOutlined,
  rectangle: BorderOutlined,
  polygon: GatewayOutlined,
  point: EnvironmentOutlined,
}

interface ShapeToolsProps {
  isPoint: boolean
  area: Area | null
  tool: DrawTool | null
  radiusM: number
  onTool: (tool: DrawTool | null) => void
  onArea: (area: Area | undefined) => void
  onRadius: (metres: number) => void
}

/** What the area is drawn with, and the numbers of a circle to type. */
export function ShapeTools({ isPoint, area, tool, radiusM, onTool, onArea, onRadius }: ShapeToolsProps) {
  const { t } = useTranslation()
  const tools: DrawTool[] = isPoint ? ['point'] : ['circle', 'rectangle', 'polygon']
  const fault = area && faultOf(area)
  const hasCircle = isPoint || area?.shape === 'circle'
  return (
    <section
      className={areaSearchFormStyles.section}
      aria-label={t(`checkCar.kind.${isPoint ? 'point' : 'area'}`)}
    >
      <div className={styles.tools}>
        {tools.map((each) => {
          const Icon = icons[each]
          return (
            <Button
              key={each}
              icon={<Icon aria-hidden />}
              type={tool === each ? 'primary' : 'default'}
              aria-pressed={tool === each}
              onClick={() => onTool(tool === each ? null : each)}
            >
              {t(`checkCar.tool.${each}`)}
            </Button>
          )
        })}
        {area && (
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={t('checkCar.clear')}
            title={t('checkCar.clear')}
            onClick={() => onArea(undefined)}
          />
        )}
      </div>
      {hasCircle && (
        <div className={areaSearchFormStyles.pair}>
          <CentreField
            key={area?.shape === 'circle' ? `${area.lat} ${area.lon}` : ''}
            area={area}
            onPlace={(lat, lon) => {
              onTool(null)
              onArea({ shape: 'circle', lat, lon, radiusM })
            }}
          />
          <Field label={t('checkCar.radius')}>
            {(id) => (
              <InputNumber
                id={id}
                suffix={t('checkCar.metres')}
                min={areaLimits.radiusMinM}
                max={areaLimits.radiusMaxM}
                precision={0}
                changeOnWheel={false}
                value={radiusM}
                onChange={(metres) => metres !== null && onRadius(metres)}
              />
            )}
          </Field>
        </div>
      )}
      {fault && <Alert type="error" showIcon title={t(`checkCar.fault.${fault}`)} />}
    </section>
  )
}

interface CentreFieldProps {
  area: Area | null
  onPlace: (lat: number, lon: number) => void
}

/** Latitude and longitude, typed or pasted. */
function CentreField({ area, onPlace }: CentreFieldProps) {
  const { t } = useTranslation()
  const [isWrong, setIsWrong] = useState(false)
  const read = (text: string) => {
    const place = placeOfText(text)
    setIsWrong(place === null && text.trim() !== '')
    const isSame = area?.shape === 'circle' && place?.lat === area.lat && place.lon === area.lon
    if (place && !isSame) onPlace(place.lat, place.lon)
  }
  return (
    <Field label={t('checkCar.centre')}>
      {(id) => (
        <Tooltip open={isWrong} title={t('checkCar.centreFault')}>
          <Input
            id={id}
            status={isWrong ? 'error' : ''}
            aria-invalid={isWrong}
            placeholder={t('checkCar.centreExample')}
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
