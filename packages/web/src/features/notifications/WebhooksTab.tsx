import { EditOutlined, KeyOutlined, RedoOutlined, SendOutlined } from '@ant-design/icons'
import {
  type Webhook,
  webhookCalls,
  webhookList,
} from '@trackway/core/features/notifications/webhook-calls.ts'
import { Alert, Button, Flex, Tag } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../base/api.ts'
import { useUser } from '../../base/session.ts'
import { AddButton } from '../../ui/actions/AddButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { CopyText } from '../../ui/link/CopyText.tsx'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import { deletion, type RowAction } from '../../ui/list/RowActions.tsx'
import { useEditedRow } from '../../ui/list/use-edited-row.ts'
import { AlarmCodes, alarmWords } from './notification-controls.tsx'

/** URLs of programs that alarms are sent to. */
export function WebhooksTab() {
  const { t } = useTranslation()
  const { isDemo } = useUser()
  const [target, setTarget] = useEditedRow(webhookList, webhookCalls.update, 'new')
  const edited = target === 'new' ? null : target
  const [secret, setSecret] = useState<string | null>(null)
  const rowActions: RowAction<Webhook>[] = [
    { label: 'notifications.edit', icon: <EditOutlined />, call: webhookCalls.update, run: setTarget },
    {
      label: 'notifications.webhook.test',
      icon: <SendOutlined />,
      call: webhookCalls.test,
      done: 'notifications.webhook.tested',
    },
    {
      label: 'notifications.webhook.replay',
      icon: <RedoOutlined />,
      call: webhookCalls.replay,
      confirm: { text: 'notifications.webhook.replayText', ok: 'notifications.webhook.replay' },
      done: 'notifications.webhook.replayed',
    },
    {
      label: 'notifications.webhook.rotate',
      icon: <KeyOutlined />,
      call: webhookCalls.rotate,
      confirm: { text: 'notifications.webhook.rotateText', ok: 'notifications.webhook.rotate' },
      run: async ({ id }) => setSecret((await api(webhookCalls.rotate, { id })).secret),
    },
    {
      ...deletion(webhookCalls.delete, 'notifications'),
      confirm: { text: 'notifications.webhook.deleteText', ok: 'notifications.delete' },
    },
  ]
  const add = <AddButton label={t('notifications.webhook.add')} onClick={() => setTarget('new')} />
  const choice = [
    { name: 'codes' as const, control: <AlarmCodes /> },
    { name: 'severity' as const, word: (severity: string) => t(`reports.alarmSeverity.${severity}`) },
  ]
  const common = {
    submitLabel: t('notifications.save'),
    width: 560,
    label: (name: string) => t(`notifications.webhook.${name}`),
    refusals: { addressRefused: 'url' as const },
    rereads: ['list'],
  }
  return (
    <>
      <ListScreen
        list={webhookList}
        rowActions={rowActions}
        onOpen={isDemo ? undefined : setTarget}
        tools={add}
        cells={{
          isEnabled: ({ isEnabled, disabledReason }) =>
            disabledReason ? (
              <Tag color="error">{t(`notifications.webhook.off.${disabledReason}`)}</Tag>
            ) : (
              t(`reports.yesNo.${isEnabled}`)
            ),
          codes: ({ codes }) => alarmWords(codes, t),
        }}
        empty={{ action: add }}
      />
      <FormDialog
        {...common}
        call={webhookCalls.add}
        title={t('notifications.webhook.add')}
        isOpen={target === 'new'}
        onClose={() => setTarget(null)}
        initial={{ events: ['alarm'] }}
        fields={[{ name: 'url', help: t('notifications.webhook.urlHelp') }, ...choice]}
        onDone={(output) => setSecret(output.secret)}
      />
      <FormDialog
        {...common}
        call={webhookCalls.update}
        title={t('notifications.webhook.edit')}
        isOpen={edited !== null}
        onClose={() => setTarget(null)}
        initial={edited === null ? {} : { ...edited, events: ['alarm'] }}
        fields={['url', 'isEnabled', ...choice]}
        done={() => t('notifications.saved')}
      />
      <SecretDialog secret={secret} onClose={() => setSecret(null)} />
    </>
  )
}

/** The secret by which a program verifies the signature of what it receives; it is shown once. */
function SecretDialog({ secret, onClose }: { secret: string | null; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog
      open={secret !== null}
      title={t('notifications.webhook.secret')}
      width={560}
      closable={false}
      mask={{ closable: false }}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('notifications.webhook.kept')}
        </Button>
      }
    >
      <Flex vertical gap={16}>
        <Alert type="warning" showIcon title={t('notifications.webhook.once')} />
        {secret && <CopyText text={secret} />}
        <span className="tw-small tw-muted">{t('notifications.webhook.signature')}</span>
      </Flex>
    </Dialog>
  )
}
