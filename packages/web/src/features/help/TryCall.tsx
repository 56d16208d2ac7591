import { sessionHeader } from '@trackway/core/features/accounts/session-cookie.ts'
import { Alert, Button, Flex, Input, Tag } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { languageTags, useLanguage } from '../../base/language.ts'
import { useSession, useUser } from '../../base/session.ts'
import { pathAtHost, urlOf } from '../../base/web-paths.ts'
import { confirm } from '../../ui/form/confirm.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { CopyText } from '../../ui/link/CopyText.tsx'
import styles from './help.module.css'
import { type ApiCall, exampleOf, type OpenApi } from './open-api.ts'

const longestReply = 20_000

/** Makes a call with the reader's key, or as who is signed in, and shows what came back. */
export function TryCall({ document, call }: { document: OpenApi; call: ApiCall }) {
  const { t } = useTranslation()
  const { isDemo } = useUser()
  const token = useSession((session) => session.token)
  const language = useLanguage((state) => state.language)
  const [key, setKey] = useState('')
  const [body, setBody] = useState(() => JSON.stringify(exampleOf(document, call.input), null, 2))
  const [reply, setReply] = useState<{ status: number; ms: number; text: string } | null>(null)
  const [isBusy, setBusy] = useState(false)
  const fault = faultOf(body)

  const send = async () => {
    setBusy(true)
    const start = performance.now()
    try {
      const { url, init } = requestOf(call, body, isPublic(call) ? {} : asWhom(key.trim(), token))
      const response = await fetch(pathAtHost(url), {
        ...init,
        headers: { ...init.headers, 'Accept-Language': languageTags[language] },
      })
      const text = await response.text()
      setReply({ status: response.status, ms: performance.now() - start, text: pretty(text) })
    } catch (error) {
      setReply({ status: 0, ms: performance.now() - start, text: (error as Error).message })
    } finally {
      setBusy(false)
    }
  }
  const run = () => {
    if (!call.changes) return void send()
    confirm({ title: call.path, text: t('help.changes'), okLabel: t('help.run'), onOk: send })
  }
  const locked = isDemo && call.changes && key.trim() === ''
  return (
    <Panel title={t('help.try')}>
      <Flex vertical gap={12}>
        <CopyText text={curlOf(call, body)} label={t('help.curl')} />
        {!isPublic(call) && (
          <Input.Password
            value={key}
            autoComplete="off"
            placeholder={t('help.key')}
            aria-label={t('help.key')}
            onChange={(event) => setKey(event.target.value)}
          />
        )}
        <Input.TextArea
          value={body}
          aria-label={t('help.input')}
          autoSize={{ minRows: 3, maxRows: 16 }}
          spellCheck={false}
          status={fault ? 'error' : ''}
          className="tw-mono"
          onChange={(event) => setBody(event.target.value)}
        />
        {fault && <Alert type="error" showIcon title={t('help.notJson', { fault })} />}
        {locked && <Alert type="info" showIcon title={t('result.demoAccount')} />}
        <Flex gap={12} align="center">
          <Button type="primary" loading={isBusy} disabled={fault !== null || locked} onClick={run}>
            {t('help.run')}
          </Button>
          {reply && (
            <span className="tw-muted tw-small" role="status">
              <Tag color={reply.status === 200 ? 'success' : 'red'}>{reply.status}</Tag>
              {Math.round(reply.ms)} ms
            </span>
          )}
        </Flex>
        {reply && (
          <pre className={`${styles.code} tw-scroll tw-rounded tw-pre-wrap tw-padded-narrow tw-flat`}>
            {reply.text.slice(0, longestReply)}
            {reply.text.length > longestReply && '\n…'}
          </pre>
        )}
      </Flex>
    </Panel>
  )
}

function faultOf(body: string): string | null {
  try {
    JSON.parse(body)
    return null
  } catch (error) {
    return (error as Error).message
  }
}

const isPublic = ({ permission }: ApiCall) => permission === 'public'

function asWhom(key: string, token: string | null): Record<string, string> {
  if (key) return { Authorization: `Bearer ${key}` }
  return token ? { [sessionHeader]: token } : {}
}

function requestOf({ method, path }: ApiCall, body: string, who: Record<string, string>) {
  const input = JSON.parse(body) as Record<string, unknown>
  const headers = { ...who }
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const filled = inPath.reduce(
    (all, name) => all.replace(`{${name}}`, encodeURIComponent(String(input[name]))),
    path,
  )
  const rest = Object.entries(input).filter(([name]) => !inPath.includes(name))
  if (method === 'GET') {
    const query = new URLSearchParams(
      rest.flatMap(([name, value]) => [value].flat().map((each): [string, string] => [name, String(each)])),
    )
    return { url: query.size > 0 ? `${filled}?${query}` : filled, init: { method, headers } }
  }
  headers['Content-Type'] = 'application/json'
  return { url: filled, init: { method, headers, body: JSON.stringify(Object.fromEntries(rest)) } }
}

function curlOf(call: ApiCall, body: string): string {
  if (faultOf(body) !== null) return ''
  const { url, init } = requestOf(call, body, isPublic(call) ? {} : asWhom('YOUR_KEY', null))
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
  const headers = Object.entries(init.headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`)
  const data = 'body' in init && init.body ? [`-d ${quoted(init.body)}`] : []
  return ['curl', `-X ${init.method}`, ...headers, ...data, quoted(urlOf(url).href)].join(' ')
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
