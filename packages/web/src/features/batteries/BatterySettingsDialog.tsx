import { useQuery } from '@tanstack/react-query'
import { batteryCalls } from '@trackway/core/api/readings/batteries.ts'
import type { BatterySettingValues } from '@trackway/core/batteries/battery-settings.ts'
import { Alert, Flex, InputNumber, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../base/api.ts'
import { useErrorText } from '../../base/error-text.ts'
import { useUser } from '../../base/session.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { LevelChoice } from '../../ui/levels/LevelChoice.tsx'
import { type Level, useDevice } from '../../ui/levels/level.ts'

interface BatterySettingsDialogProps {
  isOpen: boolean
  onClose: () => void
  /** The device it is opened for; without one it is about accounts and types. */
  device?: { terminalID: string; name: string } | undefined
}

/** Limits of the packs of an account, a type of its devices, or one vehicle. */
export function BatterySettingsDialog({ isOpen, onClose, device }: BatterySettingsDialogProps) {
  const { t } = useTranslation()
  const user = useUser()
  const toText = useErrorText()
  const detail = useDevice(isOpen ? device?.terminalID : undefined).data
  const [chosen, setLevel] = useState<Level | null>(null)
  const level: Level = chosen ?? (device ? { terminalID: device.terminalID } : { userId: user.id })
  const { data, error, isFetching } = useQuery({
    queryKey: ['batteries', 'settings', level],
    queryFn: ({ signal }) => api(batteryCalls.settings, level, { signal }),
    staleTime: 0,
    refetchOnWindowFocus: false,
    enabled: isOpen,
  })
  const close = () => {
    setLevel(null)
    onClose()
  }
  return (
    <FormDialog
      call={batteryCalls.setSettings}
      title={device ? t('batteries.settingsOf', { name: device.name }) : t('batteries.settings')}
      submitLabel={t('batteries.save')}
      isOpen={isOpen}
      onClose={close}
      width={560}
      label={(name) => t(`batteries.field.${name}`)}
      initial={{ ...level, ...(data && { own: data.own }) }}
      fields={[
        <p key="intro" className="tw-muted">
          {t('batteries.settingsText')}
        </p>,
        <LevelChoice key="level" level={level} device={device} detail={detail} onLevel={setLevel} />,
        ...(error ? [<Alert key="error" type="error" showIcon title={toText(error)} />] : []),
        data && !isFetching ? (
          { name: 'own', label: '', control: <SettingFields inherited={data.inherited} /> }
        ) : (
          <Skeleton key="waiting" active={!error} paragraph={{ rows: 5 }} />
        ),
      ]}
      rereads={['batteries', 'list']}
      done={() => t('batteries.saved')}
    />
  )
}

const units = { lowPercent: '%', lowVoltageV: 'V', highVoltageV: 'V', hotC: '°C', coldC: '°C' } as const

interface SettingFieldsProps {
  inherited: BatterySettingValues
  value?: Partial<BatterySettingValues>
  onChange?: (own: Partial<BatterySettingValues>) => void
}

/** What is left empty is inherited, which stands in its place. */
function SettingFields({ inherited, value: own = {}, onChange }: SettingFieldsProps) {
  const { t } = useTranslation()
  return (
    <Flex vertical gap={12}>
      {(Object.keys(units) as (keyof typeof units)[]).map((key) => (
        <Flex key={key} gap={8} align="center" wrap>
          <span style={{ flex: '1 1 180px' }}>{t(`batteries.field.${key}`)}</span>
          <InputNumber<number>
            style={{ width: 130 }}
            suffix={units[key]}
            aria-label={t(`batteries.field.${key}`)}
            placeholder={inherited[key] === null ? t('batteries.off') : String(inherited[key])}
            value={own[key] ?? null}
            onChange={(value) => {
              const { [key]: _, ...rest } = own
              onChange?.(value === null ? rest : { ...rest, [key]: value })
            }}
          />
        </Flex>
      ))}
    </Flex>
  )
}
