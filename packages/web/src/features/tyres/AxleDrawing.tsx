import type { TyreWheel, tyreStates } from '@trackway/core/features/tyres/calls.ts'
import { type TyreLayoutName, tyreLayout } from '@trackway/core/features/tyres/layouts.ts'
import { Flex } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../base/use-now.ts'
import { useTexts } from '../../base/use-texts.ts'
import styles from './AxleDrawing.module.css'
import { wheelName } from './wheel-name.ts'

/** An older reading is shown as outdated. */
const oldMs = 6 * 3_600_000
const marks: Record<(typeof tyreStates)[number], string> = {
  normal: '✓',
  leak: '!!',
  pressureLow: '↓',
  pressureHigh: '↑',
  temperatureHigh: '♨',
}

interface AxleDrawingProps {
  layout: TyreLayoutName
  wheels: readonly TyreWheel[]
  chosen: number | null
  onChoose: (wheel: number | null) => void
}

/** Axles and wheels from above, the front one at the top: pressure, temperature, state and age of each wheel. */
export function AxleDrawing({ layout, wheels, chosen, onChoose }: AxleDrawingProps) {
  const { t } = useTranslation()
  const { axles, trailerFrom } = tyreLayout(layout)
  const draw = (wheel: TyreWheel) => (
    <WheelButton
      key={wheel.wheel}
      wheel={wheel}
      isChosen={wheel.wheel === chosen}
      onChoose={() => onChoose(wheel.wheel === chosen ? null : wheel.wheel)}
    />
  )
  const others = wheels.filter(({ axle }) => axle === null)
  return (
    <section className={`${styles.vehicle} tw-grid`} aria-label={t(`tyres.settings.choice.${layout}`)}>
      {axles.map((_, at) => {
        const ofAxle = wheels.filter(({ axle }) => axle === at + 1)
        const centre = ofAxle.find(({ side }) => side === 'centre')
        return (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: an axle is its place
            key={at}
            className={`${styles.axle} tw-full-width`}
            data-trailer={at + 1 === trailerFrom}
          >
            <div className={`${styles.side} tw-flex tw-gap-4`} data-side="left">
              {ofAxle.filter(({ side }) => side === 'left').map(draw)}
            </div>
            {centre ? draw(centre) : <span className={styles.beam} />}
            <div className={`${styles.side} tw-flex tw-gap-4`} data-side="right">
              {ofAxle.filter(({ side }) => side === 'right').map(draw)}
            </div>
          </div>
        )
      })}
      {others.length > 0 && (
        <Flex wrap justify="center" gap={6}>
          {others.map(draw)}
        </Flex>
      )}
    </section>
  )
}

interface WheelButtonProps {
  wheel: TyreWheel
  isChosen: boolean
  onChoose: () => void
}

function WheelButton({ wheel, isChosen, onChoose }: WheelButtonProps) {
  const { t, format } = useTexts()
  const now = useNow(30_000)
  const { pressureKpa, temperatureC, state, time } = wheel
  const isOld = time !== null && now - time > oldMs
  const words = state === null ? t('tyres.unheard') : t(`reports.tyreState.${state}`)
  const name = wheelName(wheel, t)
  return (
    <button
      type="button"
      className={`${styles.wheel} tw-grid`}
      data-state={state ?? 'unknown'}
      data-old={isOld}
      data-testid={`tyre-wheel-${wheel.wheel}`}
      aria-pressed={isChosen}
      aria-label={`${name}: ${words}, ${format.kilopascals(pressureKpa)}, ${format.celsius(temperatureC)}, ${
        time === null ? '' : t('ui.ago', { span: format.age(time, now) })
      }`}
      title={`${name}: ${words}`}
      onClick={onChoose}
    >
      <span className="tw-small tw-muted">{wheel.wheel}</span>
      <strong className="tw-number">{pressureKpa === null ? '–' : format.number(pressureKpa)}</strong>
      <span className="tw-small tw-muted tw-number">{format.celsius(temperatureC)}</span>
      <span className={`${styles.state} tw-small tw-bold`}>{state === null ? '?' : marks[state]}</span>
      {time !== null && <span className="tw-small tw-muted">{format.age(time, now)}</span>}
    </button>
  )
}
