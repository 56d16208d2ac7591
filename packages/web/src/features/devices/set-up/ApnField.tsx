import { useQueries } from '@tanstack/react-query'
import { deviceTypeCalls } from '@trackway/core/features/device-types/calls.ts'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../../base/api.ts'
import { Field } from '../../../ui/form/Field.tsx'

interface ApnFieldProps {
  types: readonly number[]
  apn: string
  onApn: (apn: string) => void
}

/** The access point of the SIM cards, where a text needs it. */
export function ApnField({ types, apn, onApn }: ApnFieldProps) {
  const { t } = useTranslation()
  const setUps = useQueries({
    queries: types.map((id) => ({
      queryKey: ['deviceSetup', id],
      queryFn: ({ signal }: { signal: AbortSignal }) => api(deviceTypeCalls.setup, { id }, { signal }),
    })),
  })
  const needsApn = setUps.some(({ data }) => data?.texts.some(({ missing }) => missing.includes('apn')))
  if (!needsApn) return null
  return (
    <Field label={t('devices.setUp.apn')}>
      {(id) => (
        <>
          <Input
            id={id}
            aria-describedby={`${id}-help`}
            value={apn}
            maxLength={64}
            placeholder="internet"
            onChange={({ target }) => onApn(target.value)}
          />
          <small id={`${id}-help`} className="tw-muted">
            {t('devices.setUp.apnHelp')}
          </small>
        </>
      )}
    </Field>
  )
}
