import {
  CheckCircleFilled,
  CloseCircleFilled,
  DeleteOutlined,
  EditOutlined,
  LinkOutlined,
  SyncOutlined,
  UploadOutlined,
} from '@ant-design/icons'
import type { InputOf } from '@trackway/core/api/call.ts'
import { type AgpsSource, agpsCalls, agpsLimits, agpsSourceList } from '@trackway/core/features/agps/calls.ts'
import { App, Tag } from 'antd'
import { useState } from 'react'
import { ApiError, api } from '../../base/api.ts'
import { reread } from '../../base/queries/query-client.ts'
import { useTexts } from '../../base/use-texts.ts'
import { AddButton } from '../../ui/actions/AddButton.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import { deletion, type RowAction } from '../../ui/list/RowActions.tsx'
import { AgpsLinks } from './AgpsLinks.tsx'
import { base64Of, chooseFile } from './choose-file.ts'

const refetchMs = () => 30_000
const fetchMs = 60_000

/** By colour and shape. */
const looks = {
  fresh: { color: 'success', icon: <CheckCircleFilled /> },
  stale: { color: 'error', icon: <CloseCircleFilled /> },
  none: { color: 'warning' },
  perDevice: {},
} as const

type Opened = { kind: 'add' } | { kind: 'edit' | 'links' | 'try'; source: AgpsSource }

/** Where A-GPS data comes from, until when it is valid, and what went wrong. */
export function Sources() {
  const { t, format, toText } = useTexts()
  const { message } = App.useApp()
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  const source = opened && 'source' in opened ? opened.source : null

  /** Says what came of it, or why nothing did. */
  const take = async (work: () => Promise<{ validUntil: number }>) => {
    try {
      const { validUntil } = await work()
      message.success(t('agps.fetched', { until: format.minute(validUntil) }))
    } catch (error) {
      const reason = error instanceof ApiError ? error.issues[0]?.reason : undefined
      const why = reason === undefined ? '' : t(`reports.agpsFailure.${reason}`, { defaultValue: '' })
      message.error(`${toText(error)} ${why}`.trim())
    } finally {
      await reread('list')
    }
  }
  const upload = async ({ id }: AgpsSource) => {
    const file = await chooseFile()
    if (file === null) return
    await take(async () => {
      const base64 = await base64Of(file, agpsLimits.bytes)
      return api(agpsCalls.upload, { id, base64 }, { timeoutMs: fetchMs })
    })
  }
  const rowActions: RowAction<AgpsSource>[] = [
    {
      label: 'agps.fetch',
      icon: <SyncOutlined />,
      call: agpsCalls.fetch,
      isFor: ({ kind }) => kind !== 'upload',
      run: (row) =>
        row.kind === 'assistNow'
          ? setOpened({ kind: 'try', source: row })
          : void take(() => api(agpsCalls.fetch, { id: row.id }, { timeoutMs: fetchMs })),
    },
    {
      label: 'agps.upload',
      icon: <UploadOutlined />,
      call: agpsCalls.upload,
      isFor: ({ kind }) => kind !== 'assistNow',
      run: (row) => void upload(row),
    },
    {
      label: 'agps.links',
      icon: <LinkOutlined />,
      call: agpsCalls.links,
      run: (row) => setOpened({ kind: 'links', source: row }),
    },
    {
      label: 'agps.edit',
      icon: <EditOutlined />,
      call: agpsCalls.edit,
      run: (row) => setOpened({ kind: 'edit', source: row }),
    },
    { ...deletion<AgpsSource>(agpsCalls.delete, 'agps'), icon: <DeleteOutlined /> },
  ]
  const add = <AddButton label={t('agps.add')} onClick={() => setOpened({ kind: 'add' })} />
  const label = (name: string) => t(`agps.field.${name}`)
  return (
    <>
      <ListScreen
        list={agpsSourceList}
        refetchMs={refetchMs}
        rowActions={rowActions}
        cells={{ state: ({ state }) => <Tag {...looks[state]}>{t(`reports.agpsState.${state}`)}</Tag> }}
        tools={add}
        empty={{ action: add }}
      />
      <FormDialog
        call={agpsCalls.add}
        isOpen={opened?.kind === 'add'}
        title={t('agps.add')}
        submitLabel={t('agps.save')}
        onClose={close}
        width={560}
        initial={{ kind: 'url', isOn: true, answersTcp: false }}
        label={label}
        fields={[
          { name: 'kind', word: (code) => t(`reports.agpsKind.${code}`) },
          'name',
          ...fieldsOf((values: { kind?: string }) => values.kind),
        ]}
        refusals={{ addressRefused: 'url', alreadyThere: 'answersTcp' }}
        rereads={['list', 'agps']}
      />
      <FormDialog
        call={agpsCalls.edit}
        isOpen={opened?.kind === 'edit'}
        title={t('agps.edit', { name: source?.name })}
        submitLabel={t('agps.save')}
        onClose={close}
        width={560}
        isChange={false}
        {...(source && { initial: initialOf(source) })}
        label={label}
        fields={['name', ...fieldsOf(() => source?.kind)]}
        refusals={{ addressRefused: 'url', alreadyThere: 'answersTcp' }}
        rereads={['list', 'agps']}
      />
      <FormDialog
        call={agpsCalls.fetch}
        isOpen={opened?.kind === 'try'}
        title={t('agps.try')}
        submitLabel={t('agps.tryGo')}
        onClose={close}
        {...(source && { initial: { id: source.id } })}
        label={label}
        fields={[{ name: 'chipcode', isRequired: true, help: t('agps.chipcodeHelp') }]}
        send={async (input) => {
          await take(() => api(agpsCalls.fetch, input, { timeoutMs: fetchMs }))
          return {} as never
        }}
      />
      {opened?.kind === 'links' && <AgpsLinks source={opened.source} onClose={close} />}
    </>
  )

  /** The fields that a kind of source has. */
  function fieldsOf(kindOf: (values: never) => string | undefined) {
    const isNot = (...kinds: string[]) => ({
      isHidden: (values: object) => !kinds.includes(kindOf(values as never) ?? ''),
    })
    const ofUblox = isNot('assistNow', 'assistNowToken')
    return [
      {
        name: 'url',
        help: t('agps.urlHelp'),
        check: (value: unknown, values: object) =>
          kindOf(values as never) === 'url' && !value ? t('ui.form.required') : null,
        checkAfter: ['kind'],
        ...isNot('url', 'assistNow', 'assistNowToken'),
      },
      { name: 'token', ...isNot('assistNowToken'), ...(source?.hasToken && { help: t('agps.tokenHelp') }) },
      { name: 'gnss', help: 'gps,gal,glo,bds,qzss', ...ofUblox },
      { name: 'data', help: t('agps.dataHelp'), ...ofUblox },
      'isOn',
      { name: 'answersTcp', help: t('agps.answersTcpHelp'), ...isNot('url', 'upload', 'assistNowToken') },
    ] as never[]
  }
}

const initialOf = ({
  id,
  name,
  url,
  gnss,
  data,
  isOn,
  answersTcp,
}: AgpsSource): InputOf<typeof agpsCalls.edit> => ({
  id,
  name,
  url,
  gnss,
  data,
  isOn,
  answersTcp,
})
