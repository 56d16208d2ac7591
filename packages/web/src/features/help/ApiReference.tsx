import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Alert, Empty, Flex, Input, Tag } from 'antd'
import { createElement, Fragment, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../base/language.ts'
import { pathAtHost } from '../../base/web-paths.ts'
import { PlainTable } from '../../ui/antd/PlainTable.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { ScreenLoading } from '../../ui/loading/ScreenLoading.tsx'
import styles from './help.module.css'
import { type ApiCall, callsOf, type FieldTexts, fieldsOf, type OpenApi, type Schema } from './open-api.ts'
import { TryCall } from './TryCall.tsx'

/** By the file that all features share: the module holds theirs as well (vite.config.ts). */
const sharedHelp = '../../../../core/src/api/help'
const helpTexts = import.meta.glob<{ calls: Record<string, string>; fields: FieldTexts }>(
  '../../../../core/src/api/help/*.json',
  { query: '?help', import: 'default' },
)
const route = getRouteApi('/index/help/$page')

/** Every call of the API as the server describes it, to be searched, read and tried. */
export function ApiReference() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { call: linkedPath } = route.useSearch()
  const [text, setText] = useState('')
  const { data: document, error } = useQuery({
    queryKey: ['openapi'],
    queryFn: async ({ signal }): Promise<OpenApi> =>
      (await fetch(pathAtHost('/api/openapi.json'), { signal })).json(),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { language } = useLanguage()
  // What is not translated yet is shown in English.
  const { data: texts } = useQuery({
    queryKey: ['apiHelp', language],
    queryFn: async () => (await helpTexts[`${sharedHelp}/${language}.json`]?.()) ?? { calls: {}, fields: {} },
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (error) return <Alert type="error" showIcon title={t('result.network')} />
  if (!document || !texts) return <ScreenLoading />
  const calls = callsOf(document).map((call) => ({ ...call, help: texts.calls[call.path] ?? call.help }))
  const words = text.toLowerCase().split(/\s+/)
  const found = calls.filter(({ path, help }) =>
    words.every((word) => `${path} ${help}`.toLowerCase().includes(word)),
  )
  const shown = calls.find(({ path }) => path === linkedPath) ?? found[0]
  const groups = [...new Set(found.map(({ group }) => group))]
  const open = (path: string) =>
    void navigate({ to: '/index/help/$page', params: { page: 'interface' }, search: { call: path } })
  return (
    <div className={`${styles.reference} tw-grid tw-gap-16`}>
      <Panel label={t('help.calls')}>
        <nav className={`${styles.calls} tw-column tw-gap-12`} aria-label={t('help.calls')}>
          <Input.Search
            allowClear
            placeholder={t('help.search', { count: calls.length })}
            aria-label={t('help.search', { count: calls.length })}
            onChange={(event) => setText(event.target.value)}
          />
          {found.length === 0 && (
            <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('help.noneFound')} />
          )}
          {groups.map((group) => (
            <section key={group} aria-label={group}>
              <h2 className="tw-small tw-muted">{group}</h2>
              {found
                .filter((call) => call.group === group)
                .map(({ path }) => (
                  <button
                    key={path}
                    type="button"
                    className="tw-choice tw-padded-tip tw-text tw-row-button tw-rounded tw-anywhere tw-block"
                    aria-current={path === shown?.path}
                    onClick={() => open(path)}
                  >
                    {path.replace('/api/', '')}
                  </button>
                ))}
            </section>
          ))}
        </nav>
      </Panel>
      {shown && <CallDetail key={shown.path} document={document} call={shown} texts={texts.fields} />}
    </div>
  )
}

function CallDetail({ document, call, texts }: { document: OpenApi; call: ApiCall; texts: FieldTexts }) {
  const { t } = useTranslation()
  const { method, path, help, permission, changes, input, output, refusals } = call
  const permissionText =
    typeof permission === 'string'
      ? t(`help.asks.${permission}`)
      : t('help.asks.permission', { names: permission.join(t('help.or')) })
  return (
    <div className="tw-column tw-shrink tw-gap-16">
      <Panel title={`${method} ${path}`}>
        <Flex vertical gap={12}>
          <p>{withCode(help)}</p>
          <p className="tw-muted tw-small">
            {permissionText} {changes && t('help.notForDemo')}
          </p>
        </Flex>
      </Panel>
      <Fields
        title={t('help.input')}
        document={document}
        texts={texts}
        schema={input}
        empty={t('help.noInput')}
      />
      <TryCall document={document} call={call} />
      {output && (
        <Fields
          title={t('help.output')}
          document={document}
          texts={texts}
          schema={output}
          empty={t('help.noOutput')}
        />
      )}
      <Panel title={t('help.refusals')}>
        <Flex component="ul" vertical gap={12}>
          {refusals.map(({ status, results }) =>
            Object.entries(results).map(([name, code]) => (
              <li key={name}>
                <Tag>{status}</Tag>{' '}
                <code>
                  {code} {name}
                </code>{' '}
                {t(`result.${name}`, { defaultValue: '' })}
              </li>
            )),
          )}
        </Flex>
      </Panel>
    </div>
  )
}

/** Shows the names of the contract, which the text has between backticks, as code. */
const withCode = (text = '') =>
  createElement(
    Fragment,
    null,
    ...text.split('`').map((part, at) => (at % 2 === 1 ? createElement('code', null, part) : part)),
  )

interface FieldsProps {
  title: string
  document: OpenApi
  texts: FieldTexts
  schema: Schema
  empty: string
}

function Fields({ title, document, texts, schema, empty }: FieldsProps) {
  const { t } = useTranslation()
  return (
    <Panel title={title} isFlush>
      <PlainTable
        rowKey="key"
        dataSource={fieldsOf(document, schema, texts)}
        // Types that list many words are wrapped, so that what they mean is in view.
        scroll={{ x: 640 }}
        locale={{ emptyText: empty }}
        columns={[
          {
            title: t('help.field'),
            render: (_, { name, depth, isRequired }) => (
              <span style={{ paddingInlineStart: depth * 16 }}>
                <code>{name}</code> {isRequired && <Tag color="warning">{t('help.required')}</Tag>}
              </span>
            ),
          },
          {
            title: t('help.type'),
            dataIndex: 'type',
            render: (type: string) => <code className="tw-small">{type}</code>,
          },
          { title: t('help.meaning'), dataIndex: 'text', render: withCode },
        ]}
      />
    </Panel>
  )
}
