import { limits } from '@trackway/core/codes/limits.ts'
import { checkCarCalls } from '@trackway/core/features/check-car/calls.ts'
import type { Area } from '@trackway/core/geo/area.ts'
import { faultOf } from '@trackway/core/geo/area-faults.ts'
import { Alert, Button, Progress } from 'antd'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../base/error-text.ts'
import styles from '../../map/drawing/ShapeTools.module.css'
import { ActionButton } from '../../ui/actions/ActionButton.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { NumberField } from '../../ui/form/field-controls.tsx'
import { inputFacts } from '../../ui/form/input-facts.ts'
import { MinutePicker } from '../../ui/period/MinutePicker.tsx'
import type { MinutePeriod } from '../../ui/period/minutes.ts'
import { AccountPicker } from '../../ui/pickers/AccountPicker.tsx'
import { VehiclePicker } from '../../ui/vehicles/VehiclePicker.tsx'
import { readDevices, writeDevices } from '../../ui/vehicles/vehicle-list.ts'
import type { CheckCarUrlState } from './url-state.ts'
import type { Search } from './visitors/use-visitors.ts'

interface SearchFormProps {
  search: CheckCarUrlState
  period: MinutePeriod
  area: Area | null
  confirmSeconds: number
  found: Search | null
  onChange: (part: CheckCarUrlState) => void
  onSearch: (area: Area) => void
  onCancel: () => void
}

const facts = inputFacts(checkCarCalls.area)
const presets = ['today', 'yesterday', 'sevenDays', 'thirtyOneDays'] as const

/** Whose devices, the period, and the button that starts the search. */
export function AreaSearchForm(props: SearchFormProps) {
  const { search, period, area, confirmSeconds, found, onChange, onSearch, onCancel } = props
  const { t } = useTranslation()
  const errorText = useErrorText()
  const isRunning = found?.state === 'running'
  const reason = reasonNot(area, period, t)
  const { progress } = found ?? {}
  return (
    <section className="tw-padded-panel tw-line-below tw-grid tw-gap-10" aria-label={t('checkCar.question')}>
      <div className={`${styles.row} tw-share tw-wrap`}>
        <AccountPicker
          value={search.userId}
          onChange={(userId) => onChange({ userId, devices: undefined })}
          label={t('checkCar.account')}
        />
        <VehiclePicker
          withFormer
          userId={search.userId}
          value={readDevices(search.devices)}
          onChange={(ids) => onChange({ devices: writeDevices(ids) })}
        />
      </div>
      <MinutePicker
        period={period}
        presets={presets}
        maxDays={limits.searchDays}
        onPeriod={([from, to]) => onChange({ from, to })}
      />
      <div className={`${styles.row} tw-share tw-wrap`}>
        <Field label={t('checkCar.confirm')}>
          {(id) => (
            <NumberField
              id={id}
              facts={facts.confirmSeconds!}
              unit={{ name: t('checkCar.seconds') }}
              value={confirmSeconds}
              onChange={(seconds) => onChange({ confirmSeconds: seconds ?? undefined })}
            />
          )}
        </Field>
        {isRunning ? (
          // It takes the place of the search button: the second half of a double click is not meant for it.
          <Button onClick={(event) => event.detail < 2 && onCancel()}>{t('checkCar.cancel')}</Button>
        ) : (
          <ActionButton reason={reason} type="primary" onClick={() => area && onSearch(area)}>
            {t('checkCar.search')}
          </ActionButton>
        )}
      </div>
      {isRunning && (
        <Progress
          size="small"
          status="active"
          aria-label={t('checkCar.progress')}
          percent={progress ? Math.round((100 * progress.devices) / Math.max(1, progress.of)) : 0}
        />
      )}
      {found?.state === 'failed' && <Alert type="error" showIcon title={errorText(found.error)} />}
    </section>
  )
}

/** Why the search cannot start yet, and what to do. */
function reasonNot(area: Area | null, period: MinutePeriod, t: TFunction): string | null {
  if (area === null) return t('checkCar.drawFirst')
  const fault = faultOf(area)
  if (fault !== null) return t(`map.areas.fault.${fault}`)
  return period.fault && t(`ui.period.fault.${period.fault}`, { days: limits.searchDays })
}
