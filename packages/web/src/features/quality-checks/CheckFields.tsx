import { commandCalls } from '@trackway/core/features/commands/calls.ts'
import type { CommandCode } from '@trackway/core/features/commands/commands.ts'
import {
  type CheckCode,
  type Criterion,
  checkCodes,
  checkCommands,
  checkRow,
  isPossible,
  newCriterion,
} from '@trackway/core/features/quality-checks/checks.ts'
import { Checkbox, Form, Input, InputNumber, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../base/queries/use-call.ts'
import type { FieldValue } from '../../ui/form/field-value.ts'
import { useDeviceTypes } from '../../ui/pickers/use-device-types.ts'
import styles from './quality-checks.module.css'

/** Criteria as the call takes them: bounds that are none may be left out. */
type Given = Pick<Criterion, 'code'> & Partial<Criterion>

/** Every check that devices of the chosen model can have, each with its bounds. */
export function CheckFields({ value, onChange }: FieldValue<Given[]>) {
  const { t } = useTranslation()
  const typeId = Form.useWatch<number | undefined>('deviceType')
  const type = useDeviceTypes().data?.find(({ id }) => id === typeId)
  const { data: functions } = useCall(['command', 'functions'], commandCalls.functions, {})
  const taken = functions?.types[String(typeId)]
  const commands = checkCommands.filter((code) => taken?.includes(code) ?? true)
  const chosen = new Map((value ?? []).map((each) => [each.code, { ...newCriterion(each.code), ...each }]))
  const write = (code: CheckCode, next: Criterion | null) => {
    const all = new Map(chosen)
    if (next === null) all.delete(code)
    else all.set(code, next)
    // In the order of the screen.
    onChange?.(checkCodes.flatMap((each) => all.get(each) ?? []))
  }
  return (
    <div className="tw-column tw-gap-8">
      {checkCodes.map((code) => {
        const criterion = chosen.get(code)
        const fresh =
          code === 'command' ? { ...newCriterion(code), text: commands[0] ?? null } : newCriterion(code)
        const isOpen = type === undefined || isPossible(criterion ?? fresh, { ...type, commands })
        return (
          <div key={code} className={styles.criterion}>
            <Checkbox
              checked={criterion !== undefined}
              disabled={!isOpen && criterion === undefined}
              onChange={({ target }) => write(code, target.checked ? fresh : null)}
            >
              {t(`reports.qualityCheck.${code}`)}
            </Checkbox>
            {!isOpen ? (
              <span className="tw-muted">{t('qualityChecks.criteria.impossible')}</span>
            ) : (
              criterion && (
                <Bounds criterion={criterion} commands={commands} onChange={(next) => write(code, next)} />
              )
            )}
          </div>
        )
      })}
    </div>
  )
}

interface BoundsProps {
  criterion: Criterion
  /** Those that the model takes. */
  commands: readonly CommandCode[]
  onChange: (criterion: Criterion) => void
}

function Bounds({ criterion, commands, onChange }: BoundsProps) {
  const { t } = useTranslation()
  const { code, low, high, text } = criterion
  const { bounds, unit, most = 1_000 } = checkRow(code)
  const name = t(`reports.qualityCheck.${code}`)
  const number = (key: 'low' | 'high', value: number | null) => (
    <InputNumber
      aria-label={`${name}: ${t(`qualityChecks.criteria.${key}`)}`}
      prefix={<span className="tw-muted">{t(`qualityChecks.criteria.${key}`)}</span>}
      suffix={unit}
      min={0}
      max={most}
      value={value}
      onChange={(next) => onChange({ ...criterion, [key]: next })}
    />
  )
  switch (bounds) {
    case 'none':
      return null
    case 'low':
      return number('low', low)
    case 'high':
      return number('high', high)
    case 'range':
      return (
        <span className="tw-row tw-wrap tw-gap-8">
          {number('low', low)}
          {number('high', high)}
        </span>
      )
    case 'text':
      return (
        <Input
          aria-label={name}
          placeholder="V1.2.4"
          maxLength={64}
          value={text ?? ''}
          onChange={({ target }) => onChange({ ...criterion, text: target.value || null })}
        />
      )
    case 'command':
      return (
        <Select
          aria-label={name}
          className="tw-grow"
          value={text}
          options={commands.map((value) => ({ value, label: t(`reports.command.${value}`) }))}
          onChange={(next) => onChange({ ...criterion, text: next })}
        />
      )
  }
}
