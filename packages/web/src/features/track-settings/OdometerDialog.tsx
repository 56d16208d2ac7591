import { useQuery } from '@tanstack/react-query'
import { locationCalls } from '@trackway/core/api/locations.ts'
import { App, Form, Input, InputNumber } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../base/api.ts'
import { unknown } from '../../base/format.ts'
import { useFormat } from '../../base/use-format.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import './track-settings.css'
import { useOdometerChange, useOdometerCorrections } from './use-track-settings.ts'

interface OdometerDialogProps {
  device: { terminalID: string; name: string } | null
  onClose: () => void
}

interface OdometerFields {
  km: number
  note?: string
}

/** Says what the odometer of a vehicle shows now, and lists what was said before. */
export function OdometerDialog({ device, onClose }: OdometerDialogProps) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const correct = useOdometerChange()
  const submit = async ({ km, note = '' }: OdometerFields) => {
    if (!device) return
    await correct({ terminalID: device.terminalID, odometerM: Math.round(km * 1000), note })
    message.success(t('trackSettings.odometer.saved'))
  }
  return (
    <FormDialog<OdometerFields>
      title={t('trackSettings.odometer.titleOf', { name: device?.name ?? '' })}
      submitLabel={t('trackSettings.save')}
      isOpen={device !== null}
      onClose={onClose}
      initial={{}}
      fieldOfRefusal={{}}
      onSubmit={submit}
    >
      {device && <Present terminalID={device.terminalID} />}
      <Form.Item
        name="km"
        label={t('trackSettings.odometer.shows')}
        extra={t('trackSettings.odometer.help')}
        rules={[{ required: true, message: t('ui.form.required') }]}
      >
        <InputNumber
          min={0}
          max={9_999_999}
          step={1}
          precision={1}
          suffix={t('trackSettings.unit.km')}
          className="ts-odometer"
        />
      </Form.Item>
      <Form.Item name="note" label={t('trackSettings.odometer.note')}>
        <Input maxLength={200} autoComplete="off" />
      </Form.Item>
      {device && <History terminalID={device.terminalID} />}
    </FormDialog>
  )
}

/** As a dashboard shows it, to the tenth. */
function useShownKm(): (metres: number | null) => string {
  const { t } = useTranslation()
  const format = useFormat()
  return (metres) =>
    metres === null ? unknown : `${format.decimal(metres / 1000)} ${t('trackSettings.unit.km')}`
}

function Present({ terminalID }: { terminalID: string }) {
  const { t } = useTranslation()
  const show = useShownKm()
  const { data } = useQuery({
    queryKey: ['odometerNow', terminalID],
    queryFn: ({ signal }) => api(locationCalls.find, { terminalIDs: [terminalID] }, { signal }),
  })
  return (
    <p className="ts-present">
      <span className="tw-muted">{t('trackSettings.odometer.now')}</span>
      <strong className="tw-number">{show(data?.list[0]?.odometerM ?? null)}</strong>
    </p>
  )
}

function History({ terminalID }: { terminalID: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const show = useShownKm()
  const { data } = useOdometerCorrections(terminalID)
  if (!data || data.list.length === 0) return null
  return (
    <section className="ts-history" aria-label={t('trackSettings.odometer.history')}>
      <h3>{t('trackSettings.odometer.history')}</h3>
      <ol>
        {data.list.map(({ time, beforeM, odometerM, note, username }) => (
          <li key={time}>
            <span className="tw-number">{format.minute(time)}</span>
            <strong className="tw-number">
              {show(beforeM)} → {show(odometerM)}
            </strong>
            <span className="tw-muted">{[username, note].filter(Boolean).join(' · ')}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
