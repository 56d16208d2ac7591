import { SendOutlined } from '@ant-design/icons'
import { batchRules } from '@trackway/core/features/commands/calls.ts'
import type { CommandCode } from '@trackway/core/features/commands/commands.ts'
import { Flex } from 'antd'
import { useMemo } from 'react'
import type { z } from 'zod'
import { useCan } from '../../../base/session.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { ActionButton } from '../../../ui/actions/ActionButton.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { CallForm } from '../../../ui/form/CallForm.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { VehiclePicker } from '../../../ui/vehicles/VehiclePicker.tsx'
import { TaskForecast } from '../../tasks/TaskForecast.tsx'
import { useTaskRuleFields } from '../../tasks/use-task-rule-fields.tsx'
import { formCallOf } from '../desk/form/CommandForm.tsx'
import { firstValues, parameterFields } from '../desk/form/parameter-fields.tsx'
import { BatchFields } from './BatchFields.tsx'
import styles from './batches.module.css'
import { PreviewTable } from './PreviewTable.tsx'
import { useBatchSend } from './use-batch-send.ts'

/** The parameters of a command, and how its batch goes on. A preview changes nothing, so the demo may see one. */
function batchFormCallOf(code: CommandCode) {
  const { input, ...form } = formCallOf(code)
  return { ...form, demo: true, input: (input as unknown as z.ZodObject).extend(batchRules) }
}

interface BatchSendProps {
  /** Shows what becomes of it. */
  onSent: (jobId: number) => void
}

/** One command to many devices: a list of them, the command, the pace, and what it would do, before it is sent. */
export function BatchSend({ onSent }: BatchSendProps) {
  const { t } = useTexts()
  const maySeeVehicles = useCan('main:monitor')
  const { fields, preview } = useBatchSend(onSent)
  const rules = useTaskRuleFields()
  const { code } = fields.draft
  const { prepared, good } = preview
  const formCall = useMemo(() => batchFormCallOf(code), [code])
  return (
    <div className={`${styles.form} tw-stacked-when-narrow tw-inset-on-phone tw-fill tw-grid tw-gap-16`}>
      <Panel label={t('commands.batch.title')}>
        <Flex vertical gap={16} className="tw-scroll tw-shrink-down">
          {maySeeVehicles && (
            <VehiclePicker
              userId={undefined}
              isNone
              block
              value={fields.ids}
              onChange={(chosen) => fields.change({ text: chosen.join('\n') })}
            />
          )}
          <BatchFields {...fields} />
          <CallForm
            key={code}
            call={formCall}
            submitLabel={t('commands.batch.preview')}
            label={(field) => t(`command.field.${field}`, { defaultValue: field })}
            fields={[...parameterFields(code, t), ...rules(formCall)]}
            initial={{ ...firstValues(code, null), perSecond: 5 }}
            send={(input) => preview.prepare(input) as Promise<Record<string, never>>}
          />
        </Flex>
      </Panel>
      <Panel title={t('commands.batch.previewTitle')}>
        {prepared === null ? (
          <EmptyState title={t('commands.batch.noPreview')} text={t('commands.batch.noPreviewText')} />
        ) : (
          <Flex vertical gap={12} className="tw-scroll tw-shrink-down">
            <Flex gap={12} align="center" wrap>
              <ActionButton
                type="primary"
                icon={<SendOutlined />}
                danger={preview.isFeared}
                loading={preview.isBusy}
                disabled={good.length === 0}
                onClick={preview.send}
              >
                {t('commands.batch.send', { count: good.length })}
              </ActionButton>
              <TaskForecast
                devices={good.length}
                perSecond={prepared.rules.perSecond ?? null}
                window={prepared.rules.window ?? null}
                startTime={prepared.rules.startTime ?? null}
              />
            </Flex>
            <PreviewTable previews={prepared.previews} />
          </Flex>
        )}
      </Panel>
    </div>
  )
}
