import { limits } from '@trackway/core/codes/limits.ts'
import {
  type CommandCode,
  commandCodes,
  commandGroups,
  commandRow,
} from '@trackway/core/features/commands/commands.ts'
import { Flex, Input, Select, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { Field } from '../../../ui/form/Field.tsx'
import { UntilField } from '../desk/form/UntilField.tsx'
import type { BatchFieldsProps } from './use-batch-send.ts'

/** The devices, the command, and how long it waits. */
export function BatchFields({ draft, ids, wrong, change }: BatchFieldsProps) {
  const { t } = useTranslation()
  const { text, code, isQueued, until } = draft
  const tooMany = ids.length > limits.devicesPerOperation
  return (
    <>
      <Field label={t('commands.batch.list', { count: ids.length, max: limits.devicesPerOperation })}>
        {(id) => (
          <Input.TextArea
            id={id}
            rows={7}
            value={text}
            status={tooMany || wrong.length > 0 ? 'error' : ''}
            placeholder={t('commands.batch.listText')}
            onChange={(event) => change({ text: event.target.value })}
          />
        )}
      </Field>
      {wrong.length > 0 && (
        <small role="alert">
          {t('commands.batch.wrong', { count: wrong.length, list: wrong.slice(0, 5).join(', ') })}
        </small>
      )}
      <Field label={t('commands.command')}>
        {(id) => (
          <Select
            id={id}
            showSearch={{ optionFilterProp: 'label' }}
            value={code}
            onChange={(code: CommandCode) => change({ code })}
            options={commandGroups.map((group) => ({
              label: t(`command.group.${group}`),
              options: commandCodes
                .filter((each) => commandRow(each).group === group)
                .map((each) => ({ value: each, label: t(`reports.command.${each}`) })),
            }))}
          />
        )}
      </Field>
      <Flex component="label" gap={8} align="center">
        <Switch
          checked={isQueued}
          onChange={(isQueued) => change({ isQueued })}
          aria-label={t('command.field.offline')}
        />
        {t('command.field.offline')}
      </Flex>
      {isQueued && <UntilField code={code} value={until} onChange={(until) => change({ until })} />}
    </>
  )
}
