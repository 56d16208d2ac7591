import {
  BorderOutlined,
  DeleteOutlined,
  EnvironmentOutlined,
  GatewayOutlined,
  RadiusSettingOutlined,
} from '@ant-design/icons'
import { checkCarCalls } from '@trackway/core/api/reports/check-car.ts'
import type { Area } from '@trackway/core/geo/area.ts'
import { faultOf } from '@trackway/core/geo/area-faults.ts'
import { Alert, Button, Flex, Input, Tooltip } from 'antd'
import { type AriaAttributes, type ComponentType, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrawTool } from '../../map/drawing/DrawArea.tsx'
import { NumberField } from '../../ui/form/field-controls.tsx'
import { inputFacts } from '../../ui/form/input-facts.ts'
import formStyles from './AreaSearchForm.module.css'
import { placeOfText } from './area-text.ts'
import { Field } from './Field.tsx'

const facts = inputFacts(checkCarCalls.point)
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
    <section className={formStyles.section} aria-label={t(`checkCar.kind.${isPoint ? 'point' : 'area'}`)}>
      <Flex wrap gap={8}>
        {tools.map((each) => {
          const Icon = icons[each]
          return (
            <Button
              key={each}
              icon={<Icon aria-hidden />}
              type={tool === each ? 'primary' : 'default'}
              aria-pressed={tool === each}
              style={{ paddingInline: 11 }}
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
      </Flex>
      {hasCircle && (
        <div className={formStyles.row}>
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
              <NumberField
                id={id}
                facts={facts.radiusM!}
                unit={{ name: t('checkCar.metres'), digits: 0 }}
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
