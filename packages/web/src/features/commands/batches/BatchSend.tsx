import { SendOutlined } from '@ant-design/icons'
import { useSearch } from '@tanstack/react-router'
import { limits } from '@trackway/core/codes/limits.ts'
import { type BatchPreview, commandCalls } from '@trackway/core/features/commands/calls.ts'
import {
  type CommandCode,
  commandCodes,
  commandGroups,
  commandRow,
} from '@trackway/core/features/commands/commands.ts'
import { Flex, Input, InputNumber, Select, Switch } from 'antd'
import { useMemo, useState } from 'react'
import { api } from '../../../base/api.ts'
import { useCan } from '../../../base/session.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { ActionButton } from '../../../ui/actions/ActionButton.tsx'
import { useAction } from '../../../ui/actions/use-action.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { CallForm } from '../../../ui/form/CallForm.tsx'
import { confirm } from '../../../ui/form/confirm.ts'
import { Field } from '../../../ui/form/Field.tsx'
import { InstantField } from '../../../ui/form/field-controls.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { VehiclePicker } from '../../../ui/vehicles/VehiclePicker.tsx'
import { readDevices } from '../../../ui/vehicles/vehicle-list.ts'
import { formCallOf, parametersOf } from '../desk/form/CommandForm.tsx'
import { firstValues, parameterFields } from '../desk/form/parameter-fields.tsx'
import { UntilField } from '../desk/form/UntilField.tsx'
import { feared, isRisky } from '../desk/risk.ts'
import styles from './batches.module.css'
import { PreviewTable } from './PreviewTable.tsx'
import { readIds } from './read-ids.ts'

const notThere = ({ id, result }: { id: string | number; result: string }): BatchPreview => ({
  terminalID: String(id),
  displayName: String(id),
  isOnline: false,
  isOffline: false,
  content: null,
  refusal: result,
})

/** What was previewed, as it is sent. */
interface Prepared {
  terminalIDs: string[]
  code: CommandCode
  parameters: Record<string, unknown>
  offline: boolean
  expireTime?: number
  startTime?: number
  previews: BatchPreview[]
}

interface BatchSendProps {
  /** Shows what becomes of it. */
  onSent: (jobId: number) => void
}

/** One command to many devices: a list of them, the command, the pace, and what it would do, before it is sent. */
export function BatchSend({ onSent }: BatchSendProps) {
  const { t, format } = useTexts()
  const { terminalID } = useSearch({ strict: false }) as { terminalID?: string }
  const maySeeVehicles = useCan('main:monitor')
  const [text, setText] = useState(() => readDevices(terminalID).join('\n'))
  const [code, setCode] = useState<CommandCode>('status')
  const [isQueued, setIsQueued] = useState(true)
  const [until, setUntil] = useState<number | null>(null)
  const [start, setStart] = useState<number | null>(null)
  const [perSecond, setPerSecond] = useState(5)
  const [prepared, setPrepared] = useState<Prepared | null>(null)
  const { act, isBusy } = useAction()
  const { ids, wrong } = useMemo(() => readIds(text), [text])
  const formCall = useMemo(() => formCallOf(code), [code])
  const tooMany = ids.length > limits.devicesPerOperation
  const change =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value)
      setPrepared(null)
    }
  const preview = async (input: Record<string, unknown>) => {
    const asked = { terminalIDs: ids, code, parameters: parametersOf(code, input), offline: isQueued }
    const { list, failed } = await api(commandCalls.previewBatch, asked)
    setPrepared({
      ...asked,
      ...(isQueued && until !== null && { expireTime: until }),
      ...(start !== null && { startTime: start }),
      previews: [...list, ...failed.map(notThere)],
    })
    return {}
  }
  const good = prepared?.previews.filter(({ refusal }) => refusal === null) ?? []
  const send = async () => {
    if (!prepared) return
    const { previews: _, ...asked } = prepared
    await act(async () => {
      const { jobId } = await api(commandCalls.batchAdd, { ...asked, perSecond })
      if (jobId !== null) onSent(jobId)
    })
  }
  const isAsked = prepared !== null && isRisky(feared(prepared.code, prepared.parameters))
  const startSending = () =>
    isAsked
      ? confirm({
          title: t(`reports.command.${code}`),
          text: t('commands.riskText'),
          okLabel: t('commands.sendAnyway'),
          typed: String(good.length),
          onOk: send,
        })
      : void send()
  const seconds = good.length / perSecond
  return (
    <div className={`${styles.form} tw-fill tw-grid tw-gap-16`}>
      <Panel label={t('commands.batch.title')}>
        <Flex vertical gap={16} className={styles.scroll!}>
          {maySeeVehicles && (
            <VehiclePicker
              userId={undefined}
              isNone
              block
              value={ids}
              onChange={(chosen) => change(setText)(chosen.join('\n'))}
            />
          )}
          <Field label={t('commands.batch.list', { count: ids.length, max: limits.devicesPerOperation })}>
            {(id) => (
              <Input.TextArea
                id={id}
                rows={7}
                value={text}
                status={tooMany || wrong.length > 0 ? 'error' : ''}
                placeholder={t('commands.batch.listText')}
                onChange={(event) => change(setText)(event.target.value)}
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
                onChange={change(setCode)}
                options={commandGroups.map((group) => ({
                  label: t(`command.group.${group}`),
                  options: commandCodes
                    .filter((each) => commandRow(each).group === group)
                    .map((each) => ({ value: each, label: t(`reports.command.${each}`) })),
                }))}
              />
            )}
          </Field>
          <Field label={t('commands.batch.pace')}>
            {(id) => (
              <InputNumber
                id={id}
                min={0.1}
                max={50}
                step={1}
                value={perSecond}
                onChange={(value) => setPerSecond(value ?? 5)}
                className="tw-full-width"
              />
            )}
          </Field>
          <Field label={t('commands.batch.start')}>
            {(id) => (
              <InstantField
                id={id}
                earliest={Date.now()}
                placeholder={t('commands.batch.atOnce')}
                value={start}
                onChange={change(setStart)}
              />
            )}
          </Field>
          <Flex component="label" gap={8} align="center">
            <Switch
              checked={isQueued}
              onChange={change(setIsQueued)}
              aria-label={t('command.field.offline')}
            />
            {t('command.field.offline')}
          </Flex>
          {isQueued && <UntilField code={code} value={until} onChange={change(setUntil)} />}
          <CallForm
            key={code}
            call={{ ...formCall, demo: true }}
            submitLabel={t('commands.batch.preview')}
            label={(field) => t(`command.field.${field}`, { defaultValue: field })}
            fields={parameterFields(code, t)}
            initial={firstValues(code, null)}
            send={(input) => preview(input) as Promise<Record<string, never>>}
          />
        </Flex>
      </Panel>
      <Panel title={t('commands.batch.previewTitle')}>
        {prepared === null ? (
          <EmptyState title={t('commands.batch.noPreview')} text={t('commands.batch.noPreviewText')} />
        ) : (
          <Flex vertical gap={12} className={styles.scroll!}>
            <Flex gap={12} align="center" wrap>
              <ActionButton
                type="primary"
                icon={<SendOutlined />}
                danger={isAsked}
                loading={isBusy}
                disabled={good.length === 0}
                onClick={startSending}
              >
                {t('commands.batch.send', { count: good.length })}
              </ActionButton>
              <span className="tw-muted">
                {t('commands.batch.takes', { time: format.duration(seconds * 1_000) })}
              </span>
            </Flex>
            <PreviewTable previews={prepared.previews} />
          </Flex>
        )}
      </Panel>
    </div>
  )
}
