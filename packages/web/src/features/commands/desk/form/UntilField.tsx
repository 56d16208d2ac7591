import type { CommandCode } from '@trackway/core/features/commands/commands.ts'
import { useTranslation } from 'react-i18next'
import { Field } from '../../../../ui/form/Field.tsx'
import { InstantField } from '../../../../ui/form/field-controls.tsx'

interface UntilFieldProps {
  code: CommandCode | null
  value: number | null
  onChange: (until: number | null) => void
}

/** Until when a command waits for its device; empty: as long as those of its kind do. */
export function UntilField({ code, value, onChange }: UntilFieldProps) {
  const { t } = useTranslation()
  return (
    <Field label={t('commands.until')}>
      {(id) => (
        <InstantField
          id={id}
          earliest={Date.now()}
          placeholder={t(code === 'oilCut' ? 'commands.untilDay' : 'commands.untilWeek')}
          value={value}
          onChange={onChange}
        />
      )}
    </Field>
  )
}
