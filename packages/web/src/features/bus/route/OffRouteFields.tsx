import { busLimits } from '@trackway/core/features/bus/calls.ts'
import { InputNumber, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { Field } from '../../../ui/form/Field.tsx'
import styles from '../bus.module.css'
import type { LineFacts } from './line-draft.ts'

interface OffRouteFieldsProps {
  facts: LineFacts
  onChange: (part: Partial<LineFacts>) => void
}

/** When a vehicle counts as off its route. */
export function OffRouteFields({ facts, onChange }: OffRouteFieldsProps) {
  const { t } = useTranslation()
  const { offRouteM, offRoutePoints, offRouteS } = facts
  const number = (
    label: string,
    value: number,
    [min, max]: readonly [number, number],
    set: (value: number) => void,
  ) => (
    <Field label={label}>
      {(id) => (
        <InputNumber
          id={id}
          value={value}
          min={min}
          max={max}
          precision={0}
          className="tw-full-width"
          onChange={(next) => next !== null && set(next)}
        />
      )}
    </Field>
  )
  return (
    <section className={`${styles.section} tw-column tw-line-below tw-padded tw-gap-12`}>
      <span className={`${styles.name} tw-inline`}>
        <Switch
          checked={offRouteM !== null}
          onChange={(isOn) => onChange({ offRouteM: isOn ? 100 : null })}
          aria-label={t('bus.route.watch')}
        />
        {t('bus.route.watch')}
      </span>
      {offRouteM !== null && (
        <div className="tw-share tw-wrap">
          {number(
            t('bus.route.offRouteM'),
            offRouteM,
            [busLimits.offRouteMinM, busLimits.offRouteMaxM],
            (value) => onChange({ offRouteM: value }),
          )}
          {number(t('bus.route.offRoutePoints'), offRoutePoints, [1, 20], (value) =>
            onChange({ offRoutePoints: value }),
          )}
          {number(t('bus.route.offRouteS'), offRouteS, [0, 1_800], (value) => onChange({ offRouteS: value }))}
        </div>
      )}
    </section>
  )
}
