import { DeleteOutlined } from '@ant-design/icons'
import { permissions } from '@trackway/core/codes/permissions.ts'
import { scopeGroupNames } from '@trackway/core/codes/scopes.ts'
import { type ApiKey, apiKeyCalls, apiKeyList } from '@trackway/core/features/api-keys/calls.ts'
import { Alert, Button, Flex, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../base/session.ts'
import { AddButton } from '../../ui/actions/AddButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { CopyText } from '../../ui/link/CopyText.tsx'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import type { RowAction } from '../../ui/list/RowActions.tsx'

const rowActions: readonly RowAction<ApiKey>[] = [
  {
    label: 'system.apiKey.revoke',
    icon: <DeleteOutlined />,
    call: apiKeyCalls.revoke,
    isDangerous: true,
    confirm: { text: 'system.apiKey.revokeText', ok: 'system.apiKey.revokeOk' },
    done: 'system.apiKey.revoked',
  },
]

/** Keys for programs: one's own, or with those of all accounts below. */
export function ApiKeyList({ isOwn = false }: { isOwn?: boolean }) {
  const { t } = useTranslation()
  const { permissions: held } = useUser()
  const [isOpen, setOpen] = useState(false)
  const [made, setMade] = useState<string | null>(null)
  const add = <AddButton label={t('system.apiKey.add')} onClick={() => setOpen(true)} />
  const word = (scope: string) => t(`system.scope.${scope}`, { defaultValue: scope })
  return (
    <>
      <ListScreen
        list={apiKeyList}
        given={isOwn ? { isOwn } : undefined}
        rowActions={rowActions}
        tools={add}
        cells={{ scopes: ({ scopes }) => scopes.map(word).join(', ') }}
        empty={{ action: add }}
      />
      <FormDialog
        call={apiKeyCalls.add}
        title={t('system.apiKey.add')}
        submitLabel={t('system.apiKey.add')}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        label={(name) => t(`system.apiKey.${name}`)}
        fields={[
          'name',
          {
            name: 'scopes',
            help: t('system.apiKey.scopesHelp'),
            control: (
              <Select
                mode="multiple"
                options={[
                  { label: t('system.scope.groups'), options: scopeGroupNames.map(option) },
                  {
                    label: t('system.scope.single'),
                    options: permissions.filter((key) => held.includes(key)).map(option),
                  },
                ]}
              />
            ),
          },
          { name: 'expireTime', help: t('system.apiKey.expireHelp') },
        ]}
        rereads={['list']}
        onDone={({ key }) => setMade(key)}
      />
      <Dialog
        open={made !== null}
        title={t('system.apiKey.made')}
        width={560}
        closable={false}
        mask={{ closable: false }}
        footer={
          <Button type="primary" onClick={() => setMade(null)}>
            {t('system.apiKey.saved')}
          </Button>
        }
      >
        <Flex vertical gap={16}>
          <Alert type="warning" showIcon title={t('system.apiKey.once')} />
          {made && <CopyText text={made} />}
          <code className="tw-small tw-muted">Authorization: Bearer {made?.slice(0, 8)}…</code>
        </Flex>
      </Dialog>
    </>
  )

  function option(scope: string) {
    return { value: scope, label: word(scope) }
  }
}
