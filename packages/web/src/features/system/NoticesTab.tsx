import { DeleteOutlined, EditOutlined } from '@ant-design/icons'
import { type Language, languageCodes, languages } from '@trackway/core/codes/languages.ts'
import { type Notice, noticeCalls, noticeForms, noticeList } from '@trackway/core/features/notices/calls.ts'
import { Flex, Input, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../base/session.ts'
import { AddButton } from '../../ui/actions/AddButton.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import type { FieldValue } from '../../ui/form/field-value.ts'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import type { RowAction } from '../../ui/list/RowActions.tsx'
import { useEditedRow } from '../../ui/list/use-edited-row.ts'

const dayMs = 86_400_000

/** Notices to everybody: what is shown now, will be, and was. */
export function NoticesTab() {
  const { t } = useTranslation()
  const { isDemo } = useUser()
  const now = Date.now()
  const fresh: Partial<Notice> = { form: 'banner', fromTime: now, untilTime: now + dayMs, texts: {} }
  const [target, setTarget] = useEditedRow(noticeList, noticeCalls.save, fresh)
  const rowActions: RowAction<Notice>[] = [
    { label: 'system.notice.edit', icon: <EditOutlined />, call: noticeCalls.save, run: setTarget },
    {
      label: 'system.notice.delete',
      icon: <DeleteOutlined />,
      call: noticeCalls.delete,
      isDangerous: true,
      confirm: { text: 'system.notice.deleteText', ok: 'system.notice.deleteOk' },
      done: 'system.notice.deleted',
    },
  ]
  const add = <AddButton label={t('system.notice.add')} onClick={() => setTarget('new')} />
  return (
    <>
      <ListScreen
        list={noticeList}
        rowActions={rowActions}
        onOpen={isDemo ? undefined : setTarget}
        tools={add}
        cells={{
          languages: ({ texts }) =>
            (Object.keys(texts) as Language[]).map((code) => languages[code]).join(', '),
        }}
        empty={{ action: add }}
      />
      <FormDialog
        call={noticeCalls.save}
        title={t(target?.id === undefined ? 'system.notice.add' : 'system.notice.change')}
        submitLabel={t('system.save')}
        isOpen={target !== null}
        onClose={() => setTarget(null)}
        width={560}
        label={(name) => t(`system.notice.${name}`)}
        initial={target ?? {}}
        fields={[
          { name: 'form', options: noticeForms, word: (form) => t(`reports.noticeForm.${form}`) },
          ['fromTime', 'untilTime'],
          { name: 'texts', control: <TextsByLanguage />, help: t('system.notice.textsHelp') },
        ]}
        rereads={['list', 'notices']}
        done={() => t('system.isSaved')}
      />
    </>
  )
}

type Texts = Partial<Record<Language, string>>

/** A text in each language that is chosen; at first in Chinese and English. */
function TextsByLanguage({ id, value, onChange }: FieldValue<Texts>) {
  const { t } = useTranslation()
  const texts = value ?? {}
  const [extra, setExtra] = useState<Language[]>([])
  const shown = languageCodes.filter(
    (code) => code in texts || ['cn', 'en'].includes(code) || extra.includes(code),
  )
  const set = (code: Language, text: string) => {
    const { [code]: _, ...others } = texts
    const next = text.trim() === '' ? others : { ...texts, [code]: text }
    onChange?.(Object.keys(next).length > 0 ? next : null)
  }
  const others = languageCodes.filter((code) => !shown.includes(code))
  return (
    <Flex vertical gap={8}>
      {shown.map((code, index) => (
        <div key={code}>
          <span className="tw-small tw-muted">{languages[code]}</span>
          <Input.TextArea
            {...(index === 0 && id !== undefined && { id })}
            aria-label={languages[code]}
            defaultValue={texts[code] ?? ''}
            maxLength={2_000}
            autoSize={{ minRows: 2, maxRows: 6 }}
            onChange={(event) => set(code, event.target.value)}
          />
        </div>
      ))}
      {others.length > 0 && (
        <Select
          value={null}
          placeholder={t('system.notice.addLanguage')}
          options={others.map((code) => ({ value: code, label: languages[code] }))}
          onChange={(code: Language | null) => code && setExtra([...extra, code])}
        />
      )}
    </Flex>
  )
}
